internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyTypesetting

extension ConversationView {
  /// The accessibility elements on screen, in reading order.
  ///
  /// Days precede the message below them. Frames are in the view's coordinates; elements entirely
  /// off screen are omitted. Message indices are those of the list's visible items.
  public var accessibilityElements: [ChatElement] {
    // A menu or a question takes all input.
    if let panel = interaction.panel { return panel.elements }
    let screen = Rect(origin: .zero, size: list.size)
    let selected = Set(list.selection.ranges.map(\.index))
    var days = accessibleDays[...]
    var elements: [ChatElement] = []
    for index in list.accessibilityOrder {
      guard let frame = list.frame(at: index), let node = list.node(at: index) else { continue }
      guard let row = ChatRowNode(node) else {
        let words = source.typing.joined(separator: ", ") + ": " + source.rows.style.words.typing
        elements.append(ChatElement(.note, verbatim: words, frame: frame))
        continue
      }
      while let day = days.first, day.frame.minY < frame.maxY {
        elements.append(days.removeFirst())
      }
      var parts = row.elements(in: state(ofVisible: index))
      for part in parts.indices {
        parts[part] = parts[part].moved(by: frame.origin)
        parts[part].message = index
        let isSelected = parts[part].role == .message && selected.contains(index)
        if isSelected { parts[part].traits.insert(.selected) }
      }
      elements += parts.filter { $0.frame.overlaps(screen) }
    }
    return elements + days + controls
  }

  /// The controls that belong to no message.
  private var controls: [ChatElement] {
    let words = source.rows.style.words
    var controls = (pages?.failedRows ?? []).compactMap { _, row -> ChatElement? in
      guard let origin = row.node.convert(.zero, to: node) else { return nil }
      let label = words.loadingFailed + " " + words.tryAgain
      var element = ChatElement(
        .button, verbatim: label, frame: Rect(origin: origin, size: row.node.frame.size))
      element.action = .press(.tryAgain)
      return element
    }
    if button.isShown {
      let label = words.scrollToEnd + (button.count > 0 ? ", \(button.count)" : "")
      var element = ChatElement(.button, verbatim: label, frame: button.node.frame)
      element.action = .press(.scrollToEnd)
      controls.append(element)
    }
    return controls
  }

  /// Performs the action of an element, as a tap would.
  ///
  /// - Returns: Whether an action was performed: the message is near the screen, and the element
  ///   can be tapped.
  @discardableResult public func perform(_ element: ChatElement) -> Bool {
    if let panel = interaction.panel {
      let frame = element.frame
      return element.role == .button
        && panel.activate(
          at: Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2))
    }
    if case .press(let control)? = element.action {
      switch control {
      case .scrollToEnd: scrollToEnd()
      case .tryAgain: retryPages()
      }
      return true
    }
    guard let target = target(of: element), interaction.canTap(target) else { return false }
    interaction.handle(.tap, on: target)
    return true
  }

  /// Returns the key of a visible item's message; `nil` if there is none.
  func key(ofVisible index: Int) -> Int? { list.item(ofVisible: index)?.key }

  /// Returns the reader's state of a visible item's message.
  func state(ofVisible index: Int) -> MessageState {
    key(ofVisible: index).map { source.state(ofKey: $0) } ?? MessageState()
  }

  /// The visible days, from top to bottom.
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
  /// Returns whether the interiors of two rectangles intersect.
  fileprivate func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
