internal import GalleyChat
internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLists
public import GalleyTypesetting

extension ConversationView {
  /// The delegate of the interaction, which is not retained.
  public var delegate: (any ConversationDelegate)? {
    get { interaction.delegate }
    set { interaction.delegate = newValue }
  }

  /// Called with text that the reader copies; a ``ConversationWindow`` puts it on the clipboard.
  public var onCopy: (@MainActor (DisclosedText) -> Void)? {
    get { interaction.onCopy }
    set { interaction.onCopy = newValue }
  }

  /// Whether menus offer replies, which the delegate starts.
  public var canReply: Bool {
    get { interaction.canReply }
    set { interaction.canReply = newValue }
  }

  /// Whether a menu or a question is over the conversation.
  public var hasPanel: Bool { interaction.panel != nil }

  /// Shows a menu.
  ///
  /// - Parameter target: The target, such as one from ``target(at:)``; the delegate provides the
  ///   items.
  public func showMenu(for target: ConversationTarget) {
    interaction.showMenu(for: target, at: .point(target.point))
  }

  /// Installs the handlers of a row.
  func install(_ interaction: ConversationInteraction, on node: DisplayNode) {
    let buttons = CopyButtons()
    node.pointerHandler = RowInteraction(interaction.gestures, buttons)
    buttons.observe(ChatRowNode(node)?.text)
  }

  /// Scrolls to the message that a message replies to.
  func jump(toReplyOf message: Int) {
    guard let id = source.rows.source.message(at: message).replyTo,
      let index = source.rows.source.index(of: id)
    else { return }
    list.scroll(to: ItemPath(item: index), at: .center(), animation: .standard)
  }

  /// Copies the selected text.
  public func copySelection() {
    let text = list.selection.text
    if !text.isEmpty { onCopy?(text) }
  }

  // MARK: Menus

  /// Returns the items of a menu before the delegate changes them.
  func defaultMenu(for target: ConversationTarget) -> [MenuItem] {
    var items = ownItems(of: target)
    guard let message = target.message else { return items }
    let selection = list.selection
    let isSelected = selection.ranges.contains { $0.index == message }
    if isSelected {
      items.append(MenuItem("Copy", shortcut: "Ctrl+C") { [weak self] in self?.copySelection() })
    } else if let text = source.rows.text(at: message) {
      let revealed = state(ofVisible: message).revealed
      let words = text.plainText(of: 0..<text.length, revealed: revealed)
      items.append(
        MenuItem(items.isEmpty ? "Copy" : "Copy message") { [weak self] in
          self?.interaction.copy(words, at: target)
        })
    }
    if canReply {
      let range = isSelected ? selection.ranges.first { $0.index == message }?.range : nil
      items.append(
        MenuItem(range == nil ? "Reply" : "Quote") { [weak self] in
          guard let self else { return }
          interaction.handler.conversation(self, replyTo: message, quoting: range)
        })
    }
    guard source.rows.text(at: message) != nil else { return items }
    if !items.isEmpty { items.append(.separator) }
    if !isSelected {
      items.append(MenuItem("Select") { [weak self] in self?.selectText(of: message) })
    }
    items.append(
      MenuItem("Select all", shortcut: "Ctrl+A") { [weak self] in
        self?.list.selection.selectAll()
      })
    return items
  }

  /// Returns the items that concern the target itself rather than its message.
  private func ownItems(of target: ConversationTarget) -> [MenuItem] {
    switch target.kind {
    case .link(let link):
      guard let destination = link.destination else {
        return [
          MenuItem("Copy “\(link.text.string)”") { [weak self] in
            self?.interaction.copy(link.text, at: target)
          }
        ]
      }
      return [
        MenuItem("Open…") { [weak self] in self?.interaction.follow(link) },
        MenuItem("Copy link") { [weak self] in
          self?.interaction.copy(DisclosedText(verbatim: destination.url), at: target)
        },
      ]
    case .code(let code):
      return [MenuItem("Copy code") { [weak self] in self?.interaction.copy(code, at: target) }]
    case .codeBlock(let block), .copyButton(let block):
      return [
        MenuItem("Copy code") { [weak self] in
          var button = target
          button.kind = .copyButton(block: block)
          self?.interaction.handle(.tap, on: button)
        }
      ]
    default: return []
    }
  }

  /// Selects the text of a message.
  private func selectText(of message: Int) {
    list.selection.select(itemAt: message)
  }

  /// Shows the menu of a selection that a finger has made.
  func showSelectionMenu() {
    guard let frame = list.selection.visibleFrame,
      let message = list.selection.ranges.first?.index
    else { return }
    let target = ConversationTarget(.text, in: message, frame: frame, point: frame.origin)
    // Below the handles, which can still be dragged.
    let area = frame.extended(by: Insets(top: 14, left: 0, bottom: 16, right: 0))
    interaction.showMenu(for: target, at: .beside(area), isModal: false)
  }
}
