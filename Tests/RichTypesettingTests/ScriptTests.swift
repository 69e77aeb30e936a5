import GalleyFonts
import GalleyGeometry
import GalleyHarfBuzz
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Subscripts and superscripts: by the font's own glyphs, else by its sizes and offsets.
///
/// The font has superscripts 3.3 points wide of digits and a to c, and subscripts 3.1 points wide
/// of digits; other letters are 5 points wide, and digits 5.5.
@Suite struct ScriptTests {
  private struct Sample {
    let layout: TextLayout

    init(_ text: RichText, engine: TextEngine? = nil, family: String = "Galley Scripts") throws {
      let theme = RichTheme(message: MessageTheme(text: TestFonts.style(family)))
      let document = RichDocument(
        RichMessage([.paragraph(text)]), theme: theme, engine: engine ?? TestFonts.engine())
      layout = try #require(document.layout(width: 400).texts.first).layout
    }

    /// The style of a character.
    func style(at offset: Int) -> TextStyle { layout.text.style(at: offset) }
    var width: Double { layout.size.width }
  }

  private static func sample(
    of script: RichText.Style, size: Int, offset: Int
  ) throws -> TextStyle {
    var file = try FontFile("Scripts.ttf")
    let place = script == .superscript ? 20 : 12
    file.tables["OS/2"]?.replaceSubrange(place..<place + 2, with: FontFile.words(size))
    file.tables["OS/2"]?.replaceSubrange(place + 4..<place + 6, with: FontFile.words(offset))
    let engine = TextEngine(fonts: try file.collection())
    return try Sample(["x", .styled(script, "z")], engine: engine, family: "Test").style(at: 1)
  }

  @Test(arguments: [
    (script: RichText.Style.superscript, text: "12", tag: "sups", width: 6.6),
    (script: .superscript, text: "ab c", tag: "sups", width: 12.4),
    (script: .subscript, text: "0", tag: "subs", width: 3.1),
  ])
  func `the font's own glyphs serve if it has all, at full size on the baseline`(
    script: RichText.Style, text: String, tag: String, width: Double
  ) throws {
    let sample = try Sample(["x", .styled(script, .plain(text))])
    let style = sample.style(at: 1)
    #expect(style.features.map(\.tag) == [FontTag(tag)])
    #expect(style.font.size == 10 && style.baselineShift == 0)
    #expect(abs(sample.width - 5 - width) < 1e-9)
  }

  @Test(arguments: [
    (script: RichText.Style.superscript, text: "1d", scale: 0.65, shift: 4.0),
    (script: .superscript, text: "é", scale: 0.65, shift: 4),
    (script: .subscript, text: "a", scale: 0.7, shift: -1.2),
    (script: .subscript, text: "12a", scale: 0.7, shift: -1.2),
  ])
  func `a text with another letter is reduced and shifted as a whole, as the font says`(
    script: RichText.Style, text: String, scale: Double, shift: Double
  ) throws {
    let style = try Sample(["x", .styled(script, .plain(text))]).style(at: 1)
    #expect(style.features.isEmpty)
    #expect(abs(style.font.size - 10 * scale) < 1e-9 && abs(style.baselineShift - shift) < 1e-9)
  }

  @Test func `all parts of a text have one form`() throws {
    let mixed = RichText.styled(.superscript, ["1", .styled(.bold, "d")])
    #expect(try Sample(["x", mixed]).style(at: 1).font.size == 6.5)
    let served = RichText.styled(.superscript, ["1", .styled(.underline, "a")])
    #expect(try Sample(["x", served]).style(at: 2).features.map(\.tag) == ["sups"])
  }

  @Test func `scripts within scripts are reduced by both`() throws {
    let inner = RichText.styled(.subscript, "1")
    let sample = try Sample(["x", .styled(.superscript, ["2", inner])])
    #expect(sample.style(at: 1).features.isEmpty)
    let style = sample.style(at: 2)
    #expect(style.features.isEmpty && style.font.size == 5)
    #expect(abs(style.baselineShift - (4 - 0.65 * 1.2)) < 1e-9)
  }

  @Test func `a formula or an emoji in a script is no letter`() throws {
    let emoji = RichText.customEmoji(id: "1", alternative: "1")
    #expect(
      try Sample(["x", .styled(.superscript, ["2", emoji])]).style(at: 1).font.size == 6.5)
  }

  @Test func `the mark of a footnote is in the font's superscripts`() throws {
    let style = try Sample(["x", .referenceLink(name: "n", "1")]).style(at: 1)
    #expect(style.features.map(\.tag) == ["sups"])
  }

  @Test(arguments: [
    (script: RichText.Style.superscript, size: 300, offset: 100, scale: 0.55, shift: 0.3),
    (script: .superscript, size: 900, offset: 900, scale: 0.8, shift: 0.5),
    (script: .superscript, size: 650, offset: -400, scale: 0.65, shift: 0.3),
    (script: .superscript, size: 0, offset: 400, scale: 0.6, shift: 0.35),
    (script: .subscript, size: 300, offset: -100, scale: 0.55, shift: -0.05),
    (script: .subscript, size: 900, offset: 900, scale: 0.8, shift: -0.25),
    (script: .subscript, size: 0, offset: 0, scale: 0.6, shift: -0.1),
  ])
  func `useless sizes and offsets of a font are limited`(
    script: RichText.Style, size: Int, offset: Int, scale: Double, shift: Double
  ) throws {
    let style = try Self.sample(of: script, size: size, offset: offset)
    #expect(abs(style.font.size - 10 * scale) < 1e-9)
    #expect(abs(style.baselineShift - 10 * shift) < 1e-9)
  }
}
