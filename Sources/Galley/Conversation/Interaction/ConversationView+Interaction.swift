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
  /// - Parameter target: The target, such as one from ``target(at:)``. The delegate provides the
  ///   items.
  public func showMenu(for target: ConversationTarget) {
    interaction.showMenu(for: target, at: .point(target.point))
  }

  /// Installs the handlers of a row.
  func install(_ interaction: ConversationInteraction, on node: DisplayNode) {
    guard let row = ChatRowNode(node) else { return }
    let buttons = CopyButtons()
    node.pointerHandler = RowInteraction(interaction.gestures, buttons)
    buttons.observe(row)
  }

  /// Copies the selected text.
  public func copySelection() {
    let text = copiedText
    if !text.isEmpty { onCopy?(text) }
  }

  /// The selected text as it is copied.
  var copiedText: DisclosedText {
    guard copiesNames, let ends = list.selection.ends, ends.start.index != ends.end.index else {
      return list.selection.text
    }
    return selectedTranscript
  }

  // MARK: Menus

  /// Returns the items of a menu before the delegate changes them.
  func defaultMenu(for target: ConversationTarget) -> [MenuItem] {
    let words = source.rows.style.words
    var items = ownItems(of: target, words)
    guard let key = target.key, let message = target.message else { return items }
    let selected = selectedRange(ofKey: key)
    let text = selectableText(of: ListItem(key: key))
    if selected != nil {
      items.append(
        MenuItem(words.copy, shortcut: "Ctrl+C") { [weak self] in self?.copySelection() })
    } else if let text {
      let plain = text.plainText(of: 0..<text.length, revealed: source.state(ofKey: key).revealed)
      items.append(
        MenuItem(items.isEmpty ? words.copy : words.copyMessage) { [weak self] in
          self?.interaction.copy(plain, at: target)
        })
    }
    if canReply {
      items.append(
        MenuItem(selected == nil ? words.reply : words.quote) { [weak self] in
          guard let self else { return }
          interaction.handler.conversation(self, replyTo: message, quoting: selected)
        })
    }
    if canScrollBack {
      items.append(MenuItem(words.goBack) { [weak self] in self?.scrollBack() })
    }
    guard text != nil else { return items }
    if !items.isEmpty { items.append(.separator) }
    if selected == nil {
      items.append(MenuItem(words.select) { [weak self] in self?.selectText(ofKey: key) })
    }
    items.append(
      MenuItem(words.selectAll, shortcut: "Ctrl+A") { [weak self] in
        self?.list.selection.selectAll()
      })
    return items
  }

  /// Returns the selected range of a message on screen; `nil` if nothing of it is selected.
  private func selectedRange(ofKey key: Int) -> Range<Int>? {
    list.selection.ranges.first { list.item(ofVisible: $0.index)?.key == key }?.range
  }

  /// Returns the items that concern the target itself rather than its message.
  private func ownItems(of target: ConversationTarget, _ words: ChatWords) -> [MenuItem] {
    switch target.kind {
    case .link(let link):
      guard let destination = link.destination else {
        return [
          MenuItem("\(words.copy) “\(link.text.string)”") { [weak self] in
            self?.interaction.copy(link.text, at: target)
          }
        ]
      }
      return [
        MenuItem(words.openLink) { [weak self] in self?.interaction.follow(link) },
        MenuItem(words.copyLink) { [weak self] in
          self?.interaction.copy(DisclosedText(verbatim: destination.url), at: target)
        },
      ]
    case .code(let code):
      return [MenuItem(words.copyCode) { [weak self] in self?.interaction.copy(code, at: target) }]
    case .codeBlock(let block), .copyButton(let block):
      return [
        MenuItem(words.copyCode) { [weak self] in
          var button = target
          button.kind = .copyButton(block: block)
          self?.interaction.handle(.tap, on: button)
        }
      ]
    case .text:
      guard let name = footnote(at: target), let id = target.message else { return [] }
      return [
        MenuItem(words.goToMark) { [weak self] in self?.scroll(toMarkOf: name, of: id) }
      ]
    default: return []
    }
  }

  /// Returns the name of the footnote at a target, to whose mark a menu item leads.
  private func footnote(at target: ConversationTarget) -> String? {
    guard let rich = target.key.flatMap({ row(ofKey: $0)?.rich }),
      let point = node.convert(target.point, to: rich.node)
    else { return nil }
    return rich.layout.reference(at: point)
  }

  /// Selects the text of a message.
  private func selectText(ofKey key: Int) {
    guard let index = list.visibleIndex(ofKey: key) else { return }
    list.selection.select(itemAt: index)
  }

  /// Shows the menu of a selection that a finger has made.
  func showSelectionMenu() {
    guard let frame = list.selection.visibleFrame,
      let index = list.selection.ranges.first?.index, let item = list.item(ofVisible: index)
    else { return }
    let target = ConversationTarget(
      .text, in: (item.key, id(ofKey: item.key)), frame: frame, point: frame.origin)
    // Below the handles, which can still be dragged.
    let area = frame.extended(by: Insets(top: 14, left: 0, bottom: 16, right: 0))
    interaction.showMenu(for: target, at: .beside(area), isModal: false)
  }
}
