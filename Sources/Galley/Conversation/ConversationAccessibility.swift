internal import GalleyAccessibility
internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
internal import GalleyMessages
internal import GalleyTypesetting

/// The object of a conversation to which a screen reader has moved the focus.
struct ScreenReaderFocus: Hashable, Sendable {
  /// The key of the message's item.
  var key: Int
  /// The identifier of a part of the message; `nil` for the whole message.
  var part: String?
}

/// The conversation as screen readers present it: a list whose items are messages with texts, and
/// whose newest messages are announced.
///
/// The list contains the messages near the screen; those on screen have the state "showing".
/// Scrolling or moving the focus to the last one brings more.
extension ConversationView {
  /// The number of newest messages that can be announced.
  private static let liveCount = 8

  /// The conversation.
  var accessible: Accessible {
    var conversation = Accessible(.list, "Messages", id: "conversation")
    conversation.frame = Rect(origin: .zero, size: list.size)
    if screenReaderFocus == nil { conversation.states = .focused }
    conversation.onFocus = { [weak self] in self?.moveScreenReaderFocus(nil) ?? false }
    conversation.live = live
    let frames = dayFrames
    var day: String?
    for index in liveMessages {
      guard let message = accessibleMessage(at: index) else { continue }
      if let next = source.rows.day(at: index), next != day {
        day = next
        var heading = Accessible(.heading, next, id: "day " + next)
        heading.level = 2
        heading.frame =
          frames[next]
          ?? message.frame.map { frame in
            Rect(x: frame.minX, y: frame.minY, width: frame.size.width, height: 0)
          }
        conversation.children.append(heading)
      }
      conversation.children.append(message)
    }
    conversation.children += controls.map { accessibleControl($0) }
    if let panel = interaction.panel { conversation.children.append(accessiblePanel(panel)) }
    return conversation
  }

  // MARK: Controls

  /// Returns the menu or the question over the conversation, with its texts and buttons.
  private func accessiblePanel(_ panel: any ConversationPanel) -> Accessible {
    let elements = panel.elements
    let name = elements.first { $0.role == .note }?.spokenLabel ?? "Menu"
    var dialog = Accessible(.dialog, name, id: "panel")
    dialog.frame = panel.node.frame
    dialog.children = elements.map { accessibleControl($0) }
    return dialog
  }

  /// Returns the object of a text or a button that belongs to no message.
  private func accessibleControl(_ element: ChatElement) -> Accessible {
    let isButton = element.role == .button
    let label = element.spokenLabel
    var object = Accessible(isButton ? .button : .paragraph, label, id: "control " + label)
    object.frame = element.frame
    if isButton {
      object.actions = [
        Accessible.Action("press") { [weak self] in self?.perform(element) ?? false }
      ]
    }
    return object
  }

  /// The indices of messages with nodes, in reading order.
  private var liveMessages: [Int] {
    let live = (list.displayedItems.live ?? 0..<0).clamped(to: 0..<source.count)
    return list.configuration.isReversed ? live.reversed() : Array(live)
  }

  /// The frames of the days on screen.
  private var dayFrames: [String: Rect] {
    let frames = list.headerFrames.compactMap { header in
      days.day(header.id.id).map { ($0, header.frame) }
    }
    return Dictionary(frames) { first, _ in first }
  }

  // MARK: Messages

  private func accessibleMessage(at index: Int) -> Accessible? {
    guard let frame = list.frame(at: index), let node = list.node(at: index),
      let row = ChatRowNode(node), let key = key(ofVisible: index)
    else { return nil }
    let state = source.state(ofKey: key)
    let elements = row.elements(in: state).map { $0.moved(by: frame.origin) }
    guard let whole = elements.first(where: { $0.role == .message || $0.role == .note }) else {
      return nil
    }
    var message = Accessible(.listItem, whole.spokenLabel, id: "message \(key)")
    message.frame = whole.frame
    message.position = Accessible.Position(index, of: source.count)
    if let text = row.text {
      message.text = accessibleText(text, of: index, key: key, in: state, node, at: frame.origin)
      if message.text?.selectedRange != nil { message.states.insert(.selected) }
    }
    message.onScroll = { [weak self] in self?.showMessage(key) ?? false }
    let text = row.text?.text
    message.children = elements.enumerated().compactMap { number, element in
      accessiblePart(element, number: number, of: key, text, in: state)
    }
    setFocus(of: &message, ScreenReaderFocus(key: key))
    return message
  }

  /// Returns the object of a part of a message; `nil` for the message itself and days.
  private func accessiblePart(
    _ element: ChatElement, number: Int, of key: Int, _ text: AttributedText?,
    in state: MessageState
  ) -> Accessible? {
    var part: Accessible
    switch (element.role, element.action) {
    case (.image, _): part = Accessible(.image, element.spokenLabel, id: "image \(number)")
    case (.link, .follow(let link)?):
      part = Accessible(.link, element.spokenLabel, id: "link \(link.range.lowerBound)")
      let destination = text.flatMap { LinkDestination(link, in: $0, revealed: state.revealed) }
      part.link = Accessible.Link(link.range, address: destination?.url ?? "")
      part.actions = [action("follow", element, of: key)]
    case (.link, .followToken(let token)?):
      part = Accessible(.link, element.spokenLabel, id: "token \(token.line)")
      part.actions = [action("follow", element, of: key)]
    case (.link, .followPreview(let preview)?):
      part = Accessible(.link, element.spokenLabel, id: "preview")
      part.details = preview.destination?.displayString ?? ""
      part.actions = [action("follow", element, of: key)]
    case (.button, .reveal(let spoiler)?):
      part = Accessible(.button, element.spokenLabel, id: "spoiler \(spoiler)")
      part.actions = [action("reveal", element, of: key)]
    case (.button, .expand(let expands, let block)?):
      part = Accessible(.button, element.spokenLabel, id: "block \(block)")
      part.states = expands ? .collapsed : .expanded
      part.actions = [action(expands ? "expand" : "collapse", element, of: key)]
    case (.link, nil):
      part = Accessible(.link, element.spokenLabel, id: "link \(number)")
      part.actions = [action("follow", element, of: key)]
    case (.button, nil):
      part = Accessible(.button, element.spokenLabel, id: "control \(number)")
      if element.traits.contains(.collapsed) { part.states = .collapsed }
      if element.traits.contains(.expanded) { part.states = .expanded }
      part.actions = [action("press", element, of: key)]
    default: return nil
    }
    part.frame = element.frame
    part.onScroll = { [weak self] in self?.showMessage(key) ?? false }
    setFocus(of: &part, ScreenReaderFocus(key: key, part: part.id))
    return part
  }

  private func action(_ name: String, _ element: ChatElement, of key: Int) -> Accessible.Action {
    Accessible.Action(name) { [weak self] in
      guard let self, let index = index(of: key) else { return false }
      var element = element
      element.message = index
      return perform(element)
    }
  }

  private func accessibleText(
    _ text: TextNode, of index: Int, key: Int, in state: MessageState, _ node: DisplayNode,
    at origin: Point
  ) -> Accessible.Text {
    let place = text.node.convert(.zero, to: node) ?? .zero
    var accessible = Accessible.Text(
      text.layout, revealed: state.revealed,
      at: Point(x: place.x + origin.x, y: place.y + origin.y))
    accessible.selection = list.selection.ranges.first { $0.index == index }?.range
    if let focus = list.selection.focus, focus.index == index {
      accessible.caret = min(focus.offset, text.text.length)
    }
    accessible.onSelect = { [weak self] range in
      guard let self, let index = self.index(of: key) else { return false }
      list.selection.select(
        from: ListSelection.Position(index: index, offset: range.lowerBound),
        to: ListSelection.Position(index: index, offset: range.upperBound))
      return true
    }
    return accessible
  }

  // MARK: Focus and scrolling

  private func setFocus(of object: inout Accessible, _ focus: ScreenReaderFocus) {
    if screenReaderFocus == focus { object.states.insert(.focused) }
    object.onFocus = { [weak self] in self?.moveScreenReaderFocus(focus) ?? false }
  }

  private func moveScreenReaderFocus(_ focus: ScreenReaderFocus?) -> Bool {
    if let focus, !showMessage(focus.key) { return false }
    screenReaderFocus = focus
    return true
  }

  /// Scrolls a message into view; returns whether it exists.
  private func showMessage(_ key: Int) -> Bool {
    guard let index = index(of: key), let path = list.path(ofVisible: index) else { return false }
    list.scroll(to: path)
    return true
  }

  private func index(of key: Int) -> Int? {
    list.visibleIndex(ofKey: key, near: list.displayedItems.range.lowerBound)
  }

  // MARK: New messages

  /// The newest messages, of which those of others are announced, and the sentences of those that
  /// grow.
  private var live: Accessible.Live {
    let newest = max(0, source.count - Self.liveCount)..<source.count
    let sentences = newest.map { spokenSentences(of: $0) }
    let entries = zip(newest, sentences).flatMap { index, sentences in
      [liveEntry(of: index)] + sentences.map(\.entry)
    }
    return Accessible.Live(entries) { [weak self] entry in
      for sentence in sentences.joined() where sentence.entry == entry { return sentence.words }
      guard let self, let index = newestIndex(of: entry),
        !source.rows.source.message(at: index).isOutgoing
      else { return nil }
      return source.rows.label(at: index, in: source.state(ofKey: source.table.key(at: index)))
        .string(replacingPlaceholdersWith: ChatElement.hiddenText)
    }
  }

  private func newestIndex(of entry: String) -> Int? {
    (0..<source.count).suffix(Self.liveCount).last { liveEntry(of: $0) == entry }
  }

  /// Returns the announced sentences of a message that grows, with identifiers.
  private func spokenSentences(of index: Int) -> [(entry: String, words: String)] {
    guard let id = source.rows.source.message(at: index).message.id,
      let spoken = growing.spoken[id]
    else { return [] }
    return spoken.sentences.map { ("\(id) sentence \($0.number)", $0.words) }
  }

  /// Returns an identifier of a message that other changes do not affect.
  private func liveEntry(of index: Int) -> String {
    source.rows.source.message(at: index).message.id.map { "\($0)" } ?? "item \(index)"
  }
}
