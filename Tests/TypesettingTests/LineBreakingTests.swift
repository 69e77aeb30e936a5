import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct LineBreakingTests {
  let engine = TestFonts.engine()

  private func layout(_ text: String, width: Double) -> TextLayout {
    engine.layout(
      AttributedText(text, style: TestFonts.style()), options: LayoutOptions(width: width))
  }

  @Test(arguments: [
    (width: 110.0, lines: ["the quick ", "brown fox"]),
    (width: 90.0, lines: ["the quick ", "brown fox"]),
    (width: 80.0, lines: ["the ", "quick ", "brown ", "fox"]),
    (width: 50.0, lines: ["the ", "quick ", "brown ", "fox"]),
    (width: Double.infinity, lines: ["the quick brown fox"]),
  ])
  func `a line breaks at the last opportunity that fits`(width: Double, lines: [String]) {
    #expect(layout("the quick brown fox", width: width).lineTexts == lines)
  }

  @Test(arguments: [
    (width: 30.0, lines: ["the ", "qui", "ck ", "fox"]),
    (width: 20.0, lines: ["th", "e ", "qu", "ic", "k ", "fo", "x"]),
    (width: 10.0, lines: ["t", "h", "e ", "q", "u", "i", "c", "k ", "f", "o", "x"]),
    (width: 0.0, lines: ["t", "h", "e ", "q", "u", "i", "c", "k ", "f", "o", "x"]),
  ])
  func `an overlong word is broken between characters`(width: Double, lines: [String]) {
    #expect(layout("the quick fox", width: width).lineTexts == lines)
  }

  @Test func `white space at the end of a line has no width`() {
    let result = layout("the    fox  ", width: 30)
    #expect(result.lineTexts == ["the    ", "fox  "])
    #expect(result.lines.map(\.width) == [30, 30])
    #expect(result.size.width == 30)
  }

  @Test func `white space at the start of a line is kept`() {
    #expect(layout("  a", width: 100).lines.map(\.width) == [30])
  }

  @Test(arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{B}", "\u{C}", "\u{2028}", "\u{2029}"])
  func `a line end forces a break and has no width`(end: String) {
    let result = layout("ab" + end + "c", width: 100)
    #expect(result.lineTexts == ["ab" + end, "c"])
    #expect(result.lines.map(\.width) == [20, 10])
  }

  @Test func `a final line end adds an empty last line`() {
    let result = layout("ab\n\n", width: 100)
    #expect(result.lineTexts == ["ab\n", "\n", ""])
    #expect(result.size.height == 3 * result.lines[0].height)
  }

  @Test func `empty text has no lines`() {
    let result = layout("", width: 100)
    #expect(result.lines.isEmpty)
    #expect(result.size.width == 0 && result.size.height == 0)
  }

  @Test func `a soft hyphen is visible only at the end of a line`() {
    let text = "abc\u{AD}def"
    #expect(layout(text, width: 60).lines.map(\.width) == [60])
    let broken = layout(text, width: 50)
    #expect(broken.lineTexts == ["abc\u{AD}", "def"])
    #expect(broken.lines.map(\.width) == [40, 30])
  }

  @Test func `a soft hyphen without space for its hyphen is no break opportunity`() {
    let broken = layout("ab cde\u{AD}fgh", width: 60)
    #expect(broken.lineTexts == ["ab ", "cde\u{AD}fgh"])
  }

  @Test func `zero width space, no-break space and word joiner control line breaks`() {
    #expect(layout("ab\u{200B}cd", width: 30).lineTexts == ["ab\u{200B}", "cd"])
    #expect(layout("ab\u{A0}c d", width: 50).lineTexts == ["ab\u{A0}c ", "d"])
    #expect(layout("a b\u{A0}c", width: 40).lineTexts == ["a ", "b\u{A0}c"])
    #expect(layout("a b\u{2060}-\u{2060}c", width: 40).lineTexts == ["a ", "b\u{2060}-\u{2060}c"])
  }

  @Test func `line breaking never splits a character`() {
    let result = layout("e\u{301}e\u{301}e\u{301}", width: 10)
    #expect(result.lineTexts == ["e\u{301}", "e\u{301}", "e\u{301}"])
    #expect(layout("\r\n\r\n", width: 0).lineTexts == ["\r\n", "\r\n", ""])
  }

  @Test func `a tab advances to the next tab stop`() {
    let text = AttributedText("a\tb\tc", style: TestFonts.style())
    let result = engine.layout(text, options: LayoutOptions(tabWidth: 40))
    #expect(result.lines.map(\.width) == [90])
    #expect(result.rects(of: 2..<3).map(\.minX) == [40])
    #expect(result.rects(of: 4..<5).map(\.minX) == [80])
    let narrow = engine.layout(text, options: LayoutOptions(width: 60, tabWidth: 40))
    #expect(narrow.lineTexts == ["a\tb\t", "c"])
    #expect(narrow.lines[0].width == 50)
  }

  @Test func `negative and NaN widths are treated as zero`() {
    let expected = layout("ab", width: 0).lineTexts
    #expect(layout("ab", width: -5).lineTexts == expected)
    #expect(layout("ab", width: .nan).lineTexts == expected)
  }
}
