import GalleyMessages
import TestSupport
import Testing

@Suite struct MarkdownTests {
  /// Markdown, and its meaning in the notation of `marked(_:)`.
  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("**a** b", "[bold a] b"), ("*a* _b_", "[italic a] [italic b]"),
    ("__a__", "[underline a]"), ("~~a~~ ~b~", "[strikethrough a] [strikethrough b]"),
    ("||a b||", "[spoiler a b]"), ("`a*b*`", "[code a*b*]"), ("``a`b``", "[code a`b]"),
    (
      "**a *b __c ~~d ||e||~~__*** f",
      "[bold a [italic b [underline c [strikethrough d [spoiler e]]]]] f"
    ),
    ("___a___", "[italic [underline a]]"), ("__a _b___", "[underline a [italic b]]"),
    ("***a***", "[bold [italic a]]"), ("**a __b** c__", "[bold a __b] c__"),
    ("snake_case_name __init__x", "snake_case_name __init__x"), ("a || b || c", "a || b || c"),
    ("x||y||z", "x[spoiler y]z"), ("||a||||b||", "[spoiler ab]"),
    ("__a__||b||", "[underline a][spoiler b]"), ("____", "____"),
    ("fill ________ in", "fill ________ in"), ("5 ~ 6 ~ 7, ~~~~", "5 ~ 6 ~ 7, ~~~~"),
    ("a ||", "a ||"), ("|||", "|||"), (#"\*a\* \_b\_ \|\|c\|\| \~d\~ \^"#, "*a* _b_ ||c|| ~d~ ^"),
    ("a^b_c^", "a^b_c^"), ("[a](https://x.example/a_b^c)", "[text_link a]"),
    ("<https://x.example/a_b>", "[url https://x.example/a_b]"),
    ("<a_b@c.example>", "[email a_b@c.example]"), ("[a](tg://user?id=7)", "[text_mention a]"),
    ("![👍](tg://emoji?id=53)", "[custom_emoji 👍]"), ("![a](https://x.example)", "[text_link a]"),
    ("![a](tg://time?unix=16&format=wDT)", "[date_time a]"), ("# A *b*", "[bold A [italic b]]"),
    ("a\nb\\\nc  \nd", "a\nb\nc\nd"), ("a\n\nb\n\n\n\nc", "a\n\nb\n\nc"), ("a\r\nb\rc", "a\nb\nc"),
    ("- a\n- b\n  - c\n\n3. d\n4. e", "• a\n• b\n  • c\n\n3. d\n4. e"),
    ("a\n\n---\nb", "a\n\n———\nb"), ("> a\n> b", "[blockquote a\nb]"),
    ("> a\nb", "[blockquote a]\nb"), ("> a\n\nb", "[blockquote a]\nb"),
    ("x\n> a", "x\n[blockquote a]"), (">> a\n> b", "[blockquote [blockquote a]\nb]"),
    ("**>a\n>b", "[expandable_blockquote a\nb]"), ("> a\n> b||", "[expandable_blockquote a\nb]"),
    ("> a ||b||", "[blockquote a [spoiler b]]"),
    ("> a\n**>b||\nc", "[blockquote a]\n[expandable_blockquote b]\nc"),
    ("> `a||`", "[blockquote [code a||]]"), ("> **a||**", "[expandable_blockquote [bold a]]"),
    ("```\na *b*\n```", "[pre a *b*]"), ("```c++ x\nint a_b^;\n```\nc", "[pre(c++) int a_b^;]\nc"),
    ("~~~\n> a\nb\n**>c\n~~~", "[pre > a\nb\n**>c]"),
    ("> ```\n> a\n> ```\n> b", "[blockquote [pre a]\nb]"), ("    a\n    b", "[pre a\nb]"),
    ("a\n```\nb\n```\n\nc", "a\n[pre b]\nc"), ("```\n\n```", ""),
    ("```\n<a> <?\n```", "[pre <a> <?]"), ("<b>x</b> <!-- y -->", "<b>x</b> <!-- y -->"),
    ("<div>\n*a*\n</div>", "<div>\n[italic a]\n</div>"), ("a < b > c", "a < b > c"),
    ("&amp; &lt;b&gt; &#9731;", "& <b> ☃"), ("*א* **漢**字", "[italic א] [bold 漢]字"),
    ("[a]\n\n[a]: https://x.example", "[text_link a]"), ("[a](<b/c d>)", "[text_link a]"),
    ("\u{1}\u{2}a\u{3}\u{5}\u{6}b", "ab"), ("(<?a?>) <?:> <!a:>", "(<?a?>) <?:> <!a:>"),
    ("[a](<b>) (<b>)", "[text_link a] (<b>)"), ("[a]: b\n[a]: c", ""),
  ])
  func `Markdown parses to the expected entities`(markdown: String, expected: String) throws {
    #expect(marked(try Message(markdown: markdown)) == expected)
  }

  @Test func `link addresses become typed entities`() throws {
    let message = try Message(
      markdown: """
        [a](https://x.example/a_b?c=^) [n](tg://user?id=7) ![x](tg://emoji?id=53) \
        ![t](tg://time?unix=16&format=wDT) ![u](tg://time?unix=16&format=TD)
        """)
    #expect(
      message.entities.map(\.kind) == [
        .textLink(url: "https://x.example/a_b?c=^"), .textMention(user: 7), .customEmoji(id: "53"),
        .dateTime(unix: 16, format: MessageEntity.DateTimeFormat("wDT")),
        .dateTime(unix: 16, format: nil),
      ])
  }

  @Test(arguments: 0..<300)
  func `any text parses as Markdown`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = MessageFuzzer.text(count: Int.random(in: 0...60, using: &random), using: &random)
    let message = try Message(markdown: text)
    for entity in message.entities {
      #expect(entity.range.upperBound <= message.text.utf8.count && !entity.range.isEmpty)
      #expect(
        message.text.utf8.index(message.text.startIndex, offsetBy: entity.range.lowerBound)
          .samePosition(in: message.text.unicodeScalars) != nil)
    }
    #expect(message.text.count(where: \.isLetter) <= text.count(where: \.isLetter))
  }

  @Test(arguments: [
    "- - - - ", "> > > ", "- ", "1. ", "\t- ", "* a **a ", "a_ ", "__a ", "||a", "||", "~a~~", "[a",
    "a](b", "![[", "`a``", "<?", "a <!A ", "<![CDATA[", "a <!-- ", "<a b=", "<http:", "[](", "\\",
    "&#x", "\n- a", "> a\nb\n", "![[]()", "(<?", "(<![CDATA[", "(<!A ", "<?:>", "<!--:>", "![a](",
    "![`]`", "[a][", "~~_<?[a](b)", " a*[a](b)& a||", "*a`*`", "~a ", "*a_ b* ", "[a]: b (",
    "[a]: b \"\n", "**>a\n", "```\n", "a\n=\n", "[a]: b\n", "*_", "\u{301}", "  ",
  ])
  func `parsing time stays bounded for hostile Markdown`(piece: String) throws {
    let text = String(repeating: piece, count: 15_000 / piece.utf8.count)
    // Inputs for which cmark-gfm alone takes up to three seconds, and sixteen times as long if four
    // times as long.
    try expectTime(below: 0.5) {
      _ = try Message(markdown: text)
      _ = try Message(markdown: text + "a\n" + String(repeating: "b\n", count: 3_750))
      _ = try Message(markdown: text + "a\n" + String(repeating: "\n", count: 7_500))
    }
  }

  /// Triples of marks: one repeated, followed by two alternating others.
  @Test(arguments: 0..<24)
  func `parsing time stays bounded for mixed delimiters`(seed: UInt64) throws {
    let pieces = [
      "*a ", "_a ", "~a ", "||a ", " a*", " a_", "[a", "![a", "](b) ", "]", "`", "``a", "\\", "&#x",
      "<a:",
      "(<", "\n", "\n\n", "> ", "- ", "1. ", "# ", "[a]: b\n", "[a]", "a=\n=\n", "    ", "```\n",
    ]
    var random = SplitMix64(seed: seed)
    let parts = (0..<3).map { _ in pieces.randomElement(using: &random) ?? "" }
    let text =
      String(repeating: parts[0], count: 3_000)
      + String(repeating: parts[1] + parts[2], count: 3_000)
    try expectTime(below: 0.5, "\(parts)") { _ = try Message(markdown: text) }
  }

  @Test func `excessive references to a long definition stay plain text`() throws {
    let url = "https://x.example/" + String(repeating: "a", count: 50_000)
    let text = String(repeating: "[a]", count: 25_000)
    for definition in ["[a]: \(url)", "[a]:\n  \(url)", "[a]: b '\(url)'", "> [a]:\n> \(url)"] {
      let message = try Message(markdown: text + "\n\n" + definition)
      #expect(message.text.hasPrefix(text))
      #expect(message.text.contains(url))
    }
    let few = try Message(markdown: "[a] [a]\n\n[a]: \(url)")
    #expect(few.text == "a a" && few.entities.count == 2)
  }

  @Test func `text past the parsing budget loses formatting but no characters`() throws {
    let line = #"*a `b` [c](d) ![e](f) <g> &amp; ~h \* ||i"# + "\n"
    let text = String(repeating: line, count: 1_600)
    let message = try Message(markdown: text + "```\n*x*\n```\n*y*")
    #expect(message.text.hasSuffix(line + "*x*\n*y*"))
    #expect(message.text.count { $0 == "i" } == 1_600)
  }

  @Test func `a message has at most 65,536 entities`() throws {
    let message = try Message(markdown: String(repeating: "*a*\n\n", count: 66_000))
    #expect(message.entities.count == 1 << 16)
    #expect(message.text.count { $0 == "a" } == 66_000)
  }

  @Test func `parsing time stays bounded for nested lists`() throws {
    let text = (0..<300).map { String(repeating: "  ", count: $0) + "* a\n" }.joined()
    try expectTime(below: 2) {
      _ = try Message(markdown: text + String(repeating: "\n", count: 100_000))
    }
  }

  @Test func `Markdown parses concurrently on many threads`() async throws {
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for thread in 0..<8 {
        group.addTask {
          try (0..<200).map { index in
            // Some threads finish documents, with or without delimiters, while others are parsing.
            if thread % 2 == 0 { _ = try Message(markdown: index % 2 == 0 ? "a" : "~a~") }
            let text = String(repeating: "__a__ ~b~ _c_ ||\(index)||\n\n> ", count: 10)
            return marked(try Message(markdown: text))
          }.joined()
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(texts.count == 1)
  }
}

/// Returns a message with its entities in brackets: `[bold a] b`.
func marked(_ message: Message) -> String {
  var ends: [Int: Int] = [:]
  var starts: [Int: [String]] = [:]
  for entity in NormalizedEntities(message.entities, in: message.text).entities {
    var name = entity.kind.name
    if case .pre(let language?) = entity.kind { name += "(\(language))" }
    starts[entity.range.lowerBound, default: []].append(name)
    ends[entity.range.upperBound, default: 0] += 1
  }
  var result = ""
  var offset = 0
  for scalar in message.text.unicodeScalars {
    result += String(repeating: "]", count: ends[offset] ?? 0)
    for name in starts[offset] ?? [] { result += "[\(name) " }
    result.unicodeScalars.append(scalar)
    offset += String(scalar).utf8.count
  }
  return result + String(repeating: "]", count: ends[offset] ?? 0)
}
