import GalleyBasics
import GalleySystem
import Testing

@testable import GalleyPainting

@Suite struct DrawingBudgetTests {
  @Test func `the budget of a message's drawing refuses one pixel more than its bound`() {
    for excess in [0, 1] {
      var budget = WorkBudget.drawing
      let isDrawn = budget.charge(pixels: 268_435_456 + excess)
      #expect(isDrawn == (excess == 0))
    }
  }

  @Test func `the cost of a glyph that a font does not have is neither computed nor kept`() {
    let font = GlyphFont(id: 0, file: MappedFile(copying: [], name: "test"), glyphCount: 100)
    let strike = GlyphStrike(StrikeKey(font: 0, size: 640, isHinted: false), font: font)
    for glyph in [100, 65_535, 1 << 24, UInt32.max] {
      let cost = strike.cost(of: glyph) { GlyphCost(steps: 1 << 20) }
      #expect(cost == GlyphCost())
    }
    #expect(strike.usualGlyphs.isEmpty)
    _ = strike.cost(of: 99) { GlyphCost(steps: 1) }
    #expect(strike.usualGlyphs.words == [0, 1 << 35])
  }

  @Test func `an unusual cost is computed once and counted as memory of its strike`() {
    let font = GlyphFont(id: 0, file: MappedFile(copying: [], name: "test"), glyphCount: 100)
    let strike = GlyphStrike(StrikeKey(font: 0, size: 640, isHinted: false), font: font)
    let before = strike.byteCount
    let unusual = GlyphCost(steps: 1 << 20)
    for count in [1, 1, 2] {
      #expect(strike.cost(of: UInt32(count)) { unusual } == unusual)
      #expect(strike.cost(of: UInt32(count)) { GlyphCost() } == unusual)
      #expect(strike.byteCount == before + count * 64)
    }
    #expect(strike.usualGlyphs.isEmpty)
  }
}
