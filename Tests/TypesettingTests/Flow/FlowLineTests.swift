import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Lines and blocks of flowed text.
///
/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct FlowLineTests {
  private let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ blocks: [TextBlock] = [], width: Double = .infinity, size: Double = 10,
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style(size: size))
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width)
    options.minimumLines = 1
    change(&options)
    return engine.layout(text, options: options)
  }

  // MARK: Lines

  @Test func `an empty line follows a line end at the end of a flowed text`() {
    #expect(layout("ab\n").lineTexts == ["ab\n", ""])
    #expect(layout("ab\n").size == Size(width: 20, height: 20))
    #expect(layout("\n").lineTexts == ["\n", ""])
    #expect(layout("ab").lineTexts == ["ab"])
    #expect(layout("").lineTexts == [])
    let behind = layout("ab\ncd\n", [TextBlock(.quote, in: 0..<2)])
    #expect(behind.lineTexts == ["ab\n", "cd\n", ""])
    // The line end after a block belongs to it.
    #expect(layout("ab\ncd\n", [TextBlock(.quote, in: 3..<5)]).lineTexts == ["ab\n", "cd\n"])
    #expect(layout("ab\n\n", [TextBlock(.quote, in: 0..<2)]).lineTexts == ["ab\n", "\n", ""])
  }

  @Test func `an empty line that does not fit hides no text`() {
    let layout = layout("ab\n") { $0.maximumLines = 1 }
    #expect(layout.lineTexts == ["ab\n"])
    #expect(!layout.isTruncated && layout.hiddenRanges.isEmpty)
  }

  @Test func `missing lines are added below those of the text`() {
    #expect(layout("ab\n") { $0.minimumLines = 2 }.size.height == 20)
    #expect(layout("ab\n") { $0.minimumLines = 3 }.size.height == 30)
    let spaced = layout("ab") {
      $0.minimumLines = 3
      $0.lineSpacing = .points(4)
    }
    #expect(spaced.size.height == 38)
    let none = layout("") {
      $0.minimumLines = 2
      $0.lineSpacing = .points(4)
    }
    #expect(none.size.height == 24)
  }

  @Test func `the least valid width is that of the widest line, even of tiny letters`() {
    let tiny = layout("ab", size: 0.5)
    #expect(tiny.size.width == 1)
    #expect(tiny.validWidths.lowerBound == 1)
    #expect(tiny.relayout(tiny.options.with(width: 0.75)).lineTexts == ["a", "b"])
    #expect(layout("ab\nabc").validWidths == 30..<Double.infinity)
    #expect(layout("abc\nab").validWidths == 30..<Double.infinity)
    #expect(layout("ab cd", width: 40).validWidths == 20..<50)
  }

  @Test func `the least valid width includes indents`() {
    var text = AttributedText("ab\nabc\na", style: TestFonts.style())
    text.setParagraphStyle(ParagraphStyle(indent: 10, endIndent: 5), in: 0..<8)
    #expect(engine.layout(text).validWidths == 45..<Double.infinity)
    text.setParagraphStyle(ParagraphStyle(indent: 40), in: 0..<3)
    #expect(engine.layout(text).validWidths == 60..<Double.infinity)
  }

  @Test func `a layout of limited height is valid where the next line is as high`() {
    // At 70 points, the tall letters come to the second line, which then does not fit.
    var text = AttributedText("aa bb ccc DD", style: TestFonts.style())
    text.updateStyle(in: 10..<12) { $0.font.size = 15 }
    var options = LayoutOptions(width: 75, lineHeight: .perLine)
    options.maximumHeight = 20
    let layout = engine.layout(text, options: options)
    #expect(layout.lineCount == 1 && layout.isTruncated)
    #expect(layout.validWidths.lowerBound == 70)
    let narrow = layout.relayout(options.with(width: 69))
    #expect(narrow.lineCount == 2)
    #expect(narrow.lines == engine.layout(text, options: options.with(width: 69)).lines)
  }

  @Test(arguments: [(19.5, 19.5), (19.75, 19.5), (20, 20), (25, 20)])
  func `the size is rounded to whole points if they fit the measure`(
    width: Double, expected: Double
  ) {
    let layout = layout("ab", width: width, size: 9.75) {
      $0.lineHeight = .interactiveTextNode
    }
    #expect(layout.size.width == expected)
  }

  @Test func `insets beyond the size leave none`() {
    let layout = layout("ab") {
      $0.insets = Insets(top: -7, left: -30, bottom: -5, right: 3)
    }
    #expect(layout.size == Size(width: 20, height: 0))
    let outset = self.layout("ab") {
      $0.insets = Insets(top: -7, left: 30, bottom: 0, right: -3)
    }
    #expect(outset.size == Size(width: 47, height: 3))
    #expect(outset.lines.map(\.frame.origin) == [Point(x: 30, y: -7)])
  }

  @Test func `balanced lines are filled if not all of them fit`() {
    // Four words fit a line; three lines are balanced with three words each.
    let words = "aa bb cc dd ee ff gg hh ii"
    func first(_ string: String, _ change: (inout LayoutOptions) -> Void) -> String? {
      layout(string, width: 110) {
        $0.wrapping = .balanced
        change(&$0)
      }.lineTexts.first { $0.hasPrefix("aa") }
    }
    let (balanced, filled) = ("aa bb cc ", "aa bb cc dd ")
    #expect(first(words) { _ in } == balanced)
    #expect(first(words) { $0.maximumLines = 3 } == balanced)
    #expect(first(words) { $0.maximumLines = 2 } == filled)
    #expect(first(words) { $0.maximumHeight = 30 } == balanced)
    #expect(first(words) { $0.maximumHeight = 29.75 } == filled)
    // The lines above count.
    #expect(first("x\n" + words) { $0.maximumLines = 4 } == balanced)
    #expect(first("x\n" + words) { $0.maximumLines = 3 } == filled)
    #expect(first("x\n" + words) { $0.maximumHeight = 40 } == balanced)
    #expect(first("x\n" + words) { $0.maximumHeight = 39.75 } == filled)
  }

  // MARK: Even lines

  @Test func `lines are even unless contents or options change their distances`() {
    let quote = [TextBlock(.quote, in: 0..<3)]
    func isEven(
      shift: Double = 0, _ change: (inout LayoutOptions) -> Void = { _ in }
    ) -> Bool {
      var text = AttributedText("abc\nabc", style: TestFonts.style())
      text.addBlocks(quote)
      text.updateStyle(in: 0..<1) { $0.baselineShift = shift }
      var options = LayoutOptions()
      change(&options)
      return engine.layout(text, options: options).hasEvenLines
    }
    #expect(isEven())
    #expect(isEven { $0.width = 50 })
    #expect(isEven(shift: 3))
    #expect(!isEven(shift: 9))
    #expect(!isEven { $0.lineHeight = .perLine })
    #expect(!isEven { $0.lineHeight = .absolute(10) })
    #expect(!isEven { $0.lineSpacing = .points(1) })
    #expect(!isEven { $0.trailingReserve = Size(width: 1, height: 1) })
    // Not flowed.
    #expect(!engine.layout(AttributedText("abc", style: TestFonts.style())).hasEvenLines)
  }

  // MARK: Blocks

  @Test func `a block as wide as its lines holds its title and icon`() {
    let code = TextBlock(.code(language: "c"), in: 0..<1, title: "Title")
    let layout = layout("a", [code]) { $0.lineHeight = .interactiveTextNode }
    // Five letters of eight points, the icon, and nine points on both sides.
    #expect(layout.blocks.map(\.frame.size.width) == [40 + 7 + 18])
    #expect(layout.blocks.map(\.contentFrame.size.width) == [47])
    let wide = self.layout("abcde", [TextBlock(.quote, in: 0..<5, title: "T")]) {
      $0.lineHeight = .interactiveTextNode
    }
    #expect(wide.blocks.map(\.frame.size.width) == [50 + 18])
  }

  @Test func `only code with wrapped lines has a mark for them`() {
    let code = [TextBlock(.code(language: nil), in: 0..<5)]
    let fitting = layout("ab cd", code)
    #expect(fitting.flow?.flow.softWrapMark == nil)
    let wrapped = layout("ab cd", code, width: 40)
    #expect(wrapped.flow?.flow.softWrapMark != nil)
    #expect(wrapped.placedTokens.map(\.frame.minY) == [7])
    let quote = layout("ab cd", [TextBlock(.quote, in: 0..<5)], width: 40)
    #expect(quote.flow?.flow.softWrapMark == nil)
    let behind = layout("ab cd ef", [TextBlock(.code(language: nil), in: 0..<2)], width: 40)
    #expect(behind.lineCount > 2 && behind.flow?.flow.softWrapMark == nil)
  }

  @Test func `a wrapped line above a truncated one has a mark`() {
    let layout = layout("ab cd ef gh", [TextBlock(.code(language: nil), in: 0..<11)], width: 58) {
      $0.maximumLines = 2
    }
    #expect(layout.isTruncated)
    #expect(layout.placedTokens.map(\.kind) == [.softWrap, .truncation])
  }

  @Test func `a token where two marks touch is the lower one`() throws {
    let code = [TextBlock(.code(language: nil), in: 0..<8)]
    let layout = layout("ab cd ef", code, width: 40)
    let frames = layout.placedTokens.map(\.frame)
    #expect(frames.map(\.minY) == [7, 17])
    let x = try #require(frames.first).minX + 1
    let found = [6.99, 7, 16.99, 17, 26.99, 27].map {
      layout.token(at: Point(x: x, y: $0))?.frame
    }
    #expect(found == [nil, frames[0], frames[0], frames[1], frames[1], nil])
  }

  @Test func `an arrow beside a line needs room next to its indents`() {
    var text = AttributedText("ab\ncd\nef\ngh", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<11, isCollapsible: true)])
    text.setParagraphStyle(ParagraphStyle(indent: 3, endIndent: 5), in: 9..<11)
    func layout(_ width: Double) -> TextLayout {
      var options = LayoutOptions(width: width)
      options.expandedBlocks = [0]
      return engine.layout(text, options: options)
    }
    // Two letters, both indents, nine points on both sides, and 16 for the arrow.
    let beside = layout(62)
    #expect(beside.size.height == 53)
    #expect(beside.validWidths.lowerBound == 62)
    let below = layout(61.75)
    #expect(below.size.height == 63)
    #expect(below.validWidths.upperBound == 62)
  }

  @Test func `a caret moves through a line that shows nothing but a token`() {
    // The third line of the block has no room for a letter beside the token.
    var text = AttributedText("a\nb\nccccc\nzz", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<9, isCollapsible: true)])
    let layout = engine.layout(text, options: LayoutOptions(width: 28))
    #expect(layout.lineTexts == ["a\n", "b\n", "", "zz"])
    #expect(layout.placedTokens.map(\.kind) == [.collapse])
    let left = layout.position(from: TextPosition(offset: 10), moving: .left)
    #expect(left.offset == 4)
    #expect(layout.position(from: left, moving: .left).offset == 3)
    #expect(layout.position(from: TextPosition(offset: 3), moving: .right).offset == 4)
  }

  @Test func `a title is limited to a line`() {
    let layout = layout("a", [TextBlock(.quote, in: 0..<1, title: "Title")])
    #expect(layout.blocks.first?.title?.options.maximumLines == 1)
  }

  @Test func `a mark for wrapped lines fits the padding at any text size`() {
    // Three quarters of the text's size, but at most eight points.
    let code = [TextBlock(.code(language: nil), in: 0..<5)]
    func width(_ size: Double) -> Double? {
      layout("ab cd", code, width: 20 + 3 * size, size: size).placedTokens.first?.frame.size.width
    }
    #expect(width(4) == 3)
    #expect(width(10) == 7.5)
    #expect(width(20).map { abs($0 - 8) < 1e-9 } == true)
  }

  // MARK: The least width

  @Test func `the least width of a text is that of its widest word`() {
    func least(_ string: String, _ blocks: [TextBlock] = []) -> Double {
      var text = AttributedText(string, style: TestFonts.style())
      text.addBlocks(blocks)
      return engine.layout(text).leastWidth()
    }
    #expect(least("") == 0)
    #expect(least("abc") == 30)
    #expect(least("ab abc a") == 30)
    #expect(least("ab\nabcd") == 40)
    // Padding on both sides, and the icon beside the first line.
    #expect(least("ab abcd", [TextBlock(.quote, in: 0..<7)]) == 58)
    #expect(least("abcd ab", [TextBlock(.quote, in: 0..<7)]) == 65)
    let inset = layout("ab abc") { $0.insets = Insets(top: 0, left: 4, bottom: 0, right: 3) }
    #expect(inset.leastWidth() == 37)
    let single = layout("abc") { $0.insets = Insets(top: 0, left: 4, bottom: 0, right: 3) }
    #expect(single.leastWidth() == 37)
  }
}
