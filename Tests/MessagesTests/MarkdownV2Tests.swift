import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct MarkdownV2Tests {
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("*a*_b_", "[bold a][italic b]"),
    ("__a__ ~b~ ||c||", "[underline a] [strikethrough b] [spoiler c]"),
    ("*a _b ~c ||d||~ __e___*", "[bold a [italic b [strikethrough c [spoiler d]] [underline e]]]"),
    ("___a_**__", "[italic [underline a]]"), ("_a_**__b__", "[italic a][underline b]"),
    ("`a*b\\`\\\\`", "[code a*b`\\]"), ("```a\\`b```", "[pre a`b]"),
    ("```swift\nlet a\n```", "[pre(swift) let a]\n"), ("```\nswift\n```", "[pre swift]\n"),
    ("```swift```", "[pre swift]"), ("```c++\r\na```", "[pre(c++) a]"),
    ("[a](https://x.example/?b\\)c)", "[text_link a]"),
    ("[a *b*](https://x.example)", "[text_link a [bold b]]"),
    ("[a](tg://user?id=7)", "[text_mention a]"),
    ("[https://x\\.example]", "[url https://x.example]"),
    ("![👍](tg://emoji?id=53)", "[custom_emoji 👍]"),
    ("![a](tg://time?unix=16&format=wDT)", "[date_time a]"),
    (">a\n>b\nc", "[blockquote a\nb]\nc"), (">a||", "[expandable_blockquote a]"),
    (">a||\nb", "[expandable_blockquote a]\nb"),
    (">a\n**>b||\n**>c", "[blockquote a]\n[expandable_blockquote b]\n[blockquote c]"),
    (">||a||", "[blockquote [spoiler a]]"), (">||a||||", "[expandable_blockquote [spoiler a]]"),
    (">*a\n>b*", "[blockquote [bold a\nb]]"), (">```c\n>a\n>b```", "[blockquote [pre(c) a\nb]]"),
    (">`a\n>b`", "[blockquote [code a\nb]]"), ("\\>a\\.", ">a."), ("\\a\\é", "a\\é"), ("**", ""),
    ("a\n\n>b", "a\n\n[blockquote b]"), ("א*ב*", "א[bold ב]"),
  ])
  func `MarkdownV2 parses to the expected entities`(markup: String, expected: String) throws {
    #expect(try marked(Message(markdownV2: markup)) == expected)
  }

  @Test(arguments: [
    ("*a", 0, "can't find end of Bold entity"), ("é_a*b_", 6, "can't find end of Italic entity"),
    ("a.b", 1, "character '.' is reserved and must be escaped with the preceding '\\'"),
    ("a > b", 2, "character '>' is reserved and must be escaped with the preceding '\\'"),
    ("a|b", 1, "character '|' is reserved and must be escaped with the preceding '\\'"),
    ("`a", 0, "can't find end of Code entity"),
    ("```a``", 4, "character '`' is reserved and must be escaped with the preceding '\\'"),
    ("[a](x", 3, "can't find end of a URL"), ("[a", 0, "can't find end of TextUrl entity"),
    ("[a[b]](x)", 2, "character '[' is reserved and must be escaped with the preceding '\\'"),
    (
      "x![a](https://a.example)", 1, "CustomEmoji entity must contain a tg://emoji or tg://time URL"
    ),
    ("x![a]", 1, "CustomEmoji entity must contain a tg://emoji or tg://time URL"),
    (">*a\nb*", 1, "can't find end of Bold entity"),
    ("*>a*", 1, "character '>' is reserved and must be escaped with the preceding '\\'"),
    (">```\na```", 1, "can't find end of Pre entity"),
    ("||a|", 3, "character '|' is reserved and must be escaped with the preceding '\\'"),
  ])
  func `MarkdownV2 errors name the offset of the markup and the reason`(
    markup: String, byte: Int, reason: String
  ) {
    #expect(throws: MessageError.invalidMarkdown(byte: byte, reason: reason)) {
      try Message(markdownV2: markup)
    }
  }

  @Test func `an error is described like the Bot API's`() {
    let error = MessageError.invalidMarkdown(byte: 3, reason: "can't find end of Bold entity")
    #expect(
      error.description == "can't parse entities: can't find end of Bold entity at byte offset 3")
  }

  @Test(arguments: [
    ("plain.\n", "plain.\n"), ("*a*_b_ __c__", "[bold a][italic b] [italic ]c[italic ]"),
    ("`a*b` ```swift\nlet``` ```x```", "[code a*b] [pre(swift) let] [pre x]"),
    ("[a](https://x.example) [b](tg://user?id=7)", "[text_link a] [text_mention b]"),
    ("\\*a\\_ \\a", "*a_ \\a"), ("*a_b*", "[bold a_b]"),
    ("[https://x.example]", "[url https://x.example]"),
    ("~a~ ||b|| >c", "~a~ ||b|| >c"),
  ])
  func `legacy Markdown parses to the expected entities`(markup: String, expected: String) throws {
    let expected = expected.replacing("[italic ]", with: "")
    #expect(try marked(Message(legacyMarkdown: markup)) == expected)
  }

  @Test(arguments: [("a*b", 1), ("é_a", 2), ("`a", 0), ("```a``", 0), ("[a](b", 0), ("[a", 0)])
  func `legacy Markdown errors name the offset of the entity`(markup: String, byte: Int) {
    #expect(
      throws: MessageError.invalidMarkdown(
        byte: byte, reason: "can't find end of the entity starting")
    ) { try Message(legacyMarkdown: markup) }
  }

  @Test(arguments: 0..<600)
  func `messages survive a round trip through MarkdownV2`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.markupMessage(using: &random, nestsQuotes: false)
    let markup = message.markdownV2(revealed: .all)
    let back = try Message(markdownV2: markup)
    #expect(back.text == message.text, "\(markup)")
    #expect(
      MarkupOutline(back) == MarkupOutline(message),
      "\(markup.debugDescription) \(message.json(revealed: .all))")
    #expect(back.markdownV2(revealed: .all) == markup)
  }

  @Test(arguments: 0..<300)
  func `any message is written as MarkdownV2 that can be read`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let markup = message.markdownV2(revealed: .all)
    let back = try Message(markdownV2: markup)
    #expect(back.text.filter { $0 != "\n" } == message.text.filter { $0 != "\n" }, "\(markup)")
    _ = try? Message(markdownV2: MessageFuzzer.text(count: 20, using: &random))
    _ = try? Message(legacyMarkdown: MessageFuzzer.text(count: 20, using: &random))
  }

  @Test func `hidden spoilers are not written`() {
    let message = Message("a secret", entities: [MessageEntity(.spoiler, in: 2..<8)])
    #expect(!message.markdownV2(revealed: .none).contains("secret"))
    #expect(!message.markdown(revealed: .none).contains("secret"))
    #expect(message.markdownV2(revealed: .all) == "a ||secret||")
    #expect(message.markdown(revealed: .all) == "a ||secret||")
  }

  @Test(arguments: [
    "*", "_", "__", "~", "||", "`", "```", "[", "[a](", "![", "![a](tg://emoji?id=1)", ">", ">a\n",
    "**>a||\n", "\\", "*_~||__", "[a](b)", "```a\n", "a", "*[a",
  ])
  func `parsing and writing time is linear for hostile markup`(piece: String) {
    let text = String(repeating: piece, count: 24_000 / piece.utf8.count)
    expectTime(below: 1) {
      for suffix in ["", "*", "]", "`", "\n", "](x)"] {
        let message = try? Message(markdownV2: text + suffix)
        _ = message?.markdownV2(revealed: .all)
        _ = message?.markdown(revealed: .all)
        _ = try? Message(legacyMarkdown: text + suffix)
      }
      let plain = Message(text, entities: [MessageEntity(.bold, in: 0..<text.utf8.count)])
      _ = plain.markdownV2(revealed: .all)
      _ = plain.markdown(revealed: .all)
    }
  }
}
