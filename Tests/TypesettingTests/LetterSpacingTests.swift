import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct LetterSpacingTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ spacing: Double, family: String = "Galley Box", size: Double = 10,
    width: Double = .infinity
  ) -> TextLayout {
    var style = TestFonts.style(family, size: size)
    style.letterSpacing = spacing
    return engine.layout(
      AttributedText(string, style: style), options: LayoutOptions(width: width))
  }

  @Test(arguments: [0, 0.5, 1.25, 40, -2.5] as [Double])
  func `letter spacing follows each letter and each space`(spacing: Double) {
    let layout = layout("ab c", spacing)
    #expect(layout.size.width == 40 + 4 * spacing)
    #expect(layout.glyphs().map(\.x) == (0..<4).map { Double($0) * (10 + spacing) })
  }

  @Test(arguments: [0.25, 0.5, 1, 2] as [Double])
  func `letter spacing applies to text of any size`(size: Double) {
    #expect(layout("ab", 0.5, size: size).size.width == 2 * size + 1)
  }

  @Test func `letter spacing of one design unit is not lost`() {
    #expect(layout("ab", 1, size: 1_000).size.width == 2_002)
  }

  @Test func `letter spacing in right-to-left text is left of each letter`() {
    let layout = layout("אב", 2)
    #expect(layout.size.width == 24)
    #expect(layout.glyphs().map(\.x) == [2, 14])
  }

  @Test func `negative letter spacing does not make advances negative`() {
    let layout = layout("abc", -30)
    #expect(layout.size.width == 0)
    #expect(layout.glyphs().map(\.x) == [0, 0, 0])
    #expect(layout.misplaced.isEmpty)
  }

  @Test func `letter spacing keeps marks on their letters`() {
    let plain = layout("x\u{301}x", 0, family: "Galley Mark").glyphs()
    let spaced = layout("x\u{301}x", 3, family: "Galley Mark").glyphs()
    #expect(spaced.map(\.id) == plain.map(\.id))
    #expect(spaced.map(\.x) == [plain[0].x, plain[1].x, plain[2].x + 3])
  }

  @Test func `invisible characters get no letter spacing`() {
    #expect(layout("a\u{200B}\u{2060}b\u{AD}", 3).size.width == 26)
  }

  @Test func `letter spacing disables optional ligatures but not kerning`() {
    let ligature = layout("ffi", 1, family: "Galley Ligature")
    #expect(ligature.glyphs().count == 3)
    #expect(layout("ffi", 0, family: "Galley Ligature").glyphs().count == 1)
    #expect(layout("AV", 1, family: "Galley Kern").size.width.thousandths == 13.2)
    var style = TestFonts.style("Galley Ligature")
    style.letterSpacing = 1
    style.features = [FontFeature("liga")]
    #expect(engine.layout(AttributedText("ffi", style: style)).glyphs().count == 1)
  }

  @Test func `letter spacing keeps cursive letters joined`() {
    let plain = layout("سلام بب", 0, family: "Galley Joining")
    let spaced = layout("سلام بب", 4, family: "Galley Joining")
    #expect(spaced.glyphs().map(\.id) == plain.glyphs().map(\.id))
    // After each of the two words, and after the space between them.
    #expect(spaced.size.width == plain.size.width + 12)
    let vowels = layout("بَب", 4, family: "Galley Joining")
    #expect(vowels.size.width == layout("بَب", 0, family: "Galley Joining").size.width + 4)
  }

  @Test(
    arguments: [.nan, .infinity, -.infinity, 1e300, -1e300] as [Double], [0, 1e-300, 10, 1e300])
  func `extreme letter spacing produces a finite layout`(spacing: Double, size: Double) {
    let layout = layout("ab c\nd", spacing, size: size, width: 50)
    #expect(layout.size.width.isFinite)
    #expect(layout.misplaced.isEmpty)
    if !spacing.isFinite {
      #expect(layout.size == self.layout("ab c\nd", 0, size: size, width: 50).size)
    }
  }

  @Test func `line breaking includes letter spacing`() {
    #expect(layout("aaaa bb", 2, width: 48).lineTexts == ["aaaa ", "bb"])
    #expect(layout("aaaa bb", 2, width: 47.9).lineTexts == ["aaa", "a ", "bb"])
  }

  @Test func `letter spacing of a range affects the shaping input and only that range`() {
    var text = AttributedText("abcd", style: TestFonts.style())
    let plain = text.shapingInput
    text.updateStyle(in: 1..<3) { $0.letterSpacing = 5 }
    #expect(text.shapingInput != plain)
    #expect(engine.layout(text).glyphs().map(\.x) == [0, 10, 25, 40])
    #expect(text.style(at: 1) != text.style(at: 0))
  }

  @Test(arguments: 0..<200)
  func `relayout of letter-spaced text equals a fresh layout`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    var text = AttributedText.random(using: &random)
    for _ in 0..<2 {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      let spacing = Double.random(in: -4...12, using: &random)
      text.updateStyle(in: ends[0]..<ends[1]) { $0.letterSpacing = spacing }
    }
    var layout = engine.layout(text, options: .random(using: &random))
    for _ in 0..<3 {
      let options = LayoutOptions.random(using: &random)
      layout = layout.relayout(options)
      #expect(layout.misplaced.isEmpty)
      #expect(layout.fingerprint == engine.layoutUncached(text, options: options).fingerprint)
    }
  }
}

@Suite struct BaselineShiftTests {
  private func text(_ shift: Double) -> AttributedText {
    var text = AttributedText("ab\nc", style: TestFonts.style())
    text.updateStyle(in: 1..<2) {
      $0.baselineShift = shift
      $0.font.size = 5
    }
    return text
  }

  @Test func `a baseline shift raises glyphs without moving the line`() throws {
    let engine = TestFonts.engine()
    let layout = engine.layout(text(4))
    var scratch = PlacementScratch()
    var baselines: [Double] = []
    layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { run, _ in
      baselines.append(run.origin.y)
    }
    #expect(baselines == [layout.lines[0].baseline, layout.lines[0].baseline - 4])
    #expect(layout.lines[0].frame == engine.layout(text(0)).lines[0].frame)
  }

  @Test(arguments: [(0.0, 10.0), (2.0, 10.0), (6.0, 12.0), (-3.0, 12.0), (.nan, 10.0)])
  func `per-line height includes the baseline shift`(shift: Double, height: Double) throws {
    let options = LayoutOptions(lineHeight: .perLine)
    let layout = TestFonts.engine().layout(text(shift), options: options)
    // An ascent of eight and a descent of two at ten points; four and one at five.
    #expect(layout.lines.map(\.height) == [height, 10])
    #expect(layout.lines[0].baseline == max(8, 4 + (shift.isNaN ? 0 : shift)))
  }
}
