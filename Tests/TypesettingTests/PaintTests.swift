import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping
import GalleyTypesetting
import TestSupport
import Testing

/// Colors, which never change positions.
@Suite struct PaintTests {
  let engine = TestFonts.engine()
  private let red = Color(argb: 0xFFFF_0000)

  private func layouts(
    _ string: String, _ family: String, red ranges: Range<Int>...
  ) -> (plain: TextLayout, painted: TextLayout) {
    let plain = AttributedText(string, style: TestFonts.style(family))
    var painted = plain
    for range in ranges { painted.updateStyle(in: range) { $0.paint.color = .fixed(red) } }
    return (engine.layout(plain), engine.layout(painted))
  }

  /// Returns the texts of the glyph runs from left to right, with red ones in capitals.
  private func paints(_ layout: TextLayout) -> [String] {
    var (scratch, result) = (PlacementScratch(), [String]())
    let bytes = Array(layout.text.string.utf8)
    layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { run, glyphs in
      let text = String(decoding: bytes[run.text], as: UTF8.self)
      result.append("\(text) \(glyphs.count)" + (run.paint.color == .fixed(red) ? " red" : ""))
    }
    return result
  }

  @Test func `changing paint does not reshape text`() {
    let (plain, painted) = layouts("AVAVAV", "Galley Kern", red: 1..<2, 3..<5)
    #expect(plain.shaped === painted.shaped)
    #expect(plain.glyphs().map(\.x) == painted.glyphs().map(\.x))
    #expect(plain.glyphs().map(\.id) == painted.glyphs().map(\.id))
    #expect(paints(painted) == ["A 1", "V 1 red", "A 1", "VA 2 red", "V 1"])
    #expect(painted.misplaced == [])
    #expect(plain.size == painted.size)
  }

  @Test func `letters join across a change of color`() {
    let (plain, painted) = layouts("بببب", "Galley Joining", red: 2..<6)
    #expect(plain.glyphs().map(\.x) == painted.glyphs().map(\.x))
    #expect(plain.glyphs().map(\.id) == painted.glyphs().map(\.id))
    #expect(paints(painted) == ["ب 1", "بب 2 red", "ب 1"])
    #expect(painted.misplaced == [])
  }

  @Test func `a ligature has the color of its first letter`() {
    let (plain, painted) = layouts("afib", "Galley Ligature", red: 2..<3)
    #expect(plain.glyphs().map(\.id) == painted.glyphs().map(\.id))
    #expect(paints(painted) == ["af 2", "b 1"])
    let first = layouts("afib", "Galley Ligature", red: 1..<2).painted
    #expect(paints(first) == ["a 1", "f 1 red", "ib 1"])
    #expect(first.misplaced == [])
  }

  @Test func `coloring a letter with its mark keeps glyph positions`() {
    let (plain, painted) = layouts("xe\u{301}x", "Galley Mark", red: 1..<4)
    #expect(plain.glyphs().map(\.x) == painted.glyphs().map(\.x))
    #expect(painted.misplaced == [])
  }

  @Test func `tabs have glyph runs, and hanging white space has none`() {
    let painted = layouts("a\tb  ", "Galley Box", red: 1..<2, 3..<5).painted
    #expect(paints(painted) == ["a 1", "\t 0 red", "b 1"])
    #expect(painted.placed().map(\.x) == [0...10, 10...80, 80...90])
  }

  @Test func `right-to-left runs are visited from left to right`() {
    let painted = layouts("אבגד", "Galley Box", red: 0..<2, 6..<8).painted
    #expect(paints(painted) == ["ד 1 red", "בג 2", "א 1 red"])
    #expect(painted.placed().map(\.x) == [0...10, 10...30, 30...40])
    #expect(painted.misplaced == [])
  }

  @Test func `a hyphen has the color of the text at the line end`() {
    var text = AttributedText("abc\u{AD}def", style: TestFonts.style())
    text.updateStyle(in: 2..<9) { $0.paint.color = .fixed(red) }
    let layout = engine.layout(text, options: LayoutOptions(width: 50))
    #expect(paints(layout).map { $0.suffix(3) } == ["b 2", "red"].map { Substring($0) }.map { $0 })
    #expect(layout.misplaced == [])
  }

  @Test func `glyph runs have the base paint, and paintNeeds includes backgrounds`() {
    let style = TextStyle(
      font: TestFonts.style().font, paint: TextPaint(color: .fixed(red), background: .black))
    let layout = engine.layout(AttributedText("ab", style: style))
    #expect(paints(layout) == ["ab 2 red"])
    #expect(layout.paintNeeds.contains(.backgrounds))
    #expect(!layouts("ab", "Galley Box", red: 0..<1).painted.paintNeeds.contains(.backgrounds))
    var part = AttributedText("ab", style: TestFonts.style())
    part.updateStyle(in: 0..<1) { $0.paint.background = .fixed(red) }
    #expect(engine.layout(part).paintNeeds.contains(.backgrounds))
  }
}
