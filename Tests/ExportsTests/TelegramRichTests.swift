import GalleyExports
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import Testing

/// Rich messages of Telegram Desktop's exports.
@Suite struct TelegramRichTests {
  let folder = ExportFolder()

  private func blocks(_ json: String) throws -> RichMessage {
    let messages = try folder.messages(
      #"{"id":1,"type":"message","rich_message":{"rtl":true,"part":false,"blocks":[\#(json)]}}"#)
    return try #require(messages.first?.richMessage)
  }

  /// The same message in the dialect of exports and in that of the Bot API.
  @Test(arguments: [
    (
      #"{"type":"heading","level":2,"text":{"type":"plain","text":"T"}}"#,
      #"{"type":"heading","size":2,"text":"T"}"#
    ),
    (
      #"{"type":"paragraph","text":{"type":"concat","text":[{"type":"plain","text":"a"},{"type":"bold","text":{"type":"plain","text":"b"}}]}}"#,
      #"{"type":"paragraph","text":["a",{"type":"bold","text":"b"}]}"#
    ),
    (
      #"{"type":"code","language":"c","text":{"type":"plain","text":"x"}}"#,
      #"{"type":"pre","language":"c","text":"x"}"#
    ),
    (#"{"type":"divider"}"#, #"{"type":"divider"}"#),
    (
      #"{"type":"math","formula":"x^2"}"#, #"{"type":"mathematical_expression","expression":"x^2"}"#
    ),
    (
      #"{"type":"quote","content":"blocks","blocks":[{"type":"paragraph","text":{"type":"plain","text":"q"}}]}"#,
      #"{"type":"blockquote","blocks":[{"type":"paragraph","text":"q"}]}"#
    ),
    (
      #"{"type":"details","title":{"type":"plain","text":"s"},"open":true,"blocks":[{"type":"divider"}]}"#,
      #"{"type":"details","summary":"s","is_open":true,"blocks":[{"type":"divider"}]}"#
    ),
    (
      #"{"type":"table","bordered":true,"rows":[{"cells":[{"text":{"type":"plain","text":"c"},"header":true,"colspan":2,"align":"right"}]}]}"#,
      #"{"type":"table","is_bordered":true,"cells":[[{"text":"c","is_header":true,"colspan":2,"align":"right"}]]}"#
    ),
    (
      #"{"type":"paragraph","text":{"type":"text_link","href":"https://e.org","text":{"type":"plain","text":"l"}}}"#,
      #"{"type":"paragraph","text":{"type":"url","url":"https://e.org","text":"l"}}"#
    ),
    (
      #"{"type":"paragraph","text":{"type":"mention","text":{"type":"plain","text":"@ada"}}}"#,
      #"{"type":"paragraph","text":{"type":"mention","username":"ada","text":"@ada"}}"#
    ),
    (
      #"{"type":"footer","text":{"type":"email","text":{"type":"plain","text":"a@b.c"}}}"#,
      #"{"type":"footer","text":{"type":"email_address","email_address":"a@b.c","text":"a@b.c"}}"#
    ),
  ])
  func `a block equals that of the Bot API`(export: String, api: String) throws {
    let message = try blocks(export)
    let expected = try RichMessage(json: #"{"is_rtl":true,"blocks":[\#(api)]}"#)
    #expect(message.json(revealed: .all) == expected.json(revealed: .all))
    #expect(message.isRightToLeft)
  }

  @Test func `every block and text of the dialect keeps its words`() throws {
    let text = { (words: String) in #"{"type":"plain","text":"\#(words)"}"# }
    let styles = [
      "bold", "italic", "underline", "strikethrough", "code", "subscript", "superscript", "marked",
      "spoiler", "hashtag", "bot_command", "cashtag", "link", "bank_card", "phone", "unheard_of",
    ]
    let texts = styles.map { #"{"type":"\#($0)","text":\#(text("w-" + $0))}"# }
    let message = try blocks(
      """
      {"type":"paragraph","text":{"type":"concat","text":[\(texts.joined(separator: ","))]}},
      {"type":"thinking","text":\(text("w-thinking"))},{"type":"anchor","name":"n"},
      {"type":"list","kind":"ordered","start":3,"reversed":true,"list_type":"A","items":[
        {"task_state":"checked","content":"text","text":\(text("w-item"))},
        {"content":"blocks","blocks":[{"type":"paragraph","text":\(text("w-inner"))}]}]},
      {"type":"quote","pullquote":true,"text":\(text("w-pull")),"caption":{"credit":\(text("w-credit"))}},
      {"type":"collage","items":[{"type":"photo","photo":"p.jpg","width":4,"height":3}],
        "caption":{"text":\(text("w-caption"))}},
      {"type":"video","file_skip_reason":"unavailable","width":1,"height":1},
      {"type":"audio","file":"a.mp3","title":"w-title"},{"type":"file","file":"f.pdf","file_name":"w-file"},
      {"type":"map","geo":{"latitude":1,"longitude":2},"caption":{"text":\(text("w-map"))}},
      {"type":"button_row","alignment":"center","buttons":[{"text":\(text("w-button")),
        "button":{"type":"url","url":"https://e.org"}}]},
      {"type":"embed_post","blocks":[{"type":"paragraph","text":\(text("w-embed"))}]},
      {"type":"unsupported","source_type":"x"}
      """)
    let words = message.plainText(revealed: .all).string
    let expected =
      styles.map { "w-" + $0 } + [
        "w-thinking", "w-item", "w-inner", "w-pull", "w-credit", "w-caption", "w-map", "w-button",
        "w-embed",
      ]
    for word in expected { #expect(words.contains(word), "\(word)") }
  }

  @Test func `a message beyond the limits is reduced to its text`() throws {
    let paragraph = #"{"type":"paragraph","text":{"type":"plain","text":"p"}}"#
    let list = Array(repeating: paragraph, count: 5_000).joined(separator: ",")
    try folder.telegram(
      #"{"id":1,"type":"message","rich_message":{"blocks":[\#(list)]}},{"id":2,"type":"message","text":"next"}"#
    )
    let contents = try folder.read()
    #expect(contents.messages.count == 2)
    #expect(contents.messages[0].plainText.hasPrefix("p"))
    #expect(contents.problems.count == 1)
  }
}
