import GalleyGeometry
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Agreement of measured and drawn sizes.
@Suite struct MeasureTests {
  let engine = TestFonts.engine()

  @Test(arguments: 0..<300)
  func `line widths match the placed glyphs`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.random(using: &random)
    for _ in 0..<3 {
      let layout = engine.layout(text, options: .random(using: &random))
      #expect(layout.misplaced == [], "\(text.string.debugDescription) at \(layout.options.width)")
      let widest = layout.lines.map(\.width).max() ?? 0
      #expect(layout.size.width == max(widest, layout.validWidths.lowerBound))
    }
  }

  @Test(arguments: 0..<3)
  func `a line may be as wide as the measure, wherever the search begins`(guess: Int) {
    let stops = [10, 20, 30].map {
      PlainStop(inkEnd: $0, next: $0, isOpportunity: true, isMandatory: false)
    }
    let run = PlainRun(end: 3, units: 30, scale: 1)
    let runs = [run, run]
    let line = PlainTextLine.Start().line(in: stops.span, runs.span, measure: 20, guess: guess)
    #expect(line?.width == 20)
    #expect(line?.end.stop == 2)
  }

  @Test func `losing kerning at a line end keeps lines stable at their width`() {
    // f before ! is 540 units wide, and 500 at the end of a line.
    let text = AttributedText("af!!", style: TestFonts.style("Galley Kern"))
    let layout = engine.layout(text, options: LayoutOptions(width: 10.5))
    #expect(layout.lineTexts == ["af", "!!"])
    #expect(layout.lines.map(\.width.thousandths) == [10, 6])
    #expect(layout.size.width.thousandths == 10.4)
    let own = engine.layout(text, options: LayoutOptions(width: layout.size.width))
    #expect(own.lineTexts == layout.lineTexts)
  }

  @Test func `a line break splits a ligature to fill the line`() {
    // a 500; f 300, i 250; f f i as one 780.
    let text = AttributedText("affi", style: TestFonts.style("Galley Ligature"))
    func lines(_ width: Double) -> [String] {
      engine.layout(text, options: LayoutOptions(width: width)).lineTexts
    }
    #expect(lines(12.8) == ["affi"])
    #expect(lines(10.9) == ["aff", "i"])
    #expect(lines(8.5) == ["af", "fi"])
    #expect(lines(7.9) == ["a", "ffi"])
  }

  @Test(arguments: ["", "bc", "\u{202C}bc", " b", "\n"])
  func `a first character before many marks ends its line only at widths at which they do not fit`(
    rest: String
  ) {
    // U+202C ends a character and has no glyph, so the marks behind it are the second character.
    let marks = String(repeating: "\u{300}", count: 15)
    let text = AttributedText("a\u{202C}\(marks)\(rest)", style: TextStyle())
    let engine = NotoFonts.engine()
    for width in [0, 4, 8, 9, 12, 20, 30, 400.0] {
      let expected = engine.layoutUncached(text, options: LayoutOptions(width: width)).lines
      for first in [0, 8, 9.0] {
        let layout = engine.layout(text, options: LayoutOptions(width: first))
        #expect(layout.relayout(LayoutOptions(width: width)).lines == expected)
      }
    }
  }

  @Test func `letters join across a style change on lines that begin mid-run`() {
    // Beh: initial 4.1, medial 3.1, final 5.1 at 10 points; the last letter is twice as large.
    var text = AttributedText("بببببب", style: TestFonts.style("Galley Joining"))
    text.setStyle(TestFonts.style("Galley Joining", size: 20), in: 10..<12)
    #expect(engine.layout(text).lines.map(\.width.thousandths) == [26.7])
    let layout = engine.layout(text, options: LayoutOptions(width: 16))
    #expect(layout.lineTexts == ["بببب", "بب"])
    #expect(layout.lines.map(\.width.thousandths) == [13.4, 13.3])
    #expect(layout.misplaced == [])
  }

  @Test func `a multi-glyph cluster at a line end is measured completely`() {
    // U+1031 is drawn before its letter, as a glyph of the same cluster.
    let text = AttributedText("မြန်မာမြန်မာမြန်မာ္ငကျွန် က္ငကျွန်္္ကျွန်ကျွန်", style: TextStyle())
    let noto = NotoFonts.engine()
    for width in 10..<100 {
      #expect(noto.layout(text, options: LayoutOptions(width: Double(width))).misplaced == [])
    }
  }

  @Test func `white space in an overlong word hangs and never begins a line`() {
    // LB13: no break before a closing bracket, even after spaces.
    let text = AttributedText("abcd  ]]ef", style: TestFonts.style())
    func lines(_ width: Double) -> [String] {
      let layout = engine.layout(text, options: LayoutOptions(width: width))
      #expect(layout.misplaced == [])
      return layout.lineTexts
    }
    #expect(lines(40) == ["abcd  ", "]]ef"])
    #expect(lines(50) == ["abcd  ", "]]ef"])
    #expect(lines(70) == ["abcd  ]", "]ef"])
    #expect(lines(0) == ["a", "b", "c", "d  ", "]", "]", "e", "f"])
    // A space with a mark is a separate character and not white space.
    let marked = AttributedText("ab \u{301}\u{2060}c", style: TestFonts.style("Galley Mark"))
    #expect(engine.layout(marked, options: LayoutOptions(width: 10)).lineTexts.first == "ab")
  }
}
