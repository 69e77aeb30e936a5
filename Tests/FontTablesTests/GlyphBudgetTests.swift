import GalleyBasics
import GalleyFontTables
import Testing

@Suite struct GlyphBudgetTests {
  @Test func `the budget of a glyph refuses one pixel or byte more than its bounds`() {
    for excess in [0, 1] {
      var (pixels, bytes) = (WorkBudget.glyph, WorkBudget.glyph)
      let isFilled = pixels.charge(pixels: 67_108_864 + excess)
      let isDecoded = bytes.charge(bytes: 67_108_864 + excess)
      #expect(isFilled == (excess == 0))
      #expect(isDecoded == (excess == 0))
    }
  }
}
