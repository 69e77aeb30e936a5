import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct CollapseTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ blocks: [TextBlock]? = nil, width: Double = .infinity,
    expanded: Set<Int> = []
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks ?? [TextBlock(.quote, in: 0..<text.length, isCollapsible: true)])
    let options = LayoutOptions(width: width) { $0.expandedBlocks = expanded }
    return engine.layout(text, options: options)
  }

  @Test func `a block of three lines is not collapsible`() {
    for expanded in [Set<Int>(), [0]] {
      let layout = layout("ab\ncd\nef", expanded: expanded)
      #expect(layout.lineCount == 3)
      #expect(layout.hiddenRanges == [])
      #expect(layout.blocks.map(\.isCollapsible) == [false])
      #expect(layout.blocks.map(\.isCollapsed) == [false])
      #expect(layout.blocks.map(\.arrowFrame) == [nil])
      #expect(layout.size == Size(width: 45, height: 43))
    }
  }

  @Test func `a collapsed block of four lines shows three and an arrow`() throws {
    let layout = layout("ab\ncd\nef\ngh")
    #expect(layout.lineCount == 3)
    #expect(!layout.isTruncated)
    let block = try #require(layout.blocks.first)
    #expect(block.isCollapsible && block.isCollapsed)
    #expect(block.hiddenRange?.upperBound == 11)
    #expect(layout.hiddenRanges == [block.hiddenRange])
    #expect(block.frame.size.height == 33)
    #expect(block.arrowFrame?.maxX == block.frame.maxX - 6)
    #expect(block.arrowFrame?.maxY == block.frame.maxY - 3)
    #expect(layout.size.height == 43)
  }

  @Test func `an expanded block reserves space for its arrow beside the last line`() throws {
    let layout = layout("ab\ncd\nef\ngh", width: 54, expanded: [0])
    #expect(layout.lineCount == 4)
    let block = try #require(layout.blocks.first)
    #expect(block.isCollapsible && !block.isCollapsed)
    // 20 points, 16 for the arrow, and nine on both sides.
    #expect(block.frame.size.width == 54)
    #expect(layout.size == Size(width: 54, height: 53))
    #expect(layout.validWidths.lowerBound == 54)
  }

  @Test func `an expanded block without space beside the last line grows downward`() throws {
    let layout = layout("ab\ncd\nef\ngh", width: 53.9, expanded: [0])
    #expect(layout.blocks.map(\.frame.size) == [Size(width: 45, height: 53)])
    #expect(layout.size == Size(width: 45, height: 63))
    #expect(layout.validWidths.upperBound == 54)
  }

  @Test func `the last line of an expanded block is aligned beside the arrow`() throws {
    var text = AttributedText("ab\ncd\nef\ngh", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<11, isCollapsible: true)])
    var options = LayoutOptions(width: 80, alignment: .right)
    options.expandedBlocks = [0]
    let layout = engine.layout(text, options: options)
    let block = try #require(layout.blocks.first)
    // The icon takes 7 points of the first line, and the arrow 16 of the last.
    let free = layout.lines.map { block.contentFrame.maxX - $0.frame.maxX }
    #expect(free == [7, 0, 0, 16])
    // A block as wide as its lines includes the arrow.
    options = LayoutOptions(width: 80, lineHeight: .interactiveTextNode)
    options.expandedBlocks = [0]
    #expect(engine.layout(text, options: options).blocks.map(\.frame.size.width) == [54])
  }

  @Test func `the arrow of a right-to-left block is on the left`() throws {
    let layout = layout("אב\nגד\nהו\nזח", width: 80, expanded: [0])
    let block = try #require(layout.blocks.first)
    #expect(block.arrowFrame?.minX == block.frame.minX + 6)
    #expect(layout.lines[3].frame.maxX == block.frame.maxX - 9)
    #expect(block.frame.size.width == 54)
  }

  @Test func `trailing empty lines do not make a block collapsible`() {
    for expanded in [Set<Int>(), [0]] {
      let layout = layout("ab\ncd\nef\n\n \n", expanded: expanded)
      #expect(layout.blocks.map(\.isCollapsible) == [false])
      #expect(layout.hiddenRanges == [])
      #expect(layout.lines.last?.range.upperBound == 12)
    }
  }

  @Test func `text after a collapsed block is directly below it`() {
    let quote = TextBlock(.quote, in: 3..<17, isCollapsible: true)
    let layout = layout("ab\ncd\nef\ngh\nij\nkl\nmn", [quote])
    #expect(layout.lineTexts.first == "ab\n")
    #expect(layout.lineTexts.last == "mn")
    #expect(layout.lines.map(\.y) == [0, 16, 26, 36, 54])
    #expect(layout.hiddenRanges.map(\.upperBound) == [18])
  }

  @Test
  func `a collapsed block omits nested blocks after its third line`() {
    let blocks = [
      TextBlock(.quote, in: 0..<14, isCollapsible: true),
      TextBlock(.code(language: nil), in: 3..<5),
      TextBlock(.code(language: nil), in: 9..<11),
    ]
    let layout = layout("ab\ncd\nef\ngh\nij", blocks)
    #expect(layout.lineCount == 3)
    #expect(layout.blocks.map(\.index) == [0, 1])
    #expect(layout.blocks.map(\.isCollapsed) == [true, false])
    let expanded = self.layout("ab\ncd\nef\ngh\nij", blocks, expanded: [0])
    #expect(expanded.lineCount == 5)
    #expect(expanded.blocks.map(\.index) == [0, 1, 2])
  }

  @Test func `an outer collapsed block takes precedence over an inner one`() {
    let blocks = [
      TextBlock(.quote, in: 0..<17, isCollapsible: true),
      TextBlock(.quote, in: 3..<17, isCollapsible: true),
    ]
    let string = "ab\ncd\nef\ngh\nij\nkl"
    #expect(layout(string, blocks).lineCount == 3)
    let outer = layout(string, blocks, expanded: [0])
    #expect(outer.lineCount == 4)
    #expect(outer.blocks.map(\.isCollapsed) == [false, true])
    #expect(layout(string, blocks, expanded: [1]).lineCount == 3)
    #expect(layout(string, blocks, expanded: [0, 1]).lineCount == 6)
  }

  @Test func `a block that ends in a nested block reserves arrow space beside it`() {
    let blocks = [
      TextBlock(.quote, in: 0..<11, isCollapsible: true),
      TextBlock(.code(language: nil), in: 9..<11),
    ]
    let layout = layout("ab\ncd\nef\ngh", blocks, width: 72, expanded: [0])
    #expect(layout.blocks.map(\.frame.size.width) == [72, 38])
    #expect(self.layout("ab\ncd\nef\ngh", blocks, width: 71, expanded: [0]).size.width == 56)
  }

  @Test func `a block that becomes shorter on relayout is no longer collapsible`() {
    let narrow = layout("ab cd ef gh", width: 60, expanded: [0])
    #expect(narrow.lineCount == 4)
    let wide = narrow.relayout(narrow.options.with(width: 200))
    #expect(wide.lineCount == 1)
    #expect(wide.blocks.map(\.isCollapsible) == [false])
    #expect(wide.size.height == 23)
  }

  @Test func `the third line of a collapsed block ends in an ellipsis`() throws {
    // Without room for an ellipsis after its last letter, the line is truncated to that width.
    let layout = layout("ab\ncd\nabcdef\ngh", width: 18 + 60)
    #expect(layout.seen == ["ab", "cd", "abcde…"])
    let token = try #require(layout.placedTokens.first)
    #expect(layout.placedTokens.count == 1)
    #expect(token.kind == .collapse)
    #expect(token.frame == Rect(x: 9 + 50, y: 27, width: 10, height: 10))
    #expect(layout.lines[2].width == 60)
    #expect(layout.blocks.map(\.frame.size.width) == [78])
    #expect(layout.hiddenRanges == [11..<15])
    #expect(layout.blocks.first?.hiddenRange == 11..<15)
    // With enough room, the ellipsis follows the last letter and adds to the width of the block.
    let short = self.layout("ab\ncd\nabcd  \ngh", width: 400)
    #expect(short.seen == ["ab", "cd", "abcd…"])
    #expect(short.placedTokens.map(\.frame) == [Rect(x: 49, y: 27, width: 10, height: 10)])
    let widths: [Double] = [9 + 50 + 9]
    #expect(short.blocks.map(\.frame.size.width) == widths)
    #expect(!short.isTruncated)
    // The width never exceeds the available width.
    let narrow = self.layout("ab\ncd\nef\ngh", width: 18 + 27)
    #expect(narrow.seen == ["ab", "cd", "e…"])
  }

  @Test func `a collapsed block's ellipsis has the style of the last visible letter`() throws {
    var text = AttributedText("ab\ncd\nabcdef\ngh", style: TestFonts.style())
    text.updateStyle(in: 9..<17) { $0.paint.color = .fixed(.white) }
    text.addBlocks([TextBlock(.quote, in: 0..<15, isCollapsible: true)])
    let layout = engine.layout(text, options: LayoutOptions(width: 18 + 60))
    #expect(layout.placedTokens.first?.layout.text.baseStyle.paint.color == .fixed(.white))
    // In right-to-left text, it is at the left of the line.
    let hebrew = self.layout("אב\nגד\nהוז\nחט", width: 18 + 30)
    #expect(hebrew.placedTokens.map(\.frame.minX) == [hebrew.lines[2].x])
    #expect(hebrew.lines[2].width == 30)
  }
}
