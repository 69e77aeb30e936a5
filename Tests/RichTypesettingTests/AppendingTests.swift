import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Blocks that grow by plain words at their end.
@Suite struct AppendingTests {
  static let words = " and more words"

  @Test(arguments: [
    "Plain", "A longer text that needs several lines", "Some **bold** text", "**bold**",
    "a [link](https://a.example/) b", "||spoiler|| text", "x<sup>2</sup>", "see[^1]\n\n[^1]: note",
    "# Heading", "## *Head*ing", "- item", "- one\n- two **bold**", "1. one\n2. two", "- a\n  - b",
    "> quoted `code`", "> a\n>\n> b", "> - a", "- [x] task",
  ])
  func `a block with more words is the block composed anew`(source: String) throws {
    let typesetter = typesetter()
    let blocks = try blocks(of: source)
    let longer = blocks.appending(Self.words)
    let old = typesetter.typeset(blocks, from: 0, spoilers: 0, isOpen: true)
    let whole = typesetter.typeset(longer, from: 0, spoilers: 0, isOpen: true)
    let index = blocks.count - 1
    let new = try #require(
      typesetter.appending(Self.words, to: old[index], as: longer[index]))
    let expected = whole[index]
    #expect(new.block == expected.block)
    #expect(new.spoilers == expected.spoilers)
    #expect(new.box.size == expected.box.size)
    let (own, other) = (texts(of: new.composed), texts(of: expected.composed))
    #expect(own.count == other.count)
    for (text, expected) in zip(own, other) {
      #expect(text.text == expected.text)
      #expect(text.natural.size == expected.natural.size)
      #expect(text.leaves == expected.leaves)
      #expect(text.targets == expected.targets)
      #expect(text.firstSpoiler == expected.firstSpoiler)
    }
  }

  @Test func `the first letter of a right-to-left message is composed anew`() {
    let typesetter = typesetter(isRightToLeft: true)
    let block = RichBlock.paragraph(.plain("1"))
    let old = typesetter.typeset([block], from: 0, spoilers: 0, isOpen: true)[0]
    #expect(typesetter.appending(Self.words, to: old, as: block.appending(Self.words)) == nil)
  }

  @Test func `tables and code are composed anew`() throws {
    let typesetter = typesetter()
    for source in ["| a |\n|---|\n| b |", "```\na\n```", "---"] {
      let block = try blocks(of: source)[0]
      let old = typesetter.typeset([block], from: 0, spoilers: 0, isOpen: true)[0]
      #expect(typesetter.appending(Self.words, to: old, as: block) == nil)
    }
  }

  private func typesetter(isRightToLeft: Bool = false) -> BlockTypesetter {
    BlockTypesetter(
      theme: RichTheme(message: MessageTheme(text: TestFonts.style(size: 10))), state: RichState(),
      options: LayoutOptions(), isRightToLeft: isRightToLeft, width: 200,
      engine: TestFonts.engine())
  }

  private func blocks(of source: String) throws -> [RichBlock] {
    try RichMarkdownPart(Array(source.utf8)[...]).blocks
  }

  /// Returns the texts of a block in reading order.
  private func texts(of block: ComposedBlock) -> [ComposedText] {
    switch block.content {
    case .text(let text): [text]
    case .list(let items): items.flatMap { $0.blocks.flatMap { texts(of: $0) } }
    case .quotation(let blocks, _): blocks.flatMap { texts(of: $0) }
    default: []
    }
  }
}

extension RichBlock {
  /// Returns the block with words behind its last text.
  fileprivate func appending(_ words: String) -> RichBlock {
    switch self {
    case .paragraph(let text): return .paragraph(text.appending(words))
    case .heading(let text, let level): return .heading(text.appending(words), level: level)
    case .list(var list):
      let item = list.items.count - 1
      list.items[item].blocks = list.items[item].blocks.appending(words)
      return .list(list)
    case .quotation(var quotation):
      quotation.blocks = quotation.blocks.appending(words)
      return .quotation(quotation)
    default: return self
    }
  }
}

extension [RichBlock] {
  fileprivate func appending(_ words: String) -> [RichBlock] {
    dropLast() + [self[count - 1].appending(words)]
  }
}

extension RichText {
  fileprivate func appending(_ words: String) -> RichText {
    switch self {
    case .plain(let string): .plain(string + words)
    case .sequence(let parts) where parts.last?.isPlain == true:
      .sequence(parts.dropLast() + [parts[parts.count - 1].appending(words)])
    case .sequence(let parts): .sequence(parts + [.plain(words)])
    default: .sequence([self, .plain(words)])
    }
  }

  private var isPlain: Bool { if case .plain = self { true } else { false } }
}
