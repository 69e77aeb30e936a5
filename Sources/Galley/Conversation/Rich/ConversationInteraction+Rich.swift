internal import GalleyChat
internal import GalleyDisplay
internal import GalleyFonts
internal import GalleyGeometry
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

extension ConversationInteraction {
  /// Carries out a tap on a control of a rich message.
  func press(
    _ control: RichLayout.Control, at target: ConversationTarget, in view: ConversationView
  ) {
    switch control {
    case .details, .quotation: if let key = target.key { view.toggle(control, in: key) }
    case .button(let button): press(button, at: target, in: view)
    case .showMore:
      if let id = target.message { handler.conversation(view, loadRestOf: id) }
    case .checkbox(let item, _):
      if let id = target.message { handler.conversation(view, toggleCheckbox: item, of: id) }
    }
  }

  private func press(
    _ button: RichText.Button, at target: ConversationTarget, in view: ConversationView
  ) {
    switch button.action {
    case .url(let url):
      if let link = TappedLink(button, to: url) { follow(link) }
    case .copyText(let text): copy(DisclosedText(verbatim: text), at: target)
    case .disabled: break
    case .callback, .webApp, .login, .switchInlineQuery, .switchInlineQueryCurrentChat,
      .switchInlineQueryChosenChat:
      if let id = target.message { handler.conversation(view, pressed: button, of: id) }
    }
  }

  /// Follows a link within a rich message: to an anchor, or to the text of a footnote, which is
  /// shown beside its mark.
  func follow(
    _ link: RichMessage.Target, at target: ConversationTarget, in view: ConversationView
  ) {
    switch link {
    case .anchor: if let id = target.message { view.scroll(to: link, of: id) }
    case .reference(let name): showFootnote(name, at: target, in: view)
    }
  }

  private func showFootnote(
    _ name: String, at target: ConversationTarget, in view: ConversationView
  ) {
    guard let key = target.key, let message = view.message(ofKey: key),
      let rich = message.richMessage, let text = rich.text(ofReference: name)
    else { return }
    let style = PanelStyle(view.source.rows)
    let theme = MessageTheme(
      text: TextStyle(font: FontDescription(families: style.families, size: 15)))
    let note = RichMessage([.paragraph(text)], isRightToLeft: rich.isRightToLeft)
    let document = RichDocument(note, theme: RichTheme(message: theme), engine: style.engine)
    show(
      FootnotePanel(
        document, at: target.frame, style: style, environment: view.node.environment
      ) { [weak self] in self?.close() })
  }
}

extension RichText.Button {
  /// Whether a press has an effect without a delegate.
  var hasOwnAction: Bool {
    switch action {
    case .url, .copyText: true
    default: false
    }
  }
}
