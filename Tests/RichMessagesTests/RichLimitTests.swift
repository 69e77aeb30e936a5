import GalleyRichMessages
import Testing

/// Holds the readers to the limits; `RichJSONTests` has the table of the checklist's numbers.
@Suite struct RichLimitTests {
  /// Nested sections, the innermost of which contains a paragraph.
  private func details(depth: Int, _ innermost: String) -> String {
    (1..<depth).reduce(innermost) { json, _ in
      #"{"type":"details","summary":"","blocks":[\#(json)]}"#
    }
  }

  @Test func `16 levels are read, and the 17th is refused with its path`() throws {
    let paragraph = #"{"type":"paragraph","text":"a"}"#
    let bold = #"{"type":"paragraph","text":{"type":"bold","text":"a"}}"#
    _ = try RichMessage(json: #"{"blocks":[\#(details(depth: 16, paragraph))]}"#)
    _ = try RichMessage(json: #"{"blocks":[\#(details(depth: 15, bold))]}"#)
    let inner = String(repeating: ".blocks[0]", count: 16)
    #expect(
      throws: RichMessageError.limitExceeded(
        .depth, maximum: 16, place: .path("blocks[0]" + inner))
    ) { try RichMessage(json: #"{"blocks":[\#(details(depth: 17, paragraph))]}"#) }
    let text = String(repeating: ".blocks[0]", count: 15) + ".text"
    #expect(
      throws: RichMessageError.limitExceeded(
        .depth, maximum: 16, place: .path("blocks[0]" + text))
    ) { try RichMessage(json: #"{"blocks":[\#(details(depth: 16, bold))]}"#) }
  }

  @Test func `depth is limited in lists, HTML and Markdown too`() throws {
    func lists(_ depth: Int) -> String {
      (1..<depth).reduce(#"{"type":"divider"}"#) { json, _ in
        #"{"type":"list","items":[{"blocks":[\#(json)]}]}"#
      }
    }
    _ = try RichMessage(json: #"{"blocks":[\#(lists(16))]}"#)
    #expect(throws: RichMessageError.self) { try RichMessage(json: #"{"blocks":[\#(lists(17))]}"#) }
    let html = String(repeating: "<blockquote>", count: 15) + "\n"
    _ = try RichMessage(html: html + "a")
    #expect(
      throws: RichMessageError.limitExceeded(.depth, maximum: 16, place: .line(2))
    ) { try RichMessage(html: html + "<b>a") }
    let markdown = "x\n\n" + String(repeating: "> ", count: 15)
    _ = try RichMessage(markdown: markdown + "a")
    #expect(
      throws: RichMessageError.limitExceeded(.depth, maximum: 16, place: .line(3))
    ) { try RichMessage(markdown: markdown + "> a") }
  }

  @Test func `500 blocks are read, counting items and rows, and the 501st is refused`() throws {
    func json(_ count: Int) -> String {
      // Each is a list with an item and a block, and a table with a row.
      let piece =
        #"{"type":"list","items":[{"blocks":[{"type":"divider"}]}]},{"type":"table","cells":[[]]}"#
      let pieces =
        Array(repeating: piece, count: 99)
        + Array(
          repeating: #"{"type":"divider"}"#, count: count - 495)
      return #"{"blocks":[\#(pieces.joined(separator: ","))]}"#
    }
    #expect(try RichMessage(json: json(500)).blocks.count == 203)
    #expect(
      throws: RichMessageError.limitExceeded(.blocks, maximum: 500, place: .path("blocks[203]"))
    ) { try RichMessage(json: json(501)) }
    let markdown = String(repeating: "a\n\n", count: 500)
    #expect(try RichMessage(markdown: markdown).blocks.count == 500)
    #expect(
      throws: RichMessageError.limitExceeded(.blocks, maximum: 500, place: .line(1001))
    ) { try RichMessage(markdown: markdown + "a") }
  }

  @Test func `32,768 characters are read, and one more is refused`() throws {
    let emoji = String(repeating: "😀", count: 32_768)
    let place = RichMessageError.Place.path("blocks[0].text")
    _ = try RichMessage(json: json(emoji))
    #expect(throws: RichMessageError.limitExceeded(.characters, maximum: 32_768, place: place)) {
      try RichMessage(json: json(emoji + "a"))
    }
    _ = try RichMessage(markdown: emoji)
    #expect(throws: RichMessageError.self) { try RichMessage(markdown: emoji + "a") }
    _ = try RichMessage(html: emoji)
    #expect(throws: RichMessageError.self) { try RichMessage(html: emoji + "a") }
  }

  @Test func `formulas and alternatives of emoji count as characters`() throws {
    var limits = RichMessageLimits()
    limits.characters = 5
    let options = RichMessage.ReadingOptions(limits: limits)
    for (five, six) in [
      ("$x+y=$".filter { $0 != "=" } + "ab", "$x+y$abc"),
      ("![🙂a](tg://emoji?id=1)abc", "![🙂a](tg://emoji?id=1)abcd"),
    ] {
      _ = try RichMessage(markdown: five, options: options)
      #expect(throws: RichMessageError.self, "\(six)") {
        try RichMessage(markdown: six, options: options)
      }
    }
  }

  @Test func `21 columns by spans are refused`() throws {
    func table(_ span: Int) -> String {
      #"{"blocks":[{"type":"table","cells":[[{"text":"a","colspan":\#(span)},{"text":"b"}]]}]}"#
    }
    _ = try RichMessage(json: table(19))
    for span in [20, 1_000_000_000, Int.max] {
      #expect(
        throws: RichMessageError.limitExceeded(.columns, maximum: 20, place: .path("blocks[0]"))
      ) { try RichMessage(json: table(span)) }
    }
    #expect(throws: RichMessageError.self) {
      try RichMessage(html: "<table><tr>" + String(repeating: "<td>a", count: 21))
    }
    let row = String(repeating: "|a", count: 21) + "|\n"
    let marks = String(repeating: "|-", count: 21) + "|\n"
    #expect(throws: RichMessageError.self) { try RichMessage(markdown: row + marks) }
    #expect(throws: RichMessageError.self) {
      try RichMessage(
        markdown: String(repeating: "|a", count: 9_999) + "\n"
          + String(repeating: "|-", count: 9_999))
    }
  }

  @Test func `51 media are refused`() throws {
    let markdown = String(repeating: "![](https://a.example/a.jpg)\n\n", count: 50)
    #expect(try RichMessage(markdown: markdown).blocks.count == 50)
    #expect(
      throws: RichMessageError.limitExceeded(.media, maximum: 50, place: .line(101))
    ) { try RichMessage(markdown: markdown + "![](https://a.example/a.jpg)") }
  }

  @Test func `clipping cuts at a block, also inside containers`() throws {
    var limits = RichMessageLimits.clipped
    limits.characters = 6
    let options = RichMessage.ReadingOptions(limits: limits)
    let quotation = RichMessage([
      .paragraph("abc"), .quotation(RichBlock.Quotation([.paragraph("def")])),
    ])
    let html = "<p>abc</p><blockquote><p>def</p><p>ghi</p></blockquote><p>j</p>"
    let json =
      #"{"blocks":[{"type":"paragraph","text":"abc"},{"type":"blockquote","blocks":[{"type":"paragraph","text":"def"},{"type":"paragraph","text":"ghi"}]},{"type":"paragraph","text":"j"}]}"#
    for message in [
      try RichMessage(html: html, options: options), try RichMessage(json: json, options: options),
      try RichMessage(markdown: "abc\n\n> def\n>\n> ghi\n\nj", options: options),
    ] {
      #expect(message.blocks == quotation.blocks)
      #expect(message.isPartial)
    }
    let whole = try RichMessage(markdown: "abc\n\ndef", options: options)
    #expect(!whole.isPartial && whole.blocks.count == 2)
    #expect(try RichMessage(markdown: "abcdefg", options: options).isEmpty)
  }

  @Test(arguments: ["", "</td></tr></table>", "</table>"])
  func `clipping cuts before a table that is too wide, also one that is not closed`(
    end: String
  ) throws {
    var options = RichMessage.ReadingOptions()
    options.limits.behavior = .clip
    let message = try RichMessage(
      html: "<p>x</p><blockquote>y<table><tr><td colspan=\"70\">a" + end, options: options)
    #expect(
      message.blocks == [
        .paragraph("x"), .quotation(RichBlock.Quotation([.paragraph("y")])),
      ])
    #expect(message.isPartial)
  }

  @Test func `messages of programs are checked with the same limits`() throws {
    let limits = RichMessageLimits.telegram
    try limits.check(RichMessage([.paragraph(.styled(.bold, "a"))]))
    var nested = RichBlock.paragraph("a")
    for _ in 1..<17 { nested = .quotation(RichBlock.Quotation([nested])) }
    #expect(throws: RichMessageError.self) { try limits.check(RichMessage([nested])) }
    let wide = RichBlock.Table([[RichBlock.Table.Cell("a", columnSpan: 21)]])
    #expect(throws: RichMessageError.self) { try limits.check(RichMessage([.table(wide)])) }
    #expect(throws: RichMessageError.self) {
      try limits.check(RichMessage([.paragraph(.plain(String(repeating: "a", count: 32_769)))]))
    }
  }

  private func json(_ text: String) -> String {
    #"{"blocks":[{"type":"paragraph","text":"\#(text)"}]}"#
  }
}
