internal import GalleyChat
internal import GalleyDisplay
public import GalleyGeometry
internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting
public import GalleyWindow

extension ConversationView {
  /// Returns the frontmost target at a point of the view; `nil` for the background.
  public func target(at point: Point) -> ConversationTarget? {
    if let day = day(at: point) { return day }
    guard let (row, key, frame) = row(at: point) else { return nil }
    let inside = Point(x: point.x - frame.minX, y: point.y - frame.minY)
    guard let part = row.row.part(at: inside) else { return nil }
    let preview = part.kind == .linkPreview ? source.table.message(ofKey: key)?.linkPreview : nil
    var target = ConversationTarget(
      preview.map { .link(TappedLink($0)) } ?? ConversationTarget.Kind(part.kind),
      in: (key, id(ofKey: key)),
      frame: part.frame.offset(x: frame.minX, y: frame.minY), point: point)
    if part.kind == .text, let text = row.text, let place = row.textPoint(inside),
      let (kind, rects) = text.targetKind(at: place)
    {
      target.kind = kind
      if let frame = Rect.union(of: rects, from: text.node, to: node) { target.frame = frame }
    } else if part.kind == .text, let rich = row.rich, let place = row.textPoint(inside),
      let (kind, rects) = rich.targetKind(at: place)
    {
      target.kind = kind
      if let frame = Rect.union(of: rects, from: rich.node, to: node) { target.frame = frame }
    }
    return target
  }

  /// Returns the link at a point of the view; `nil` if there is none, or if a spoiler hides it.
  public func link(at point: Point) -> TappedLink? {
    if case .link(let link)? = target(at: point)?.kind { link } else { nil }
  }

  /// Returns the pointer shape for a point of the view.
  public func pointerShape(at point: Point) -> Window.PointerShape {
    if let panel = interaction.panel, panel.covers(point) {
      return panel.isButton(at: point) ? .hand : .arrow
    }
    return pointerShape(for: target(at: point))
  }

  /// Returns the pointer shape for a target.
  func pointerShape(for target: ConversationTarget?) -> Window.PointerShape {
    guard let target else { return .arrow }
    if interaction.canTap(target) { return .hand }
    return target.isInText ? .text : .arrow
  }

  /// Returns the row at a point with its key, and its frame in the view's coordinates.
  private func row(at point: Point) -> (row: ChatRowNode, key: Int, frame: Rect)? {
    guard let index = list.item(at: point), let frame = list.frame(at: index),
      let item = list.item(ofVisible: index),
      let row = list.node(at: index).flatMap({ ChatRowNode($0) })
    else { return nil }
    return (row, item.key, frame)
  }

  /// Returns the shown row of a message; `nil` if it is not near the screen.
  func row(ofKey key: Int) -> ChatRowNode? {
    for index in list.displayedItems.live ?? 0..<0 where list.item(ofVisible: index)?.key == key {
      return list.node(at: index).flatMap { ChatRowNode($0) }
    }
    return nil
  }

  /// Returns the ID of the message with a key.
  func id(ofKey key: Int) -> Message.ID? { source.table.message(ofKey: key)?.id }

  private func day(at point: Point) -> ConversationTarget? {
    for header in list.headerFrames where header.node.opacity > 0.01 {
      guard header.frame.contains(point), let pill = header.node.subnodes.first,
        let title = days.day(header.id.id)
      else { continue }
      let frame = pill.frame.offset(x: header.frame.minX, y: header.frame.minY)
      guard frame.contains(point) else { continue }
      return ConversationTarget(.day(title), in: nil, frame: frame, point: point)
    }
    return nil
  }
}

extension TextNode {
  /// Returns the target at a point of the text, with its rectangles; `nil` for plain text.
  func targetKind(at point: Point) -> (ConversationTarget.Kind, [Rect])? {
    let (layout, revealed) = (layout, revealed)
    if let block = layout.blocks.first(where: {
      CopyButtons.frame(in: $0)?.contains(point) ?? false
    }) {
      return (.copyButton(block: block.index), [CopyButtons.frame(in: block) ?? block.frame])
    }
    switch target(at: point) {
    case .link(let link)?:
      guard let tapped = TappedLink(link, in: text, revealed: revealed) else { return nil }
      return (.link(tapped), layout.rects(of: link.range))
    case .token(let part)?:
      if let link = TappedLink(part) { return (.link(link), layout.rects(of: part)) }
      guard case .other(let type, let value) = part.annotation.kind else { return nil }
      return (.token(type: type, value: value), layout.rects(of: part))
    case .spoiler(let spoiler)?:
      let rects = layout.spoilers.first { $0.index == spoiler }?.rects ?? []
      return (.spoiler(spoiler), rects)
    case .block(let index)?:
      guard let block = layout.blocks.first(where: { $0.index == index }) else { return nil }
      return (.quotation(index, isExpanded: !block.isCollapsed), [block.frame])
    case nil: break
    }
    let hit = layout.hit(at: point, revealed: revealed)
    if let code = hit.code {
      let words = text.plainText(of: code.range, revealed: revealed)
      return (.code(words), layout.rects(of: code.range))
    }
    if let emoji = hit.attachment, !emoji.id.isEmpty, let place = hit.character {
      return (.customEmoji(id: emoji.id), layout.rects(of: place))
    }
    if let block = hit.block, case .code = block.kind {
      return (.codeBlock(block.index), [block.frame])
    }
    return nil
  }
}

extension ConversationTarget.Kind {
  /// Creates the kind of a row's part.
  fileprivate init(_ part: ChatRow.Part.Kind) {
    switch part {
    case .day: self = .day("")
    case .unreadDivider: self = .unreadDivider
    case .note: self = .note
    case .avatar: self = .avatar
    case .bubble: self = .bubble
    case .sender: self = .sender
    case .forward: self = .forwardHeader
    case .reply: self = .replyHeader
    case .image(let index): self = .image(index)
    case .text: self = .text
    // A preview that its message no longer has.
    case .linkPreview: self = .bubble
    case .reaction(let index): self = .reaction(index)
    case .status: self = .status
    case .stopButton: self = .stopButton
    }
  }
}

extension Rect {
  /// Returns the union of rectangles in another node's coordinates; `nil` if there are none.
  static func union(of rects: [Rect], from node: DisplayNode, to other: DisplayNode) -> Rect? {
    guard let first = rects.first else { return nil }
    let all = rects.dropFirst().reduce(first) { $0.union($1) }
    return node.convert(all.origin, to: other).map { Rect(origin: $0, size: all.size) }
  }
}
