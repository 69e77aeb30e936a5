import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct AttributedTextTests {
  let kern = TestFonts.style("Galley Kern")
  let mark = TestFonts.style("Galley Mark")
  var text = AttributedText("abcdefghij", style: TestFonts.style())

  /// Returns the ends of the shaping spans.
  private func ends(_ text: AttributedText) -> [Int32] { text.shapingSpans.spans.map(\.end) }

  @Test mutating func `a style covers exactly its range`() {
    text.setStyle(kern, in: 2..<5)
    #expect(ends(text) == [2, 5, 10])
    #expect(text.style(at: 1) == text.baseStyle)
    #expect(text.style(at: 2) == kern)
    #expect(text.style(at: 4) == kern)
    #expect(text.style(at: 5) == text.baseStyle)
    #expect(text.style(at: 9) == text.baseStyle)
  }

  @Test mutating func `adjacent spans of equal style are merged`() {
    text.setStyle(kern, in: 2..<4)
    text.setStyle(kern, in: 4..<6)
    #expect(ends(text) == [2, 6, 10])
    text.setStyle(kern, in: 0..<2)
    #expect(ends(text) == [6, 10])
    text.setStyle(kern, in: 3..<5)
    #expect(ends(text) == [6, 10])
    text.setStyle(mark, in: 3..<4)
    text.setStyle(kern, in: 3..<4)
    #expect(ends(text) == [6, 10])
    text.setStyle(kern, in: 5..<10)
    #expect(ends(text) == [10])
  }

  @Test mutating func `a style range extends to the next change of any attribute`() {
    text.setStyle(kern, in: 2..<5)
    text.updateStyle(in: 4..<7) { $0.paint.underline = .solid }
    let ranges = [0, 1, 2, 3, 4, 5, 6, 7, 9].map { text.styleRange(at: $0) }
    #expect(
      ranges == [0..<2, 0..<2, 2..<4, 2..<4, 4..<5, 5..<7, 5..<7, 7..<10, 7..<10])
    #expect(text.styleRange(at: -3) == 0..<2)
    #expect(text.styleRange(at: 10) == 7..<10)
    #expect(text.styleRange(at: .max) == 7..<10)
    #expect(AttributedText("ab").styleRange(at: 5) == 0..<2)
    #expect(AttributedText("").styleRange(at: 0) == 0..<0)
  }

  @Test mutating func `text reset to its base style equals new text`() {
    let new = text
    text.setStyle(kern, in: 2..<4)
    #expect(text != new)
    text.setStyle(text.baseStyle, in: 0..<10)
    #expect(text == new)
    text.setStyle(text.baseStyle, in: 3..<5)
    #expect(text == new)
    text.updateStyle(in: 1..<3) { $0.paint.underline = .solid }
    text.updateStyle(in: 0..<9) { $0.paint.underline = nil }
    #expect(text == new)
    #expect(text.hashValue == new.hashValue)
  }

  @Test mutating func `an update is applied once per span of equal style`() {
    text.setStyle(kern, in: 2..<4)
    text.updateStyle(in: 6..<8) { $0.paint.underline = .solid }
    var calls = 0
    text.updateStyle(in: 1..<9) {
      calls += 1
      $0.font.size = 20
    }
    #expect(calls == 5)
    #expect(text.style(at: 0).font.size == 10)
    #expect((1..<9).allSatisfy { text.style(at: $0).font.size == 20 })
    #expect(text.style(at: 9).font.size == 10)
    #expect(text.style(at: 2).font.families == ["Galley Kern"])
    #expect(text.style(at: 6).paint.underline != nil && text.style(at: 5).paint.underline == nil)
  }

  @Test mutating func `paint is stored separately from shaping attributes`() {
    text.updateStyle(in: 2..<5) { $0.paint.color = .fixed(Color(argb: 0xFF11_2233)) }
    #expect(text.shapingSpans.spans.isEmpty)
    #expect(text.paintSpans.spans.map(\.end) == [2, 5, 10])
  }

  @Test(
    arguments: [
      (1..<3, [(1, 3)]), (2..<3, [(1, 3)]), (2..<2, []), (1..<2, []), (-5..<1, [(0, 1)]),
      (9..<99, []), (4..<99, [(3, 8)]), (0..<5, [(0, 3)]), (Int.min..<Int.max, [(0, 8)]),
      (7..<8, [(3, 8)]),
    ] as [(Range<Int>, [(Int, Int)])])
  func `offsets are rounded down to scalar boundaries within the text`(
    range: Range<Int>, covered: [(Int, Int)]
  ) {
    // a, é of two bytes, then an emoji of four and b.
    var text = AttributedText("a\u{E9}\u{1F600}b", style: TestFonts.style())
    text.setStyle(kern, in: range)
    var start: Int?
    var found: [Int] = []
    for offset in 0...text.length {
      let isCovered = offset < text.length && text.style(at: offset) == kern
      if isCovered, start == nil { start = offset }
      if !isCovered, let first = start {
        found += [first, offset]
        start = nil
      }
    }
    #expect(found == expectedOffsets(range))
    _ = covered
  }

  /// Returns the characters of "aé😀b" in a range whose offsets are rounded down to scalar
  /// boundaries.
  private func expectedOffsets(_ range: Range<Int>) -> [Int] {
    let down = [0, 1, 1, 3, 3, 3, 3, 7, 8]
    let first = down[min(max(range.lowerBound, 0), 8)]
    let last = down[min(max(range.upperBound, 0), 8)]
    return first < last ? [first, last] : []
  }

  @Test mutating func `annotation ranges are clamped and empty annotations dropped`() {
    text.annotate(2..<99, as: .spoiler)
    text.annotate(5..<5, as: .spoiler)
    text.annotate(50..<60, as: .link(type: "url", url: nil))
    text.annotate(-3..<1, as: .link(type: "url", url: "u.example"))
    #expect(text.annotations.map(\.range) == [2..<10, 0..<1])
    #expect(
      text.annotations.map(\.kind) == [.spoiler, .link(type: "url", url: "https://u.example")])
  }

  @Test func `texts that differ in bytes or direction are not equal`() {
    #expect(AttributedText("\u{E9}") != AttributedText("e\u{301}"))
    #expect(AttributedText("ab") == AttributedText("ab"))
    #expect(AttributedText("ab") != AttributedText("ab", direction: .rightToLeft))
  }

  @Test(arguments: 0..<250)
  func `spans reflect the last style set`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let length = Int.random(in: 1...12, using: &random)
    var text = AttributedText(String(repeating: "x", count: length), style: TestFonts.style())
    let styles = [text.baseStyle, kern, mark]
    var expected = Array(repeating: text.baseStyle, count: length)
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let ends = [0, 1].map { _ in Int.random(in: 0...length, using: &random) }.sorted()
      let style = styles.randomElement(using: &random) ?? kern
      text.setStyle(style, in: ends[0]..<ends[1])
      for index in ends[0]..<ends[1] { expected[index] = style }
      #expect((0..<length).map { text.style(at: $0) } == expected)
      let spans = text.shapingSpans.spans
      #expect(spans.isEmpty || spans.last?.end == Int32(length))
      #expect(zip(spans, spans.dropFirst()).allSatisfy { $0.end < $1.end && $0.value != $1.value })
      #expect(spans.isEmpty == expected.allSatisfy { $0 == text.baseStyle })
    }
  }
}
