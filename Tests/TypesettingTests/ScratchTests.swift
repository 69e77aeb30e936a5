import GalleyShaping
import GalleyTypesetting
import TestSupport
import Testing

/// Reused memory, which must not affect results.
@Suite struct ScratchTests {
  let engine = TestFonts.engine()

  private func runs(
    _ layout: TextLayout, _ line: Int, _ scratch: inout PlacementScratch
  ) -> [String] {
    var result: [String] = []
    layout.visitGlyphRuns(ofLine: line, scratch: &scratch) { run, glyphs in
      var description = "\(run.text) \(run.origin) \(run.width)"
      for glyph in 0..<glyphs.count { description += " \(glyphs[glyph])" }
      result.append(description)
    }
    return result
  }

  @Test(arguments: seeds(50, long: 200))
  func `a reused scratch gives the same lines in any order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var layouts: [TextLayout] = []
    for _ in 0..<3 {
      let text = AttributedText.random(using: &random)
      layouts.append(engine.layout(text, options: .random(using: &random)))
      // Another layout of the same shaped text.
      layouts.append(engine.layout(text, options: .random(using: &random)))
    }
    var shared = PlacementScratch()
    for _ in 0..<60 {
      let layout = layouts[Int.random(in: 0..<layouts.count, using: &random)]
      guard layout.lineCount > 0 else { continue }
      let line = Int.random(in: 0..<layout.lineCount, using: &random)
      var fresh = PlacementScratch()
      #expect(runs(layout, line, &shared) == runs(layout, line, &fresh))
    }
  }

  @Test(arguments: ["ببب لا ", "fi ffl ", "e\u{301}x ", "ab cd "])
  func `lines of a long run are the same visited forward and backward`(unit: String) {
    for family in ["Galley Joining", "Galley Ligature", "Galley Mark"] {
      let text = AttributedText(String(repeating: unit, count: 30), style: TestFonts.style(family))
      let layout = engine.layout(text, options: LayoutOptions(width: 30))
      var (forward, backward) = (PlacementScratch(), PlacementScratch())
      let all = Array(0..<layout.lineCount)
      let first = all.map { runs(layout, $0, &forward) }
      let second = Array(all.reversed().map { runs(layout, $0, &backward) }.reversed())
      #expect(first == second)
      #expect(layout.misplaced == [])
    }
  }
}
