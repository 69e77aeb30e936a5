import GalleyMessages
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct MarkdownWritingTests {
  /// Messages as MarkdownV2, and the Markdown that they are written as.
  @Test(arguments: [
    ("plain text", "plain text"),
    ("*a* _b_ __c__ ~d~ ||e|| `f`", "**a** _b_ __c__ ~~d~~ ||e|| `f`"),
    ("a*b*c", "a**b**c"), ("a_b_c", "&#97;_&#98;_&#99;"), ("a* b*", "&#97;**&#32;b**"),
    ("*a \\*\\_b*", "**a \\*\\_b**"), ("[a](https://x.example/)", "[a](https://x.example/)"),
    ("[a](https://x.example/?b=1&c=2)", "[a](<https://x.example/?b=1&#38;c=2>)"),
    ("![🙂](tg://emoji?id=53)", "![🙂](tg://emoji?id=53)"),
    ("\\# a\n1\\. b\n\\- c\n 1\\.5", "\\# a\n1\\. b\n\\- c\n&#32;1.5"),
    ("```swift\nlet a```", "```swift\nlet a\n```"), (">a\n>b\nc", "> a\n> b\nc"),
    (">a\n**>b||", "> a\n\n**> b"), ("a\n\nb\n\n\nc\n", "a\n\nb&#10;&#10;&#10;c&#10;"),
    ("`a\\`b`", "``a`b``"),
  ])
  func `a message is written as readable Markdown`(message: String, markdown: String) throws {
    let written = try Message(markdownV2: message).markdown(revealed: .all)
    #expect(written == markdown, "\(written)")
  }

  @Test(arguments: 0..<1_000)
  func `messages survive a round trip through Markdown`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.markupMessage(using: &random, nestsQuotes: true)
    let markdown = message.markdown(revealed: .all)
    let back = try Message(markdown: markdown)
    #expect(back.text == message.text, "\(markdown.debugDescription)")
    #expect(
      MarkupOutline(back, ignoresLineEnds: true) == MarkupOutline(message, ignoresLineEnds: true),
      "\(markdown.debugDescription) \(message.json(revealed: .all))")
  }

  @Test(arguments: 0..<300)
  func `any message is written as Markdown with the same text`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let message = MessageFuzzer.message(using: &random)
    let markdown = message.markdown(revealed: .all)
    let back = try Message(markdown: markdown)
    #expect(
      back.text.filter { $0 != "\n" } == message.text.filter { $0 != "\n" },
      "\(markdown.debugDescription)")
  }
}

/// The kinds of entities of each character, which is what readers of a message see.
struct MarkupOutline: Equatable {
  private var runs: [[String]] = []

  /// Creates the outline of a message, without entities that no markup can express.
  init(_ message: Message, ignoresLineEnds: Bool = false) {
    let entities = NormalizedEntities(message.entities, in: message.text).entities
    for (offset, scalar) in zip(message.text.scalarOffsets, message.text.unicodeScalars) {
      guard !ignoresLineEnds || scalar != "\n" && scalar != "\r" else { continue }
      let kinds = entities.filter { $0.range.contains(offset) }
      runs.append(kinds.map { "\($0.kind)" }.sorted())
    }
  }
}

extension String {
  /// The UTF-8 offsets of the scalars.
  fileprivate var scalarOffsets: [Int] {
    unicodeScalars.indices.map { utf8.distance(from: startIndex, to: $0) }
  }
}

extension MessageFuzzer {
  /// Returns a message that the dialects of Markdown can express: blocks of whole lines, each with
  /// entities that overlap in any way.
  static func markupMessage(using random: inout SplitMix64, nestsQuotes: Bool) -> Message {
    var (text, entities) = ("", [MessageEntity]())
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if !text.isEmpty { text += "\n" }
      let start = text.utf8.count
      let kind = Int.random(in: 0..<5, using: &random)
      if kind == 0 {
        text += code(using: &random)
        let language = Bool.random(using: &random) ? "c++" : nil
        entities.append(MessageEntity(.pre(language: language), in: start..<text.utf8.count))
        continue
      }
      addParagraph(to: &text, &entities, using: &random)
      guard kind < 3 else { continue }
      if nestsQuotes, Bool.random(using: &random) {
        text += "\n"
        let inner = text.utf8.count
        addParagraph(to: &text, &entities, using: &random)
        entities.append(
          MessageEntity(.blockquote(isExpandable: false), in: inner..<text.utf8.count))
      }
      entities.append(
        MessageEntity(
          .blockquote(isExpandable: Bool.random(using: &random)), in: start..<text.utf8.count))
    }
    return Message(text, entities: entities)
  }

  private static func code(using random: inout SplitMix64) -> String {
    let pieces = ["a", " b", "\\", "``", "*", "\n", "&amp;", "<", "é", ">c"]
    return "x" + (0..<6).map { _ in pieces.randomElement(using: &random) ?? "" }.joined() + "y"
  }

  /// Appends a text with entities, which neither begins nor ends with a line end.
  private static func addParagraph(
    to text: inout String, _ entities: inout [MessageEntity], using random: inout SplitMix64
  ) {
    let start = text.utf8.count
    var paragraph = Self.text(count: Int.random(in: 1...8, using: &random), using: &random)
    paragraph = "p" + paragraph + "q"
    text += paragraph
    let inline = representable.filter { kind in
      switch kind {
      case .pre, .blockquote, .code: false
      default: true
      }
    }
    for _ in 0..<Int.random(in: 0...5, using: &random) {
      let ends = [0, 1].map { _ in Int.random(in: start...text.utf8.count, using: &random) }
        .sorted()
      entities.append(
        MessageEntity(inline.randomElement(using: &random) ?? .bold, in: ends[0]..<ends[1]))
    }
    // Code has no line ends in Markdown.
    guard let word = paragraph.split(separator: "\n").first, Bool.random(using: &random) else {
      return
    }
    entities.append(MessageEntity(.code, in: start..<start + word.utf8.count))
  }
}
