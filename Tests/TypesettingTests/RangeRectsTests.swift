import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct RangeRectsTests {
  let engine = TestFonts.engine()

  /// Returns the left and right edges of a range's rectangles, by line.
  private func edges(
    _ text: String, _ range: Range<Int>, _ family: String = "Galley Box", width: Double = .infinity
  ) -> [ClosedRange<Double>] {
    let layout = engine.layout(
      AttributedText(text, style: TestFonts.style(family)), options: LayoutOptions(width: width))
    let rects = layout.rects(of: range)
    #expect(rects.allSatisfy { $0.size.height == layout.line(at: 0).height && $0.size.width >= 0 })
    #expect(rects.map(\.minY) == rects.map(\.minY).sorted())
    return rects.map { $0.minX.thousandths...$0.maxX.thousandths }
  }

  @Test(
    arguments: [
      (0..<2, [0...20]), (1..<2, [10...20]), (1..<1, []), (0..<5, [0...50]), (4..<99, [40...50]),
      (-9..<1, [0...10]), (5..<9, []),
    ] as [(Range<Int>, [ClosedRange<Double>])])
  func `rectangles of a range cover its letters`(range: Range<Int>, expected: [ClosedRange<Double>])
  {
    #expect(edges("abcde", range) == expected)
  }

  @Test func `a multiline range has a rectangle for each line, without hanging white space`() {
    #expect(edges("ab cd ef", 1..<7, width: 20) == [10...20, 0...20, 0...10])
    #expect(edges("ab cd", 2..<3, width: 20) == [])
    #expect(edges("ab cd", 2..<3) == [20...30])
    #expect(edges("ab\n\ncd", 0..<6) == [0...20, 0...20])
  }

  @Test func `rectangles of right-to-left text begin at the right`() {
    #expect(edges("אבג", 0..<2) == [20...30])
    #expect(edges("אבג", 2..<4) == [10...20])
    #expect(edges("אבג", 4..<6) == [0...10])
    #expect(edges("אבג", 0..<6) == [0...30])
  }

  @Test func `a range in mixed text can have several rectangles`() {
    // Displayed as: ab דגב cd; 1..<6 is b, the space and the first Hebrew letter, which is on the
    // right.
    #expect(edges("ab בגד cd", 1..<5) == [10...30, 50...60])
    #expect(edges("ab בגד cd", 3..<9) == [30...60])
    #expect(edges("ab בגד cd", 0..<12) == [0...90])
    #expect(edges("ab בגד cd", 5..<10) == [30...50, 60...70])
  }

  @Test func `a ligature is divided evenly among its letters`() {
    // f f i is one glyph of 780 units.
    #expect(edges("ffi", 0..<1, "Galley Ligature") == [0...2.6])
    #expect(edges("ffi", 1..<2, "Galley Ligature") == [2.6...5.2])
    #expect(edges("affib", 2..<4, "Galley Ligature") == [7.6...12.8])
    // Lam-alef, 700 units, right to left.
    #expect(edges("لا", 0..<2, "Galley Joining") == [3.5...7])
    #expect(edges("لا", 2..<4, "Galley Joining") == [0...3.5])
  }

  @Test func `a mark shares the rectangle of its letter`() {
    #expect(edges("xe\u{301}x", 1..<4, "Galley Mark") == [5...10])
    #expect(edges("xe\u{301}x", 1..<2, "Galley Mark").first?.lowerBound == 5)
  }

  @Test func `the rectangle of a tab extends to the next tab stop`() {
    #expect(edges("a\tb", 1..<2) == [10...80])
    #expect(edges("a\tb", 0..<3) == [0...90])
  }

  @Test func `the rectangle of a soft hyphen covers its hyphen`() {
    #expect(edges("abc\u{AD}def", 3..<5, width: 50) == [30...40])
    #expect(edges("abc\u{AD}def", 0..<5, width: 50) == [0...40])
    #expect(edges("\u{202E}abc\u{AD}def", 6..<8, width: 50) == [0...10])
  }

  @Test(arguments: 0..<250)
  func `rectangles of a line's range cover its whole width`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    let layout = engine.layout(text, options: .random(using: &random))
    for line in layout.lines {
      let rects = layout.rects(of: line.range).filter { abs($0.minY - line.y) < 1e-9 }
      let covered = rects.reduce(0.0) { $0 + $1.size.width }
      #expect(abs(covered - line.width) < 1e-6, "\(line)")
      #expect(rects.allSatisfy { $0.minX >= line.x - 1e-6 })
    }
  }
}
