import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Carets in Galley Box, in which letters are 10 points wide and lines 10 points high.
@Suite struct CaretTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double = .infinity, family: String = "Galley Box",
    direction: TextDirection = .auto
  ) -> TextLayout {
    engine.layout(
      AttributedText(string, style: TestFonts.style(family), direction: direction),
      options: LayoutOptions(width: width))
  }

  /// Returns the x coordinates of the carets at an offset: downstream, then upstream.
  private func places(_ layout: TextLayout, _ offset: Int) -> [Double?] {
    [.downstream, .upstream].map {
      layout.caret(at: TextPosition(offset: offset, affinity: $0))?.frame.minX.thousandths
    }
  }

  @Test func `a caret is at the leading edge of the following character`() throws {
    let layout = layout("abc")
    #expect((0...3).map { layout.caret(at: .init(offset: $0))?.frame.minX } == [0, 10, 20, 30])
    let caret = try #require(layout.caret(at: .init(offset: 1)))
    #expect(caret.frame == Rect(x: 10, y: 0, width: 0, height: 10))
    #expect(caret.line == 0)
    #expect(caret.otherFrame == nil)
    #expect(!caret.isRightToLeft)
  }

  @Test func `caret offsets outside of the text are clamped`() {
    let layout = layout("abc")
    #expect(layout.caret(at: .init(offset: -7))?.position.offset == 0)
    #expect(layout.caret(at: .init(offset: 99))?.position.offset == 3)
    #expect(layout.caret(at: .init(offset: .max))?.frame.minX == 30)
    #expect(layout.caret(at: .init(offset: .min, affinity: .upstream))?.frame.minX == 0)
  }

  @Test func `empty text has no caret`() {
    #expect(layout("").caret(at: .init(offset: 0)) == nil)
    #expect(layout("").position(at: Point(x: 5, y: 5)) == TextPosition(offset: 0))
  }

  @Test func `affinity selects the line at a break without a line end`() {
    let layout = layout("ab cd", width: 20)
    #expect(layout.caret(at: .init(offset: 3))?.frame.origin == Point(x: 0, y: 10))
    let before = layout.caret(at: .init(offset: 3, affinity: .upstream))
    #expect(before?.frame.origin == Point(x: 20, y: 0))
    #expect(before?.position == TextPosition(offset: 3, affinity: .upstream))
    #expect(before?.line == 0)
  }

  @Test func `a caret after a line end ignores affinity and is on the next line`() {
    let layout = layout("ab\ncd")
    for affinity in [TextPosition.Affinity.upstream, .downstream] {
      let caret = layout.caret(at: .init(offset: 3, affinity: affinity))
      #expect(caret?.frame.origin == Point(x: 0, y: 10))
      #expect(caret?.position == TextPosition(offset: 3))
    }
    #expect(layout.caret(at: .init(offset: 2))?.frame.origin == Point(x: 20, y: 0))
  }

  @Test(arguments: ["\n", "\r\n", "\u{2028}", "\u{2029}", "\u{85}", "\u{B}", "\u{C}"])
  func `a caret after a final line end is on an empty line`(end: String) {
    let layout = layout("ab" + end)
    let caret = layout.caret(at: .init(offset: layout.text.length))
    #expect(caret?.frame.origin == Point(x: 0, y: 10))
    #expect(layout.position(at: Point(x: 90, y: 3)) == TextPosition(offset: 2))
    #expect(layout.position(at: Point(x: 90, y: 13)).offset == layout.text.length)
  }

  @Test func `empty lines have carets`() {
    let layout = layout("a\n\nb")
    #expect(layout.caret(at: .init(offset: 2))?.frame.origin == Point(x: 0, y: 10))
    #expect(layout.position(at: Point(x: 7, y: 15)) == TextPosition(offset: 2))
    let hebrew = self.layout("אב\n\nאב", direction: .rightToLeft)
    #expect(hebrew.caret(at: .init(offset: 5))?.frame.origin == Point(x: 20, y: 10))
  }

  @Test func `a caret in right-to-left text is right of the following character`() {
    let layout = layout("אבג")
    #expect((0...3).map { layout.caret(at: .init(offset: $0 * 2))?.frame.minX } == [30, 20, 10, 0])
    #expect(layout.caret(at: .init(offset: 2))?.isRightToLeft == true)
  }

  @Test func `a caret at a direction change is split`() throws {
    // Displayed as: ab בא cd.
    let layout = layout("abאבcd")
    #expect(places(layout, 2) == [40, 20])
    #expect(places(layout, 6) == [40, 20])
    #expect(places(layout, 4) == [30, 30])
    let caret = try #require(layout.caret(at: .init(offset: 2, affinity: .upstream)))
    #expect(caret.frame.minX == 20)
    #expect(caret.otherFrame?.minX == 40)
    #expect(caret.position == TextPosition(offset: 2, affinity: .upstream))
    #expect(layout.caret(at: .init(offset: 4, affinity: .upstream))?.position == .init(offset: 4))
    #expect(layout.caret(at: .init(offset: 4))?.otherFrame == nil)
  }

  @Test func `carets in a number within Hebrew go from left to right`() {
    // Displayed as: ג 12 א.
    let layout = layout("א12ג")
    #expect(places(layout, 2) == [10, 30])
    #expect(places(layout, 3) == [20, 20])
    #expect(places(layout, 4) == [10, 30])
    #expect(places(layout, 6) == [0, 0])
  }

  @Test func `a caret may be inside a ligature, but never inside a character`() {
    let ligature = layout("ffi", family: "Galley Ligature")
    #expect((0...3).map { places(ligature, $0)[0] } == [0, 2.6, 5.2, 7.8])
    let marks = layout("xe\u{301}x", family: "Galley Mark")
    #expect((0...5).map { places(marks, $0)[0] } == [0, 5, 5, 5, 10, 15])
    #expect(marks.caret(at: .init(offset: 2))?.position.offset == 1)
    let emoji = layout("a👨‍👩‍👧b", family: "Galley Emoji")
    #expect(emoji.caret(at: .init(offset: 9))?.position.offset == 1)
  }

  @Test func `carets in hanging white space are at the end of the line`() {
    let layout = layout("ab   cd", width: 20)
    #expect((2...4).map { layout.caret(at: .init(offset: $0))?.frame.minX } == [20, 20, 20])
    // In the direction of the line, independent of the last letter.
    let mixed = self.layout("aבג   cd", width: 30)
    #expect(mixed.caret(at: .init(offset: 6))?.frame.minX == 30)
    let hebrew = self.layout("אב   גד", width: 20)
    #expect((4...6).map { hebrew.caret(at: .init(offset: $0))?.frame.minX } == [0, 0, 0])
  }

  @Test(
    arguments: [
      (0, 0), (4, 0), (5, 1), (14, 1), (15, 2), (29, 3), (31, 3), (500, 3), (-20, 0),
    ] as [(Double, Int)])
  func `a point maps to the nearest caret position`(x: Double, offset: Int) {
    #expect(layout("abc").position(at: Point(x: x, y: 5)) == TextPosition(offset: offset))
  }

  @Test func `a point above or below the lines maps to the nearest line`() {
    let layout = layout("ab\ncd")
    #expect(layout.position(at: Point(x: 11, y: -50)).offset == 1)
    #expect(layout.position(at: Point(x: 11, y: 999)).offset == 4)
    #expect(layout.position(at: Point(x: 11, y: 9.99)).offset == 1)
    #expect(layout.position(at: Point(x: 11, y: 10)).offset == 4)
  }

  @Test func `extreme points map to valid offsets`() {
    let layout = layout("ab\ncd")
    let values = [Double.nan, .infinity, -.infinity, 1e308, -1e308, 0]
    for x in values {
      for y in values {
        let offset = layout.position(at: Point(x: x, y: y)).offset
        #expect((0...5).contains(offset))
      }
    }
  }

  @Test func `a point beside a line maps to its end, before hanging white space`() {
    let layout = layout("ab cd", width: 20)
    #expect(layout.position(at: Point(x: 60, y: 5)) == TextPosition(offset: 2))
    let joined = self.layout("abcd", width: 20)
    #expect(joined.position(at: Point(x: 60, y: 5)) == TextPosition(offset: 2, affinity: .upstream))
    #expect(joined.position(at: Point(x: 0, y: 15)) == TextPosition(offset: 2))
  }

  @Test func `the half of a character that is hit determines offset and affinity`() {
    let layout = layout("abאבcd")
    let hits = [19, 21, 39, 41].map { layout.position(at: Point(x: Double($0), y: 5)) }
    #expect(
      hits == [
        .init(offset: 2, affinity: .upstream), .init(offset: 6, affinity: .upstream),
        .init(offset: 2), .init(offset: 6),
      ])
  }

  @Test func `a point on a tab maps to its nearer side`() {
    let layout = layout("a\tb")
    #expect(layout.position(at: Point(x: 44, y: 5)).offset == 1)
    #expect(layout.position(at: Point(x: 46, y: 5)).offset == 2)
  }

  @Test func `point queries account for insets`() {
    let options = LayoutOptions { $0.insets = Insets(top: 30, left: 20, bottom: 0, right: 0) }
    let layout = engine.layout(AttributedText("ab\ncd", style: TestFonts.style()), options: options)
    #expect(layout.position(at: Point(x: 31, y: 0)).offset == 1)
    #expect(layout.position(at: Point(x: 31, y: 39)).offset == 1)
    #expect(layout.position(at: Point(x: 31, y: 41)).offset == 4)
    #expect(layout.position(at: Point(x: 21, y: 200)).offset == 3)
    #expect(layout.character(at: Point(x: 5, y: 5)) == nil)
  }

  @Test func `a caret before hidden text is upstream, at the end of the text before it`() {
    let options = LayoutOptions(width: 50) {
      $0.maximumLines = 1
      $0.truncation = .middle
    }
    let text = AttributedText("abcdefgh", style: TestFonts.style())
    let layout = engine.layout(text, options: options)
    // Displayed as: ab…gh.
    #expect(layout.hiddenRanges == [2..<6])
    #expect(
      layout.position(at: Point(x: 18, y: 5)) == TextPosition(offset: 2, affinity: .upstream))
    #expect(layout.position(at: Point(x: 12, y: 5)) == TextPosition(offset: 1))
    #expect(layout.position(at: Point(x: 31, y: 5)) == TextPosition(offset: 6))
    let caret = layout.caret(at: TextPosition(offset: 2))
    #expect(caret?.frame.minX == 20)
    #expect(caret?.position == TextPosition(offset: 2, affinity: .upstream))
  }
}
