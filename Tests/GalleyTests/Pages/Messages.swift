import GalleyText

func text(ofMarkdown markdown: String, theme: MessageTheme) throws -> AttributedText {
  var message = try Message(markdown: markdown)
  message.detectEntities()
  return message.attributedText(theme: theme)
}
