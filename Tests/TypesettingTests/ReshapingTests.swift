import GalleyTypesetting
import TestSupport
import Testing

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
}
