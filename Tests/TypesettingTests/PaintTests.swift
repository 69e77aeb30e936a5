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

  @Test func `adjacent text with one rounded background is one stretch`() {
    let first = TextPaint.Highlight(.fixed(red))
    let second = TextPaint.Highlight(.black)
    var text = AttributedText("abcdefgh", style: TestFonts.style())
    #expect(engine.layout(text).highlightedStretches.isEmpty)
    text.updateStyle(in: 1..<4) { $0.paint.highlight = first }
    text.updateStyle(in: 2..<3) { $0.paint.color = .fixed(red) }
    text.updateStyle(in: 4..<5) { $0.paint.highlight = second }
    text.updateStyle(in: 6..<8) { $0.paint.highlight = second }
    let stretches = engine.layout(text).highlightedStretches
    #expect(stretches.map(\.range) == [1..<4, 4..<5, 6..<8])
    #expect(stretches.map(\.highlight) == [first, second, second])
    var style = TestFonts.style()
    style.paint.highlight = second
    let whole = engine.layout(AttributedText("ab", style: style)).highlightedStretches
    #expect(whole.map(\.range) == [0..<2])
    #expect(whole.map(\.highlight) == [second])
  }

  @Test func `hidden ranges form glyph runs of their own`() {
    func runs(
      _ string: String, hiding hidden: [Range<Int>], _ family: String = "Galley Box"
    ) -> [String] {
      let layout = engine.layout(AttributedText(string, style: TestFonts.style(family)))
      var (scratch, result) = (PlacementScratch(), [String]())
      layout.visitGlyphRuns(ofLine: 0, scratch: &scratch, hidden: hidden) { run, glyphs in
        let x = run.origin.x.thousandths
        result.append("\(x) \(glyphs.count)" + (run.isHidden ? " hidden" : ""))
      }
      return result
    }
    #expect(
      runs("abcdef", hiding: [0..<1, 2..<4]) == [
        "0.0 1 hidden", "10.0 1", "20.0 2 hidden", "40.0 2",
      ])
    #expect(runs("abcdef", hiding: [1..<6]) == ["0.0 1", "10.0 5 hidden"])
    #expect(runs("אבגד", hiding: [2..<4]) == ["0.0 2", "20.0 1 hidden", "30.0 1"])
    // The ligature of f, f and i is hidden as a whole.
    #expect(
      runs("affia", hiding: [2..<4], "Galley Ligature") == ["0.0 1", "5.0 1 hidden", "12.8 1"])
  }

  @Test func `each effect of a paint is needed only where it is`() {
    let changes: [((inout TextPaint) -> Void, PaintNeeds)] = [
      ({ $0.background = .black }, .backgrounds),
      ({ $0.highlight = TextPaint.Highlight(.black) }, .highlights),
      ({ $0.shadow = TextPaint.Shadow(.black) }, .shadows),
      ({ $0.stroke = TextPaint.Stroke(.black, width: 1) }, .strokes),
      ({ $0.underline = .solid }, []),
    ]
    var all = AttributedText("abcdef", style: TestFonts.style())
    var needs: PaintNeeds = []
    for (index, (change, need)) in changes.enumerated() {
      var text = AttributedText("ab", style: TestFonts.style())
      text.updateStyle(in: 1..<2) { change(&$0.paint) }
      #expect(needs.isDisjoint(with: need))
      #expect(engine.layout(text).paintNeeds == need)
      #expect(engine.layout(AttributedText("ab", style: text.style(at: 1))).paintNeeds == need)
      all.updateStyle(in: index..<index + 1) { change(&$0.paint) }
      needs.formUnion(need)
      #expect(engine.layout(all).paintNeeds == needs)
    }
  }
}
