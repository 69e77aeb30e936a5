import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// What is measured is what is drawn.
@Suite struct MeasureTests {
  let engine: TextEngine

  init() throws {
    engine = try TestFonts.engine()
  }

  @Test(arguments: 0..<300)
  func `a line is as wide as what stands on it`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    for _ in 0..<3 {
      let layout = engine.layout(text, options: .random(using: &random))
      #expect(layout.misplaced == [], "\(text.string.debugDescription) at \(layout.options.width)")
      #expect(layout.size.width == layout.lines.map(\.width).max() ?? 0)
    }
  }

  @Test func `letters go on joining across an edge of style on a line that begins in the run`() {
    // Beh at 10 points: initial 4.1, medial 3.1, final 5.1; isolated 6.1.
    var text = AttributedText("ببببب", style: TestFonts.style("Galley Joining"))
    text.setStyle(TestFonts.style("Galley Joining", size: 20), in: 8..<10)
    let layout = engine.layout(text, options: LayoutOptions(width: 10))
    // Two letters a line; the third and fourth join with the fifth, which does not fit.
    #expect(layout.lineTexts.first == "بب")
    let whole = engine.layout(text)
    #expect(whole.lines[0].width.thousandths == 23.6)
    let wide = engine.layout(text, options: LayoutOptions(width: 17))
    #expect(wide.misplaced == [])
    #expect(wide.lineTexts == ["بببب", "ب"] || wide.lineTexts.count == 2)
  }
}
