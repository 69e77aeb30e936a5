import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct ParagraphFlowTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double = .infinity, _ styles: [(Range<Int>, ParagraphStyle)] = [],
    _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    for (range, style) in styles { text.setParagraphStyle(style, in: range) }
    var options = LayoutOptions(width: width)
    change(&options)
    return engine.layout(text, options: options)
  }

  @Test func `the first line's indent adds to the paragraph's indent`() {
    let style = ParagraphStyle(firstLineIndent: 20, indent: 10)
    let layout = layout("ab cd ef\ngh", width: 60, [(0..<8, style)])
    #expect(layout.lineTexts == ["ab ", "cd ef\n", "gh"])
    #expect(layout.lines.map(\.x) == [30, 10, 0])
    #expect(layout.size.width == 60)
  }

  @Test func `a negative first line indent is clamped to the layout's edge`() {
    let style = ParagraphStyle(firstLineIndent: -10, indent: 20)
    #expect(layout("ab cd ef", width: 70, [(0..<8, style)]).lines.map(\.x) == [10, 20])
    let far = ParagraphStyle(firstLineIndent: -30, indent: 20)
    #expect(layout("ab cd ef", width: 70, [(0..<8, far)]).lines.map(\.x) == [0, 20])
  }

  @Test func `an end indent shortens lines`() {
    let layout = layout("ab cd ef", width: 80, [(0..<8, ParagraphStyle(endIndent: 30))])
    #expect(layout.lineTexts == ["ab cd ", "ef"])
    #expect(layout.size.width == 80)
    #expect(layout.validWidths == 80..<110)
  }

  @Test func `leading indents of right-to-left text are on the right`() {
    let style = ParagraphStyle(firstLineIndent: 20, indent: 10, endIndent: 5)
    let layout = layout("אב גד הו", width: 65, [(0..<8, style)])
    #expect(layout.lines.map(\.isRightToLeft) == [true, true])
    #expect(layout.lines.map(\.frame.maxX) == [layout.size.width - 30, layout.size.width - 10])
  }

  @Test func `paragraph spacing applies between paragraphs, not at the layout's edges`() {
    let style = ParagraphStyle(spacingBefore: 3, spacingAfter: 4)
    let layout = layout("ab cd\nef\u{2028}gh\nij", width: 20, [(0..<16, style)])
    #expect(layout.lineTexts == ["ab ", "cd\n", "ef\u{2028}", "gh\n", "ij"])
    #expect(layout.lines.map(\.y) == [0, 10, 27, 37, 54])
    #expect(layout.size.height == 64)
  }

  @Test func `a paragraph style has no indents or spacing by default`() {
    let styles = [(0..<2, ParagraphStyle(alignment: .left)), (3..<5, ParagraphStyle())]
    let layout = layout("ab\ncd\nef", width: 20, styles)
    #expect(layout.lines.map(\.x) == [0, 0, 0])
    #expect(layout.lines.map(\.y) == [0, 10, 20])
    #expect(layout.size == Size(width: 20, height: 30))
  }

  @Test func `a paragraph's alignment overrides the layout's alignment`() {
    let styles = [
      (3..<5, ParagraphStyle(alignment: .right)), (6..<8, ParagraphStyle(alignment: .center)),
    ]
    let layout = layout("ab\ncd\nef\nghij", styles) { $0.alignment = .left }
    #expect(layout.lines.map(\.x) == [0, 20, 10, 0])
    let centered = self.layout("ab\ncd\nef\nghij", styles) { $0.alignment = .center }
    #expect(centered.lines.map(\.x) == [10, 20, 10, 0])
  }

  private func layout(
    _ string: String, _ styles: [(Range<Int>, ParagraphStyle)],
    _ change: (inout LayoutOptions) -> Void
  ) -> TextLayout {
    layout(string, width: .infinity, styles, change)
  }

  @Test func `insets surround the lines without reducing the measure`() {
    let layout = layout("ab cd", width: 50) {
      $0.insets = Insets(top: 2, left: 3, bottom: 5, right: 4)
    }
    #expect(layout.lineTexts == ["ab cd"])
    #expect(layout.size == Size(width: 57, height: 17))
    #expect(layout.lines.map(\.frame) == [Rect(x: 3, y: 2, width: 50, height: 10)])
    #expect(layout.lines.map(\.baseline) == [10])
    #expect(layout.rects(of: 0..<2) == [Rect(x: 3, y: 2, width: 20, height: 10)])
    let none = self.layout("", width: 50) {
      $0.insets = Insets(top: 2, left: 3, bottom: 5, right: 4)
    }
    #expect(none.size == Size(width: 7, height: 7))
    #expect(none.lines == [])
  }

  @Test func `an alignment width positions lines independently of the measure`() {
    let layout = layout("ab\ncdef", width: 50) {
      $0.alignmentWidth = 100
      $0.alignment = .right
      $0.insets = Insets(left: 3)
    }
    #expect(layout.lines.map(\.x) == [83, 63])
    #expect(layout.size.width == 43)
  }

  @Test func `start and end alignment follow the paragraph's direction`() {
    let end = ParagraphStyle(alignment: .end)
    #expect(layout("abcd\nab", [(0..<7, end)]).lines.map(\.x) == [0, 20])
    #expect(layout("אבגד\nאב", [(0..<13, end)]).lines.map(\.x) == [0, 0])
    let start = ParagraphStyle(alignment: .start)
    #expect(layout("אבגד\nאב", [(0..<13, start)]).lines.map(\.x) == [0, 20])
  }
}
