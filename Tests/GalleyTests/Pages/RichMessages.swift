import GalleyText

func html(ofMarkdown markdown: String) throws -> String {
  let message = try RichMessage(markdown: markdown)
  return message.html(revealed: .none)
}
