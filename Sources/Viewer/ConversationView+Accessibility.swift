public import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyTypesetting

extension ConversationView {
  /// What is on screen to be spoken of, in the order in which one reads it.
  ///
  /// Days stand in front of the message that they are over. Frames are in the view's coordinates; what lies
  /// wholly outside is left out. Numbers of messages stay, whatever is scrolled or changed.
  public var accessibilityElements: [ChatElement] {
    let screen = Rect(origin: .zero, size: list.size)
    let selected = Set(list.selection.ranges.map(\.index))
    var days = accessibleDays[...]
    var elements: [ChatElement] = []
    for index in list.accessibilityOrder {
      guard let frame = list.frame(at: index),
        let row = list.node(at: index).flatMap({ ChatRowNode($0) })
      else { continue }
      while let day = days.first, day.frame.minY < frame.maxY {
        elements.append(days.removeFirst())
      }
      var parts = source.rows.elements(of: row.row, in: source.state(of: index))
      for part in parts.indices {
        parts[part] = parts[part].moved(by: frame.origin)
        let isSelected = parts[part].role == .message && selected.contains(index)
        if isSelected { parts[part].traits.insert(.selected) }
      }
      elements += parts.filter { $0.frame.overlaps(screen) }
    }
    return elements + days
  }

  /// Does what an element is for, as a tap would.
  ///
  /// - Returns: Whether there was anything to do: the message is near the screen, and the element does
  ///   something.
  @discardableResult public func perform(_ element: ChatElement) -> Bool {
    guard let action = element.action, let index = element.message,
      let row = list.node(at: index).flatMap({ ChatRowNode($0) }), let text = row.text
    else { return false }
    switch action {
    case .follow(let link): follow(link, in: text)
    case .reveal(let spoiler):
      text.reveal(spoiler)
      noteRevealed(spoiler, in: index, on: row)
    case .expand(let isExpanded, let block): expand(block, isExpanded, in: index)
    }
    return true
  }

  /// The days that are seen, from the top down.
  private var accessibleDays: [ChatElement] {
    let screen = Rect(origin: .zero, size: list.size)
    return list.headerFrames.compactMap { header in
      guard header.node.opacity > 0, header.frame.overlaps(screen),
        let day = days.day(header.id.id)
      else { return nil }
      return ChatElement(.day, verbatim: day, frame: header.frame)
    }
  }
}

extension Rect {
  /// Whether the two have more than an edge in common.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
