import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Breaks at which the glyphs on both sides differ from those of the whole text.
@Suite struct ReshapingTests {
  let engine = TestFonts.engine()

  private func layout(_ text: String, _ family: String, width: Double) -> TextLayout {
    engine.layout(
      AttributedText(text, style: TestFonts.style(family)), options: LayoutOptions(width: width))
  }

  /// - SeeAlso: CSS Text 3, section 5.6.
  @Test func `Arabic letters separated by a line break keep their joining forms`() {
    // Four times beh: initial 410, medial 310, medial 310, final 510 of 1000 units.
    let whole = layout("بببب", "Galley Joining", width: 100)
    #expect(whole.lines.map { ($0.width * 100).rounded() / 100 } == [15.4])
    let parted = layout("بببب", "Galley Joining", width: 9)
    #expect(parted.lineTexts == ["بب", "بب"])
    #expect(parted.lines.map { ($0.width * 100).rounded() / 100 } == [7.2, 8.2])
  }

  @Test func `kerning across a space is lost at a line break`() {
    // A space V: 600 - 50, 250 - 50 between A and A.
    let whole = layout("A A", "Galley Kern", width: 100)
    #expect(whole.lines.map { ($0.width * 100).rounded() / 100 } == [13.5])
    let parted = layout("A A", "Galley Kern", width: 10)
    #expect(parted.lineTexts == ["A ", "A"])
    #expect(parted.lines.map { ($0.width * 100).rounded() / 100 } == [5.5, 6])
  }

  @Test func `a line break can split a ligature`() {
    // f i 500 as a ligature; 300 and 250 apart.
    let parted = layout("fi", "Galley Ligature", width: 4)
    #expect(parted.lineTexts == ["f", "i"])
    #expect(parted.lines.map { ($0.width * 100).rounded() / 100 } == [3, 2.5])
  }

  @Test(arguments: ["fi\n", "fi\n\n", "fi\r\na", "fi\u{2029}", "fi\u{85}\n", "fi \u{1}\na"])
  func `controls and line ends after a split ligature have no width`(text: String) {
    let parted = layout(text, "Galley Ligature", width: 3.5)
    #expect(parted.lines.prefix(2).map { ($0.width * 100).rounded() / 100 } == [3, 2.5])
  }

  /// Returns a layout of text whose lines may end between any letters.
  private func breakable(_ text: String, _ family: String, width: Double) -> TextLayout {
    var text = AttributedText(text, style: TestFonts.style(family))
    text.lineBreakRules = AttributedText.LineBreakRules(wordBreak: .breakAll)
    let layout = engine.layout(text, options: LayoutOptions(width: width))
    #expect(layout.misplaced == [])
    return layout
  }

  @Test(arguments: ["b", "", " ", "\u{2069}", "\n", "\u{200B}a"])
  func `a ligature within a run or at its end is split at an opportunity within`(rest: String) {
    // a 500; f 300; f i as one 500, f f i as one 780.
    let parted = breakable("affi\(rest)", "Galley Ligature", width: 7.7)
    #expect(parted.lineTexts.prefix(2) == ["a", "f"])
    #expect(parted.lines.prefix(3).map(\.width.thousandths) == [5, 3, 5])
  }

  /// Text after the first paragraph that changes the form of the break table: none, text in one
  /// run, and text with many kinds of white space.
  private static let rests = ["", "\nb c", "\nb b  b   b    b     b"]

  @Test(arguments: rests)
  func `kerning is lost at an opportunity between two letters`(rest: String) {
    // A and V are 600 wide; 520 before each other.
    func lines(_ width: Double) -> [String] {
      let layout = breakable("AVAV" + rest, "Galley Kern", width: width)
      return zip(layout.lineTexts, layout.lines).prefix { $1.range.lowerBound < 4 }.map {
        "\($0.filter { $0 != "\n" }) \($1.width.thousandths)"
      }
    }
    #expect(lines(11.1) == ["A 6.0", "V 6.0", "A 6.0", "V 6.0"])
    #expect(lines(11.3) == ["AV 11.2", "AV 11.2"])
    #expect(lines(16.3) == ["AV 11.2", "AV 11.2"])
    #expect(lines(16.5) == ["AVA 16.4", "V 6.0"])
    #expect(lines(21.7) == ["AVAV 21.6"])
  }

  @Test func `the width at which a kerned letter fits includes the lost kerning`() {
    let layout = breakable("b AV", "Galley Kern", width: 9)
    #expect(layout.lineTexts == ["b ", "A", "V"])
    // b 500, and the space before A 200.
    #expect(layout.validWidths.upperBound.thousandths == 11.2)
    let safe = breakable("b cAV", "Galley Kern", width: 9)
    #expect(safe.lineTexts == ["b ", "c", "A", "V"])
    // c and A, or A and V.
    #expect(safe.validWidths.upperBound.thousandths == 11)
    let next = breakable("bb T", "Galley Kern", width: 12)
    #expect(next.lineTexts == ["bb ", "T"])
    #expect(next.validWidths.upperBound.thousandths == 18.2)
  }

  @Test func `joined letters keep their forms at opportunities between letters`() {
    let parted = breakable("بببب", "Galley Joining", width: 9)
    #expect(parted.lineTexts == ["بب", "بب"])
    #expect(parted.lines.map(\.width.thousandths) == [7.2, 8.2])
    #expect(parted.validWidths.upperBound.thousandths == 10.3)
  }

  @Test func `a ligature with opportunities within is split only if no line holds it`() {
    // a 500, b 500; f 300; f i 500, f f i 780.
    func lines(_ width: Double) -> [String] {
      let layout = breakable("affib", "Galley Ligature", width: width)
      return zip(layout.lineTexts, layout.lines).map { "\($0) \($1.width.thousandths)" }
    }
    #expect(lines(12.9) == ["affi 12.8", "b 5.0"])
    #expect(lines(12.7) == ["a 5.0", "ffi 7.8", "b 5.0"])
    #expect(lines(7.9) == ["a 5.0", "ffi 7.8", "b 5.0"])
    // At its first opportunity.
    #expect(lines(7.7) == ["a 5.0", "f 3.0", "fi 5.0", "b 5.0"])
  }

  @Test func `several spaces at a kerned opportunity hang`() {
    // A before a space 550, a space before A 200.
    let parted = layout("A  A", "Galley Kern", width: 10)
    #expect(parted.lineTexts == ["A  ", "A"])
    #expect(parted.lines.map(\.width.thousandths) == [5.5, 6])
    #expect(parted.size.width.thousandths == 6)
    #expect(parted.validWidths.upperBound.thousandths == 16)
  }

  /// Returns the reshaped glyphs at the start of a line that begins within a run.
  private func head(
    _ text: String, _ family: String, at offset: Int, keepsJoins: Bool = true
  ) -> LineHead {
    let shaped = layout(text, family, width: .infinity).shaped
    var breaker = shaped.breaker(LayoutOptions())
    breaker.keepsJoins = keepsJoins
    var start = LinePosition()
    start.offset = Int32(offset)
    start.isUnsafe = true
    return LineHead(start, in: breaker)
  }

  @Test func `text at the start of a line is reshaped up to the first letter that is safe`() {
    let word = head("بببب بب", "Galley Joining", at: 2)
    #expect(word.patch?.range == 2..<8)
    #expect(word.patch?.glyphs.count == 3)
    // The forms are kept, or the first letter gets its initial form.
    #expect(word.change == 0)
    #expect(head("بببب بب", "Galley Joining", at: 2, keepsJoins: false).change == 100)
    #expect(head("بببب بب", "Galley Joining", at: 6, keepsJoins: false).patch?.range == 6..<8)
    // From final to isolated.
    #expect(head("بببب بب", "Galley Joining", at: 6, keepsJoins: false).change == 100)
    #expect(head("abc", "Galley Box", at: 1).patch?.range == 1..<2)
    #expect(head("abc", "Galley Box", at: 1).change == 0)
    // Within a ligature, whose advance belongs to its first letter.
    let split = head("affib", "Galley Ligature", at: 2)
    #expect(split.patch?.range == 2..<4)
    #expect(split.change == 500)
  }

  @Test func `at most 64 letters are reshaped at the start of a line`() {
    let word = String(repeating: "ب", count: 100)
    #expect(head(word, "Galley Joining", at: 0).patch?.range == 0..<128)
    #expect(head(word, "Galley Joining", at: 20).patch?.range == 20..<148)
    #expect(head(word, "Galley Joining", at: 70).patch?.range == 70..<198)
    #expect(head(word, "Galley Joining", at: 72).patch?.range == 72..<200)
    #expect(head(word, "Galley Joining", at: 74).patch?.range == 74..<200)
  }

  @Test func `a line's head holds what is between its ends`() {
    let word = head("بببب بب", "Galley Joining", at: 2)
    #expect((0..<10).filter { word.holds($0) } == Array(3..<8))
    #expect(!LineHead().holds(0))
  }
}
