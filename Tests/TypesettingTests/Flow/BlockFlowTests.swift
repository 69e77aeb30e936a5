import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Galley Box at 10: letters 10 wide, lines 10 high.
@Suite struct BlockFlowTests {
  let engine: TextEngine

  init() throws {
    engine = try TestFonts.engine()
  }

  private func layout(
    _ string: String, _ blocks: [TextBlock], width: Double = .infinity,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width)
    change(&options)
    return engine.layout(text, options: options)
  }

  @Test func `a block is moved in on both sides, and stands apart from what is above and below`()
    throws
  {
    let layout = layout("ab\ncd ef\ngh", [TextBlock(.quote, in: 3..<8)], width: 60)
    #expect(layout.lineTexts == ["ab\n", "cd ", "ef\n", "gh"])
    #expect(layout.lines.map(\.x) == [0, 9, 9, 0])
    // Six above the block, eight below.
    #expect(layout.lines.map(\.y) == [0, 16, 26, 44])
    let block = try #require(layout.blocks.first)
    // A fifth of a line above, 0.15 of one below, in whole points.
    #expect(block.frame == Rect(x: 0, y: 14, width: 45, height: 23))
    #expect(block.contentFrame == Rect(x: 9, y: 16, width: 27, height: 20))
    #expect(block.lines == 1..<3)
    #expect(block.range == 3..<8)
    #expect(layout.size == Size(width: 45, height: 54))
  }

  @Test func `a block that comes first or last stands otherwise`() {
    #expect(layout("ab", [TextBlock(.quote, in: 0..<2)]).lines.map(\.y) == [7])
    #expect(layout("ab", [TextBlock(.quote, in: 0..<2)]).size == Size(width: 45, height: 23))
    let two = layout("ab\ncd", [TextBlock(.quote, in: 0..<2), TextBlock(.quote, in: 3..<5)])
    #expect(two.lines.map(\.y) == [7, 31])
    #expect(two.size.height == 47)
  }

  @Test func `the first line of a quotation makes way for its icon, those of plain code do not`() {
    let quote = layout("abcdef", [TextBlock(.quote, in: 0..<6)], width: 80)
    #expect(quote.lineTexts == ["abcde", "f"])
    #expect(quote.blocks.map(\.iconFrame) == [Rect(x: 61, y: 9, width: 10, height: 8)])
    let code = layout("abcdef", [TextBlock(.code(language: nil), in: 0..<6)], width: 80)
    #expect(code.lineTexts == ["abcdef"])
    #expect(code.blocks.map(\.iconFrame) == [nil])
    #expect(code.blocks.map(\.frame.size.width) == [78])
  }

  @Test func `blocks of text from right to left are mirrored`() throws {
    let layout = layout("abcdef\nאב", [TextBlock(.quote, in: 7..<11)])
    let block = try #require(layout.blocks.first)
    #expect(block.isRightToLeft)
    #expect(block.frame.maxX == 60)
    #expect(block.frame.size.width == 20 + 7 + 18)
    #expect(layout.lines[1].x == 60 - 9 - 20)
    #expect(block.iconFrame?.minX == block.frame.minX + 4)
  }

  @Test func `lines and hidden ranges hold all of the text`() {
    let layout = layout(
      "ab\ncd\nef\ngh\nij", [TextBlock(.quote, in: 0..<11, isCollapsible: true)])
    #expect(layout.lineTexts == ["ab\n", "cd\n", "ef\n", "ij"])
    #expect(layout.hiddenRanges == [9..<12])
    #expect(!layout.isTruncated)
    #expect(layout.blocks.map(\.isCollapsed) == [true])
    #expect(layout.blocks.map(\.hiddenRange) == [9..<12])
    #expect(layout.blocks[0].arrowFrame != nil)
  }
}
