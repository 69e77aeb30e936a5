import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct AlignmentTests {
  let engine = TestFonts.engine()

  /// Returns the starts of the lines of a paragraph of 40 points and of one of 20.
  private func edges(
    _ text: String, _ alignment: TextAlignment, _ direction: TextDirection = .auto,
    room: Double? = nil, width: Double = .infinity
  ) -> [Double] {
    let layout = engine.layout(
      AttributedText(text, style: TestFonts.style(), direction: direction),
      options: LayoutOptions(width: width, alignment: alignment, alignmentWidth: room))
    #expect(layout.misplaced == [])
    return layout.lines.map(\.x)
  }

  @Test(arguments: [
    (TextAlignment.start, [0.0, 0], [0.0, 20]), (.end, [0, 20], [0, 0]), (.left, [0, 0], [0, 0]),
    (.right, [0, 20], [0, 20]), (.center, [0, 10], [0, 10]),
  ])
  func `lines are aligned within the widest line`(
    alignment: TextAlignment, left: [Double], right: [Double]
  ) {
    #expect(edges("abcd\nef", alignment) == left)
    #expect(edges("אבגד\nהו", alignment) == right)
    #expect(edges("abcd\nef", alignment, .rightToLeft) == right)
    #expect(edges("אבגד\nהו", alignment, .leftToRight) == left)
    // The available width does not count.
    #expect(edges("אבגד\nהו", alignment, width: 1_000) == right)
  }

  @Test(arguments: [
    (TextAlignment.start, [0.0, 0], [60.0, 80]), (.end, [60, 80], [0, 0]),
    (.left, [0, 0], [0, 0]),
    (.right, [60, 80], [60, 80]), (.center, [30, 40], [30, 40]),
  ])
  func `lines are aligned within the alignment width`(
    alignment: TextAlignment, left: [Double], right: [Double]
  ) {
    #expect(edges("abcd\nef", alignment, room: 100) == left)
    #expect(edges("אבגד\nהו", alignment, room: 100) == right)
  }

  @Test(arguments: [Double.infinity, .nan, -.infinity])
  func `a non-finite alignment width is ignored`(room: Double) {
    #expect(edges("אבגד\nהו", .start, room: room) == [0, 20])
  }

  @Test(arguments: [TextAlignment.start, .end, .left, .right, .center])
  func `a single line begins at 0 in an unlimited width`(alignment: TextAlignment) {
    #expect(edges("אבגד", alignment) == [0])
    #expect(edges("abcd", alignment, .rightToLeft) == [0])
    #expect(edges("", alignment) == [])
  }

  @Test func `each line is aligned by its paragraph's direction`() {
    #expect(edges("abcd\nאב\nef\nגד", .start) == [0, 20, 0, 20])
    #expect(edges("abcd\nאב\nef\nגד", .end) == [0, 0, 20, 0])
  }

  @Test func `all lines of a right-to-left paragraph are right-aligned`() {
    let text = AttributedText("אבגדהו abc https 12", style: TestFonts.style())
    let options = LayoutOptions(width: 60) { $0.trailingReserve = Size(width: 10, height: 8) }
    let layout = engine.layout(text, options: options)
    #expect(layout.lineTexts == ["אבגדהו ", "abc ", "https ", "12"])
    #expect(layout.lines.map(\.x) == [0, 30, 10, 40])
    #expect(layout.lines.map(\.isRightToLeft) == [true, true, true, true])
    #expect(layout.trailingFrame?.minX == 0)
    // Those of a left-to-right paragraph are at the left.
    let latin = engine.layout(
      AttributedText("abcdef אבג 12", style: TestFonts.style()), options: LayoutOptions(width: 60))
    #expect(latin.lineTexts == ["abcdef ", "אבג 12"])
    #expect(latin.lines.map(\.x) == [0, 0])
  }
}
