import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct OverflowTests {
  let engine = TestFonts.engine()

  private func layout(_ text: String, width: Double) -> TextLayout {
    let options = LayoutOptions(width: width) { $0.overflow = .visible }
    let layout = engine.layout(AttributedText(text, style: TestFonts.style()), options: options)
    #expect(layout.misplaced == [])
    return layout
  }

  @Test(arguments: [
    (width: 40.0, lines: ["the ", "quick ", "brown ", "fox"]),
    (width: 10.0, lines: ["the ", "quick ", "brown ", "fox"]),
    (width: 0.0, lines: ["the ", "quick ", "brown ", "fox"]),
    (width: 95.0, lines: ["the quick ", "brown fox"]),
  ])
  func `visible overflow keeps overlong words whole`(width: Double, lines: [String]) {
    #expect(layout("the quick brown fox", width: width).lineTexts == lines)
  }

  @Test func `overflowing words count toward the layout's size`() {
    let text = layout("a bcdefg\nh", width: 30)
    #expect(text.lines.map(\.width) == [10, 60, 10])
    #expect(text.size.width == 60)
  }

  @Test func `an overflowing word breaks at a soft hyphen`() {
    let text = layout("abc\u{AD}def", width: 20)
    #expect(text.lineTexts == ["abc\u{AD}", "def"])
    #expect(text.lines.map(\.width) == [40, 30])
  }

  @Test func `overflowing lines are the same at any smaller width`() {
    #expect(layout("ab cd", width: 10).validWidths == 0..<50)
    #expect(layout("ab", width: 10).validWidths == 0..<Double.infinity)
    #expect(layout("ab cde fg", width: 20).validWidths == 0..<60)
    // A line of several words may end at another one.
    #expect(layout("a b cdef", width: 30).validWidths == 30..<80)
    #expect(layout("cdef a b", width: 30).lineTexts == ["cdef ", "a b"])
    #expect(layout("cdef a b", width: 30).validWidths == 30..<60)
  }

  @Test func `relayout applies a changed overflow mode`() {
    let text = layout("abcd", width: 20)
    #expect(text.lineTexts == ["abcd"])
    #expect(text.relayout(LayoutOptions(width: 20)).lineTexts == ["ab", "cd"])
    let options = LayoutOptions(width: 20) { $0.overflow = .visible }
    #expect(text.relayout(LayoutOptions(width: 20)).relayout(options).lineTexts == ["abcd"])
  }
}
