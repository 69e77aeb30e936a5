internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
package import GalleyTypesetting

extension ChatRows {
  /// Returns the accessible elements of a row in reading order: the day, the message, then its
  /// images, links, hidden spoilers and quotations, and the link preview.
  ///
  /// - Parameters:
  ///   - row: The row, as it is laid out.
  ///   - state: The interaction state of the message.
  /// - Returns: The elements, with frames in the row's coordinates.
  public func elements(of row: ChatRow, in state: MessageState) -> [ChatElement] {
    guard row.index < count else { return [] }
    var elements: [ChatElement] = []
    if row.showsDay, let day = row.day {
      let top = row.top - day.height - ChatMetrics.gap
      elements.append(ChatElement(.day, day.words, frame: day.pill.frame.offset(x: 0, y: top)))
    }
    if let divider = row.divider {
      let origin = row.dividerOrigin
      elements.append(
        ChatElement(.note, divider.words, frame: divider.pill.frame.offset(x: 0, y: origin.y)))
    }
    switch row.content {
    case .note(let note):
      elements.append(
        ChatElement(.note, note.words, frame: note.pill.frame.offset(x: 0, y: row.top)))
    case .message(let layout):
      let message = source.message(at: row.index)
      let offset = Point(x: layout.x, y: row.top)
      var whole = ChatElement(
        .message, label(of: message, at: row.index, in: state), frame: layout.extent)
      if message.isOutgoing { whole.traits.insert(.outgoing) }
      elements += ([whole] + layout.parts(in: state)).map { $0.moved(by: offset) }
    }
    for index in elements.indices { elements[index].message = row.index }
    return elements
  }

  /// Returns the label of a message or note that need not be laid out.
  ///
  /// - Parameters:
  ///   - index: A valid message index.
  ///   - state: The interaction state of the message.
  /// - Returns: The label, with placeholders for hidden spoilers.
  package func label(at index: Int, in state: MessageState) -> DisclosedText {
    let message = source.message(at: index)
    guard message.isService else { return label(of: message, at: index, in: state) }
    return DisclosedText(
      NoteLayout(message, surroundings(of: message, at: index), engine: engine).label.layout.text)
  }

  /// Returns the label of a message, including its sender and time.
  private func label(
    of message: ChatMessage, at index: Int, in state: MessageState
  ) -> DisclosedText {
    let around = surroundings(of: message, at: index)
    let builder = MessageBuilder(message, around, engine: engine)
    func words(_ words: String) -> DisclosedText { DisclosedText(verbatim: words) }
    var parts = message.sender.isEmpty ? [] : [words(message.sender)]
    if let source = message.forwardedFrom { parts.append(words("forwarded from \(source)")) }
    if let reply = around.reply { parts.append(words("in reply to \(reply.message.sender)")) }
    switch around.images.count {
    case 0: break
    case 1: parts.append(words("photo"))
    case let count: parts.append(words("\(count) photos"))
    }
    if let rich = around.stream?.message ?? message.richMessage {
      parts.append(rich.plainText(revealed: state.revealed))
    } else if !message.message.text.isEmpty {
      parts.append(DisclosedText(builder.text, revealed: state.revealed))
    }
    if let preview = message.linkPreview { parts.append(words("link to \(preview.name)")) }
    parts += message.reactions.map { words("\($0.emoji) \($0.count)") }
    if let time = builder.timeText { parts.append(words(time)) }
    if let status = message.status { parts.append(words(status.spoken)) }
    return parts.joined(separator: ", ")
  }
}

extension DeliveryStatus {
  fileprivate var spoken: String {
    switch self {
    case .sending: "sending"
    case .sent: "sent"
    case .read: "read"
    case .failed: "not sent"
    }
  }
}

extension NoteLayout {
  fileprivate var words: DisclosedText { DisclosedText(label.layout.text) }
}

extension MessageLayout {
  /// The frame of the message without the avatar, relative to the left of its bubble.
  fileprivate var extent: Rect {
    let frames =
      labels.map { Rect(origin: $0.origin, size: $0.layout.size) } + pictures.map(\.frame)
    guard bubble == nil, let first = frames.first else {
      return bubble?.frame ?? Rect(x: 0, y: 0, width: 0, height: height)
    }
    return frames.dropFirst().reduce(first) { $0.union($1) }
  }

  /// Returns the elements within the message: images first, then those of the text, then the link
  /// preview.
  fileprivate func parts(in state: MessageState) -> [ChatElement] {
    var elements = pictures.enumerated().map { index, picture in
      let label = pictures.count > 1 ? "photo \(index + 1) of \(pictures.count)" : "photo"
      return ChatElement(.image, verbatim: label, frame: picture.frame)
    }
    if let body {
      let inText = body.layout.pressable(in: state).sorted { $0.place < $1.place }
      elements += inText.map { $0.element.moved(by: body.origin) }
    }
    if let rich {
      elements += rich.layout.pressable(in: state).map { $0.moved(by: rich.origin) }
    }
    if let button = parts.first(where: { $0.kind == .stopButton }) {
      elements.append(ChatElement(.button, verbatim: "stop", frame: button.frame))
    }
    if let preview {
      var element = ChatElement(
        .link, verbatim: preview.link.name, frame: boxes[preview.box].frame)
      element.action = .followPreview(preview.link)
      elements.append(element)
    }
    return elements
  }
}

extension TextLayout {
  /// Returns the elements of the text that can be pressed, with their offsets.
  fileprivate func pressable(in state: MessageState) -> [(place: Int, element: ChatElement)] {
    var found: [(place: Int, element: ChatElement)] = []
    for part in accessibilityElements(revealed: state.revealed) {
      guard let first = part.frames.first else { continue }
      let frame = part.frames.dropFirst().reduce(first) { $0.union($1) }
      switch part.role {
      case .text: continue
      case .link(let link):
        var element = ChatElement(.link, part.label, frame: frame)
        element.action = .follow(link)
        found.append((part.range.lowerBound, element))
      case .token(let token):
        guard case .link = token.annotation.kind else { continue }
        var element = ChatElement(.link, part.label, frame: frame)
        element.action = .followToken(token)
        found.append((part.range.lowerBound, element))
      case .spoiler(let spoiler):
        var element = ChatElement(.button, part.label, frame: frame)
        element.action = .reveal(spoiler: spoiler)
        found.append((part.range.lowerBound, element))
      }
    }
    for block in blocks where block.isCollapsible {
      let isCollapsed = block.isCollapsed
      var element = ChatElement(
        .button,
        verbatim: isCollapsed ? "show more of the quotation" : "show less of the quotation",
        frame: isCollapsed ? block.frame : block.arrowFrame ?? block.frame)
      element.traits = isCollapsed ? .collapsed : .expanded
      element.action = .expand(isCollapsed, block: block.index)
      // After the visible part of the block.
      found.append((block.hiddenRange?.lowerBound ?? block.range.upperBound, element))
    }
    return found
  }
}
