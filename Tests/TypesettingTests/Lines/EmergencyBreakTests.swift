import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Places between characters at which a line may end if no opportunity fits.
@Suite struct EmergencyBreakTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, family: String, size: Double = 10, width: Double
  ) -> TextLayout {
    engine.layout(
      AttributedText(string, style: TestFonts.style(family, size: size)),
      options: LayoutOptions(width: width))
  }

  private func places(
    _ string: String, family: String = "Galley Box", width: Double = 1_000,
    passesOpportunities: Bool = false
  ) -> [EmergencyPlace] {
    let layout = layout(string, family: family, width: width)
    return layout.shaped.breaker(layout.options).emergencyPlaces(
      from: LinePosition(), head: LineHead(), passesOpportunities: passesOpportunities
    ).places
  }

  @Test func `a place within a ligature reaches as far as the one before the ligature`() {
    // a 500; f f i as one 780.
    let places = places("affib", family: "Galley Ligature")
    #expect(places.map(\.position.offset) == [1, 2, 3, 4, 5])
    #expect(places.map(\.reach.thousandths) == [5, 5, 5, 12.8, 17.8])
    #expect(places.map(\.position.isUnsafe) == [false, true, true, false, false])
    let first = self.places("ffib", family: "Galley Ligature")
    #expect(first.map(\.position.offset) == [1, 2, 3, 4])
    #expect(first.map(\.reach.thousandths) == [0, 0, 7.8, 12.8])
  }

  @Test func `a line ends within a ligature of letters narrower than a point`() {
    // At a size of one point, f f is 0.58 points wide, and f f i 0.78.
    let text = layout("ffi", family: "Galley Ligature", size: 1, width: 0.7)
    #expect(text.lineTexts == ["ff", "i"])
    #expect(text.lines.map(\.width.thousandths) == [0.58, 0.25])
    #expect(text.validWidths.upperBound.thousandths == 0.78)
    // f i is 0.5 points wide.
    let narrow = layout("ffi", family: "Galley Ligature", size: 1, width: 0.5)
    #expect(narrow.lineTexts == ["f", "fi"])
  }

  @Test func `places end at the first opportunity or at the end of the paragraph`() {
    #expect(places("abc de").map(\.position.offset) == [1, 2, 4])
    #expect(places("abc de").map(\.kind) == [.allowed, .allowed, .allowed])
    let all = places("ab cd\nef", passesOpportunities: true)
    #expect(all.map(\.position.offset) == [1, 3, 4, 6])
    #expect(all.map(\.kind) == [.allowed, .allowed, .allowed, .mandatory])
    #expect(all.map(\.reach) == [10, 20, 40, 50])
    #expect(places("ab\u{AD}cd").map(\.kind) == [.allowed, .hyphen])
  }

  @Test func `a place within an entry tells what is before it`() {
    let places = places("abc de", passesOpportunities: true)
    #expect(places.map(\.position.entry) == [0, 0, 1, 1, 2])
    #expect(places.map(\.position.lengthBefore) == [1, 2, 0, 1, 0])
    #expect(places.map(\.position.inkBefore) == [1_000, 2_000, 0, 1_000, 0])
    #expect(places.map(\.place.units) == [1_000, 2_000, 4_000, 5_000, 0])
    #expect(places.map(\.place.offset) == [1, 2, 4, 5, 6])
    #expect(places.map(\.place.run) == [0, 0, 0, 0, 0])
    #expect(places.map(\.width) == [10, 20, 30, 50, 60])
  }

  @Test func `places far past the measure are not listed`() {
    let word = String(repeating: "a", count: 3_000)
    let some = places(word, width: 100)
    #expect(some.count < 100)
    #expect(some.map(\.reach) == (1...some.count).map { 10 * Double($0) })
    #expect(some.count { $0.reach > 100 } > 1)
    #expect(places(word, width: 30_000).count == 3_000)
  }

  @Test func `no place is before white space, which hangs`() {
    // No line may begin with a bracket, not even after spaces.
    let places = places("ab  ]]c")
    #expect(places.map(\.position.offset) == [1, 4, 5, 6, 7])
    #expect(places.map(\.width) == [10, 20, 50, 60, 70])
  }

  @Test(arguments: [
    (width: 35.0, lines: ["abc", "def"], widths: 30..<40.0), (30, ["abc", "def"], 30..<40),
    (39.9, ["abc", "def"], 30..<40), (40, ["abcd", "ef"], 40..<50),
    (5, ["a", "b", "c", "d", "e", "f"], 0..<20), (50, ["abcde", "f"], 50..<60),
  ])
  func `a broken word has the same lines up to the next character`(
    width: Double, lines: [String], widths: Range<Double>
  ) {
    let layout = layout("abcdef", family: "Galley Box", width: width)
    #expect(layout.lineTexts == lines)
    #expect(layout.validWidths == widths)
  }

  @Test func `a place in a later run counts the runs before it`() {
    var text = AttributedText("abcd", style: TestFonts.style())
    text.setStyle(TestFonts.style(size: 20), in: 2..<4)
    let layout = engine.layout(text, options: LayoutOptions(width: 45))
    let places = layout.shaped.breaker(layout.options).emergencyPlaces(
      from: LinePosition(), head: LineHead()
    ).places
    #expect(places.map(\.position.run) == [0, 1, 1, 2])
    #expect(places.map(\.place.run) == [0, 0, 1, 1])
    #expect(places.map(\.place.closed) == [0, 20, 20, 60])
    #expect(places.map(\.place.units) == [1_000, 0, 1_000, 0])
    #expect(places.map(\.reach) == [10, 20, 40, 60])
    #expect(layout.lineTexts == ["abc", "d"])
    #expect(layout.validWidths == 40..<60)
  }
}
