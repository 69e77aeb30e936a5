import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

@Suite struct SpoilerQueryTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, spoilers: [Range<Int>], width: Double = .infinity
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    for range in spoilers { text.annotate(range, as: .spoiler) }
    return engine.layout(text, options: LayoutOptions(width: width))
  }

  @Test func `a spoiler has a rectangle for each line and for each word`() throws {
    let layout = layout("see the end of it", spoilers: [4..<17], width: 80)
    #expect(layout.lineTexts == ["see the ", "end of ", "it"])
    let spoiler = try #require(layout.spoilers.first)
    #expect(spoiler.index == 0)
    #expect(spoiler.range == 4..<17)
    #expect(
      spoiler.rects == [
        Rect(x: 40, y: 0, width: 30, height: 10), Rect(x: 0, y: 10, width: 60, height: 10),
        Rect(x: 0, y: 20, width: 20, height: 10),
      ])
    #expect(
      spoiler.wordRects == [
        Rect(x: 40, y: 0, width: 30, height: 10), Rect(x: 0, y: 10, width: 30, height: 10),
        Rect(x: 40, y: 10, width: 20, height: 10), Rect(x: 0, y: 20, width: 20, height: 10),
      ])
  }

  @Test func `spoilers are indexed in the order of insertion`() {
    let layout = layout("abc def", spoilers: [4..<7, 0..<3])
    #expect(layout.spoilers.map(\.index) == [0, 1])
    #expect(layout.spoilers.map(\.range) == [4..<7, 0..<3])
    #expect(layout.spoilers.map { $0.rects.map(\.minX) } == [[40], [0]])
  }

  @Test(arguments: [
    "a\tb", "a\nb", "a\u{2003}b", "a\u{3000}b", "a\u{A0}b", "a\u{2028}b", "a\u{85}b",
  ])
  func `white space of any kind separates a spoiler's words`(string: String) {
    let layout = layout(string, spoilers: [0..<string.utf8.count])
    #expect(layout.spoilers[0].wordRects.count == 2)
  }

  @Test func `a word with two directions has a rectangle for each visual part`() {
    let layout = layout("aאבb", spoilers: [1..<6])
    // Displayed as: a בא b.
    #expect(layout.spoilers[0].wordRects.map { $0.minX...$0.maxX } == [10...40])
    #expect(
      self.layout("aאבb", spoilers: [0..<3]).spoilers[0].wordRects.map { $0.minX...$0.maxX }
        == [0...10, 20...30])
  }

  @Test func `a text without spoilers has an empty spoiler list`() {
    #expect(layout("abc", spoilers: []).spoilers == [])
    #expect(layout("abc", spoilers: [2..<2]).spoilers == [])
  }

  @Test func `exactly the text of unrevealed spoilers is hidden`() {
    let text = layout("abcdefghij", spoilers: [6..<8, 0..<2, 1..<4, 4..<5]).text
    #expect(text.hiddenRanges(revealed: .none) == [0..<5, 6..<8])
    #expect(text.hiddenRanges(revealed: .all) == [])
    #expect(text.hiddenRanges(revealed: RevealedSpoilers([0])) == [0..<5])
    #expect(text.hiddenRanges(revealed: RevealedSpoilers([1, 3])) == [1..<4, 6..<8])
    #expect(text.hiddenRanges(revealed: RevealedSpoilers([0, 1, 2, 3])) == [])
  }

  @Test func `revealing adds one spoiler to the revealed ones`() {
    let revealed = RevealedSpoilers.none.revealing(3)
    #expect(revealed == RevealedSpoilers([3]))
    #expect(revealed.contains(3) && !revealed.contains(2))
    #expect(RevealedSpoilers.all.revealing(3) == .all)
    #expect(RevealedSpoilers.all.contains(12))
  }

  @Test func `overlapping text belongs to the spoiler inserted first`() {
    let spoilers = layout("abcdefghij", spoilers: [4..<6, 0..<8, 5..<10, 1..<3]).spoilers
    #expect(spoilers.map(\.range) == [4..<6, 0..<8, 5..<10, 1..<3])
    func edges(_ rects: [Rect]) -> [ClosedRange<Double>] { rects.map { $0.minX...$0.maxX } }
    #expect(edges(spoilers[0].rects) == [40...60])
    #expect(edges(spoilers[1].rects) == [0...40, 60...80])
    #expect(edges(spoilers[2].rects) == [80...100])
    #expect(edges(spoilers[3].rects) == [])
    #expect(spoilers.map(\.wordRects) == spoilers.map(\.rects))
  }

  @Test(arguments: 0..<200)
  func `rectangles of all spoilers cover the hidden text exactly once`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = AttributedText.randomFlow(using: &random)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      text.annotate(ends[0]..<ends[1], as: .spoiler)
    }
    let layout = engine.layout(text, options: .randomFlow(using: &random))
    let spoilers = layout.spoilers
    #expect(spoilers.map(\.index) == Array(text.spoilers.indices))
    func width(_ rects: [Rect]) -> Double { rects.reduce(0) { $0 + $1.size.width } }
    let alone = width(layout.rects(of: text.hiddenRanges(revealed: .none)).flatMap(\.self))
    #expect(abs(width(spoilers.flatMap(\.rects)) - alone) < 1e-6)
    let words = text.hiddenRanges(revealed: .none).flatMap(text.words(in:))
    let wordWidth = width(layout.rects(of: words).flatMap(\.self))
    #expect(abs(width(spoilers.flatMap(\.wordRects)) - wordWidth) < 1e-6)
  }
}

extension AttributedText {
  /// Returns the parts of a range between white space.
  fileprivate func words(in range: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var offset = 0
    for scalar in string.unicodeScalars {
      let end = offset + scalar.utf8.count
      defer { offset = end }
      guard range.contains(offset), !scalar.properties.isWhitespace else { continue }
      if let last = words.last, last.upperBound == offset {
        words[words.count - 1] = last.lowerBound..<end
      } else {
        words.append(offset..<end)
      }
    }
    return words
  }
}
