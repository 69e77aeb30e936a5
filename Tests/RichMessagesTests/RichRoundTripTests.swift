import GalleyCmark
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

// | number | test |
// |---|---|
// | 46 | messages survive a round trip through Markdown |
// | 47 | messages survive a round trip through HTML |
// | 48 | any text is a message; reading time stays bounded for hostile documents |
@Suite struct RichRoundTripTests {
  private let options = RichMessage.ReadingOptions(limits: .generous)

  @Test(arguments: seeds(200, long: 20_000))
  func `messages survive a round trip through HTML`(seed: UInt64) throws {
    var generator = RichMessageGenerator(seed: seed)
    let message = generator.message(blocks: Int(seed % 5) + 1)
    let html = message.html(revealed: .all)
    #expect(try RichMessage(html: html, options: options) == message, "\(html)")
  }

  @Test(arguments: seeds(200, long: 20_000))
  func `messages survive a round trip through Markdown`(seed: UInt64) throws {
    var generator = RichMessageGenerator(seed: seed)
    let message = generator.message(blocks: Int(seed % 5) + 1)
    let markdown = message.markdown(revealed: .all)
    #expect(try RichMessage(markdown: markdown, options: options) == message, "\(markdown)")
  }

  @Test func `Markdown is written without HTML where it can be`() throws {
    let markdown = """
      ## Trip *soon*

      Meet **Ada** at `six`, see [site](https://a.example/) and $x^2$.

      - [x] milk
      - eggs

      3. three
      4. four

      > quoted

      | A | B |
      | :-- | --- |
      | a | b |

      ```swift
      let a = 1
      ```

      ---

      $$x$$

      ![](https://a.example/p.jpg "Hall")
      """
    // Two columns with one alignment each are written as they were read.
    let message = try RichMessage(markdown: markdown)
    #expect(message.markdown(revealed: .all) == markdown)
  }

  /// Pieces of all three formats.
  private static let pieces = [
    "a", "word ", "é", "漢", "😀", "\n", "\n\n", " ", "    ", "\t", "<", ">", "&", "\"", "*", "**",
    "_",
    "__", "~~", "||", "==", "`", "```\n", "$", "$$", "> ", "[x](y)", "![", "](z)", "[", "]", "[^a]",
    "[^a]: ", "\\", "# ", "- ", "1. ", "[x] ", "|", "|-|-|\n", "---\n", "<b>", "</b>", "<details>",
    "<summary>", "</details>", "<table>", "<tr>", "<td>", "</table>", "<ul>", "<li>", "<p>",
    "<pre>",
    "<cite>", "<blockquote>", "<blockquote expandable>", "<figure>",
    "<img src=\"https://a.example\">",
    "<tg-math>", "</tg-math>", "<tg-button-row>", "<tg-button type=disabled>", "<tg-collage>",
    "<a name=x>", "<a href=#x>", "</a>", "<br>", "<!--", "-->", "&amp;", "&#10;", "\u{0}",
    "\u{FFFE}",
    "{\"blocks\":[", "]}", "{\"type\":\"paragraph\",\"text\":", "\"a\"", ",",
  ]

  @Test(arguments: 0..<300)
  func `any text is a message`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      Self.pieces.randomElement(using: &random) ?? ""
    }.joined()
    var limits = RichMessageLimits.clipped
    (limits.characters, limits.blocks, limits.depth) = (60, 8, 5)
    for options in [
      options, RichMessage.ReadingOptions(limits: limits, readsBackslashFormulas: true),
      RichMessage.ReadingOptions(isDraft: true, isStrict: true),
    ] {
      for message in [
        try? RichMessage(markdown: text, options: options),
        try? RichMessage(html: text, options: options),
        try? RichMessage(json: text, options: options),
      ].compactMap(\.self) {
        try options.limits.check(message, isDraft: true)
        _ = message.plainText()
        // A message that was read survives writing.
        let again = try RichMessage(
          html: message.html(revealed: .all), options: RichMessage.ReadingOptions(limits: .generous)
        )
        #expect(
          again.plainText().string.filter { !$0.isWhitespace }
            == RichMessage(again.blocks).plainText().string.filter { !$0.isWhitespace })
      }
    }
    _ = try? RichMessage(json: Array(text.utf8.dropFirst(1)))
  }

  @Test(arguments: [
    "- - - - ", "> > > ", "- ", "1. ", "\t- ", "* a **a ", "__a ", "||a", "||", "== a", "~a~~",
    "[a",
    "a](b", "![[", "`a``", "<?", "a <!A ", "<![CDATA[", "a <!-- ", "<a b=", "<a b='", "<http:",
    "[](",
    "\\", "&#x", "\n- a", "> a\nb\n", "![[]()", "$a", "$$", "$a$", "$x y$ ", "\\(", "![a](", "[a][",
    "[^a]", "[^a]: b\n", "[a]: b\n", "[a]: b (", "a\n=\n", "|a", "|a|\n|-|\n", "||a|| | ", "<b>",
    "</b>",
    "<details>\n\n", "<ul><li>", "<table>", "<td>", "<p>", "<br>",
    "<img src=https://a.example/a>\n\n",
    "![](https://a.example/a)", "<b>![](https://a.example/a)", "&amp;", "@a ", "#a", "4242 ",
    "a.b.c",
    "{\"a\":", "[", "\"\\u", "*_", "\u{301}", "  ", "<tg-button-row><tg-button type=disabled>",
    "<a name=x>", "[x](#x)", "<pre>", "`", "\n\n", "    a\n\n", "_a", "a*", "漢**",
  ])
  func `reading time stays bounded for hostile documents`(piece: String) {
    let small = String(repeating: piece, count: max(1, 1_000 / piece.utf8.count))
    let large = String(repeating: piece, count: max(1, 10_000 / piece.utf8.count))
    var limits = RichMessageLimits.generous
    (limits.depth, limits.columns) = (16, 20)
    var clipping = limits
    clipping.behavior = .clip
    // Quadratic work takes a hundred times as long.
    expectGrowth(from: 1, to: 10, below: 40, floor: 0.01) { scale in
      let text = scale == 1 ? small : large
      return processorTime {
        for limits in [limits, clipping] {
          let options = RichMessage.ReadingOptions(limits: limits, readsBackslashFormulas: true)
          _ = try? RichMessage(markdown: text, options: options)
          _ = try? RichMessage(html: text, options: options)
          _ = try? RichMessage(json: text, options: options)
        }
      }
    }
  }

  /// Closing marks behind many opening marks of another kind.
  @Test(arguments: [
    ("_a ", "a* "), ("*a ", "a_ "), ("[", "](a "), ("![", "]"), ("`", "``"), ("$a ", "a$5 "),
    ("||a ", "a== "), ("<b>", "</i>"), ("<a b=\"", "'>"), ("\\(", "\\]"), ("> ", "\n> a"),
  ])
  func `reading time stays bounded for unmatched marks`(first: String, second: String) {
    expectGrowth(from: 400, to: 4_000, below: 40, floor: 0.01) { count in
      let text =
        String(repeating: first, count: count) + String(repeating: second, count: count)
      return processorTime {
        let options = RichMessage.ReadingOptions(limits: .clippedGenerous)
        _ = try? RichMessage(markdown: text, options: options)
        _ = try? RichMessage(html: text, options: options)
      }
    }
  }

  @Test func `excessive references to a long definition stay plain text`() throws {
    let url = "https://x.example/" + String(repeating: "a", count: 50_000)
    let text = String(repeating: "[a] ", count: 5_000) + "\n\n[a]: " + url
    let message = try RichMessage(markdown: text, options: options)
    let size = message.html(revealed: .all).utf8.count
    #expect(size < 10_000_000)
  }

  /// cmark-gfm is the reference for CommonMark; extensions of either are left out.
  @Test(arguments: seeds(250, long: 50_000))
  func `blocks and inline markup agree with cmark-gfm`(seed: UInt64) throws {
    let blocks = [
      "a", "b c", "\n", "\n\n", " ", "  ", "    ", "- ", "* ", "1. ", "2) ", "> ", "# ", "## x",
      "---\n", "===\n", "```\n", "~~~\n", "+ ", "10. ",
    ]
    let inlines = [
      "a", "b ", "*", "**", "***", "`", "``", " ", "[x](y)", "[", "](z)", "]", "\\", "&amp;",
      "<http://a.b>", "(", ".", "\n",
    ]
    var random = SplitMix64(seed: seed)
    let pieces = seed.isMultiple(of: 2) ? blocks : inlines
    let text = (0..<Int.random(in: 1...14, using: &random)).map { _ in
      pieces.randomElement(using: &random) ?? ""
    }.joined()
    var options = options
    options.detectsEntities = false
    let ours = reference(try RichMessage(markdown: text, options: options).blocks)
    #expect(
      ours == reference(try Markdown.events(of: Array(text.utf8))), "\(text.debugDescription)")
  }

  private func reference(_ blocks: [RichBlock]) -> String {
    blocks.map { block in
      switch block {
      case .paragraph(let text): text.isEmpty ? "" : "p(\(reference(text)))"
      case .heading(let text, _): "h(\(reference(text)))"
      case .code(let text, _): "c(\(outline(text)))"
      case .divider: "r"
      case .quotation(let quotation): "q{\(reference(quotation.blocks))}"
      case .list(let list):
        "l[" + list.items.map { "i\($0.label.dropLast()){" + reference($0.blocks) + "}" }.joined()
          + "]"
      default: "?"
      }
    }.joined().normalizedReference
  }

  private func reference(_ text: RichText) -> String {
    switch text {
    case .plain(let string): string
    case .sequence(let parts): parts.map(reference).joined()
    case .styled(.bold, let inner): "<b " + reference(inner) + ">"
    case .styled(.italic, let inner): "<i " + reference(inner) + ">"
    case .styled(.code, let inner): "`" + reference(inner)
    case .link(.url(let url), let inner): "<a \(url) " + reference(inner) + ">"
    default: "?"
    }
  }

  private func reference(_ events: [MarkdownEvent]) -> String {
    var output = ""
    var numbers: [Int?] = []
    for event in events {
      switch event.kind {
      case .quote: output += event.isEnd ? "}" : "q{"
      case .list(let start):
        output += event.isEnd ? "]" : "l["
        if event.isEnd { numbers.removeLast() } else { numbers.append(start) }
      case .item:
        output += event.isEnd ? "}" : "i\(numbers.last??.description ?? ""){"
        if !event.isEnd, let number = numbers.last {
          numbers[numbers.count - 1] = number.map { $0 + 1 }
        }
      case .paragraph: output += event.isEnd ? ")" : "p("
      case .heading: output += event.isEnd ? ")" : "h("
      case .thematicBreak: output += "r"
      case .codeBlock(_, let text):
        output += "c(\(text.hasSuffix("\n") ? String(text.dropLast()) : text))"
      case .text(let text): output += text
      case .lineEnd: output += " "
      case .code(let text): output += "`" + text
      case .bold: output += event.isEnd ? ">" : "<b "
      case .italic: output += event.isEnd ? ">" : "<i "
      case .link(let url): output += event.isEnd ? ">" : "<a \(url) "
      default: break
      }
    }
    return output.normalizedReference
  }
}

extension String {
  /// The outline without differences that do not show: empty links, blanks at ends.
  fileprivate var normalizedReference: String {
    var text = replacing("\n", with: " ")
    for empty in ["<a z >", "<a y >", "<b >", "<i >", "p()"] {
      text = text.replacing(empty, with: "")
    }
    while text.contains(" )") || text.contains("  ") {
      text = text.replacing(" )", with: ")").replacing("  ", with: " ")
    }
    return text
  }
}
