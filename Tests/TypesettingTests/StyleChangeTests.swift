import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Style changes within words, and combined traits.
@Suite struct StyleChangeTests {
  /// Returns layouts of a word, alone and with a style changed by `change` at every position.
  private func parted(
    _ string: String, _ style: TextStyle, _ change: (inout TextStyle) -> Void
  ) -> [AttributedText] {
    let length = string.utf8.count
    return stride(from: 2, to: length, by: 2).map { place in
      var text = AttributedText(string, style: style)
      text.updateStyle(in: place..<length, change)
      return text
    }
  }

  @Test func `Arabic letters join across a color change without reshaping`() throws {
    let engine = TestFonts.engine()
    let style = TestFonts.style("Galley Joining")
    let whole = engine.layout(AttributedText("هبتسم", style: style))
    for text in parted("هبتسم", style, { $0.paint.color = .fixed(Color(argb: 0xFFFF_0000)) }) {
      let layout = engine.layout(text)
      #expect(layout.shaped === whole.shaped)
      #expect(layout.glyphs().map(\.id) == whole.glyphs().map(\.id))
      #expect(layout.size == whole.size)
    }
  }

  @Test func `Arabic letters join across a style change within a font`() throws {
    let engine = TestFonts.engine()
    let style = TestFonts.style("Galley Joining")
    let whole = engine.layout(AttributedText("هبتسم", style: style))
    for text in parted("هبتسم", style, { $0.baselineShift = 2 }) {
      #expect(engine.layout(text).shaped.runs.count == 2)
      #expect(engine.layout(text).glyphs().map(\.id) == whole.glyphs().map(\.id))
    }
    for text in parted("هبتسم", style, { $0.font.size = 20 }) {
      #expect(engine.layout(text).glyphs().map(\.id) == whole.glyphs().map(\.id))
    }
  }

  @Test func `Arabic letters join across a weight change`() throws {
    let engine = NotoFonts.engine()
    let font = FontDescription(families: ["Noto Naskh Arabic"], size: 20)
    let (regular, bold) = ("Noto Naskh Arabic", 700.0)
    var heavy = font
    heavy.weight = bold
    let word = "مستقبل"
    let whole = engine.layout(AttributedText(word, style: TextStyle(font: font)))
    let wholeBold = engine.layout(AttributedText(word, style: TextStyle(font: heavy)))
    // Regular and bold have the same glyphs in the same order.
    #expect(whole.glyphs().map(\.id) == wholeBold.glyphs().map(\.id), "\(regular)")
    for text in parted(word, TextStyle(font: font), { $0.font.weight = bold }) {
      #expect(engine.layout(text).glyphs().map(\.id) == whole.glyphs().map(\.id))
    }
  }

  @Test func `Arabic letters keep their joining forms across line breaks and style changes`()
    throws
  {
    let engine = TestFonts.engine()
    let style = TestFonts.style("Galley Joining")
    var text = AttributedText("بببب", style: style)
    text.updateStyle(in: 4..<8) { $0.baselineShift = 1 }
    let forms = engine.layout(AttributedText("بببب", style: style)).glyphs().map(\.id)
    let layout = engine.layout(text, options: LayoutOptions(width: 1))
    let lines = (0..<layout.lineCount).flatMap { layout.glyphs(line: $0).map(\.id) }
    #expect(lines == forms.reversed())
  }

  struct Traits: Sendable, CustomStringConvertible {
    var isBold, isItalic, isMono: Bool

    var description: String {
      [isBold ? "bold" : "", isItalic ? "italic" : "", isMono ? "mono" : ""].joined(separator: " ")
    }

    static let all = (0..<8).map {
      Traits(isBold: $0 & 1 != 0, isItalic: $0 & 2 != 0, isMono: $0 & 4 != 0)
    }
  }

  @Test(arguments: Traits.all)
  func `each combination of bold, italic and monospaced selects a matching font`(traits: Traits)
    throws
  {
    let engine = NotoFonts.engine()
    let families = traits.isMono ? ["Noto Sans Mono", "monospace"] : ["Noto Sans", "sans-serif"]
    let style = TextStyle(
      font: FontDescription(
        families: families, size: 16, weight: traits.isBold ? 700 : 400,
        slant: traits.isItalic ? .italic : .upright))
    let layout = engine.layout(AttributedText("iiWW", style: style))
    let font = try #require(layout.shaped.fonts.first)
    #expect(font.typeface.family == families[0])
    #expect(font.typeface.postScriptName.contains("Bold") == traits.isBold)
    let isSlanted = font.typeface.postScriptName.contains("Italic") || font.syntheticSlant > 0
    #expect(isSlanted == traits.isItalic)
    let advances = layout.shaped.runs.count == 1 ? layout.glyphs().map(\.x) : []
    let isEven = advances.count == 4 && abs(advances[1] * 3 - advances[3]) < 0.01
    #expect(isEven == traits.isMono)
  }
}
