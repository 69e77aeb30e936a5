import Foundation
import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// White space in runs of fallback fonts, which has the advance of the first font that covers it.
@Suite struct BorrowedSpaceTests {
  let workshop: Workshop
  let folder = TemporaryDirectory()

  init() throws { workshop = Workshop(try TestFonts.collection()) }

  private func advances(_ text: String, _ family: String) -> [Int32] {
    workshop.shape(text, family).glyphs.map(\.advance)
  }

  @Test(arguments: [
    // 250 units of 1000 per em, 250 of 2048, and no space glyph.
    ("Galley Kern Letters", 250), ("Galley Em 2048", 122), ("Galley Emoji", 1000),
  ])
  func `fallback runs use the space advance of the first font with a space`(
    family: String, advance: Int32
  ) {
    let text = workshop.shape("あ あ  あ", family)
    #expect(text.summary == [RunSummary("あ あ  あ", "Galley Box")])
    #expect(text.glyphs.map(\.advance) == [1000, advance, 1000, advance, advance, 1000])
    #expect(text.naturalWidth == Double(3 * 1000 + 3 * advance) * 0.01)
  }

  @Test(arguments: [("\u{A0}", 250), ("\u{2002}", 500), ("\u{2003}", 1000), ("\u{3000}", 1000)])
  func `other white space has the advance of the primary font`(space: String, advance: Int32) {
    let text = workshop.shape("あ" + space + "あ", "Galley Kern Letters")
    let glyphs = text.glyphs
    #expect(glyphs.map(\.advance) == [1000, advance, 1000])
    // The glyph is the fallback font's own for the character, or that of its space.
    let font = text.fonts[0]
    let own = space.unicodeScalars.first.flatMap { font.font.glyph(for: $0.value)?.rawValue }
    #expect(glyphs[1].id == own ?? font.space.id)
  }

  @Test func `a space in the primary font keeps its kerning`() {
    #expect(advances("A A", "Galley Kern") == [550, 200, 600])
  }

  @Test func `a space with a mark uses the font that has the mark`() {
    let text = workshop.shape("x\u{323} \u{323}x\u{323} x\u{323}", "Galley Box")
    #expect(text.summary.map(\.family) == ["Galley Mark"])
    let bases = text.glyphs.filter { $0.advance > 0 }
    #expect(bases.map(\.advance) == [500, 250, 500, 1000, 500])
  }

  @Test func `a space with a mark leaves the font of the letters before it`() {
    let text = workshop.shape("A \u{323}A", "Galley Kern Letters")
    #expect(
      text.summary == [
        RunSummary("A", "Galley Kern Letters"), RunSummary(" \u{323}", "Galley Mark"),
        RunSummary("A", "Galley Kern Letters"),
      ])
  }

  @Test func `letter spacing is added after a borrowed space`() {
    let style = ShapingStyle(
      font: FontDescription(families: ["Galley Kern Letters"], size: 10), letterSpacing: 2)
    let text = workshop.pool.shape(ShapingInput(text: UTF8Text("あ あ"), base: style))
    #expect(text.glyphs.map(\.advance) == [1200, 450, 1200])
  }

  @Test func `letter spacing of right-to-left text is to the left of a borrowed space`() {
    let style = ShapingStyle(
      font: FontDescription(families: ["Galley Kern Letters"], size: 10), letterSpacing: 2)
    let text = workshop.pool.shape(ShapingInput(text: UTF8Text("א ב"), base: style))
    #expect(text.glyphs.map(\.advance) == [1200, 450, 1200])
    #expect(text.glyphs.map(\.xOffset) == [200, 200, 200])
  }

  @Test func `letter spacing is added even after a borrowed space of one unit`() throws {
    let space = 4 * Int(workshop.shape("A", "Galley Kern Letters").baseFont.space.id)
    var file = try FontFile("KernLetters.ttf")
    file.tables["hmtx"]?.replaceSubrange(space..<space + 2, with: FontFile.words(1))
    try folder.write(Data(file.bytes), to: "thin.ttf")
    let box = TestFonts.path(of: "Box.ttf")
    let manifest = try folder.write(
      #"{"fonts": [{"family": "Thin", "file": "thin.ttf"}, {"family": "Box", "file": "\#(box)"}]}"#,
      to: "fonts.json")
    let style = ShapingStyle(
      font: FontDescription(families: ["Thin"], size: 10), letterSpacing: 2)
    let pool = ShaperPool(fonts: try FontCollection(manifest: manifest))
    let text = pool.shape(ShapingInput(text: UTF8Text("あ あ"), base: style))
    #expect(text.glyphs.map(\.advance) == [1200, 201, 1200])
  }

  @Test func `letters join across run edges but not across a borrowed space`() {
    // Beh: 610 isolated, 410 initial, 310 medial, 510 final. The space of Galley Box is 1000 wide.
    let text = workshop.shape("بب بب", "Galley Box")
    #expect(text.glyphs.map(\.advance) == [410, 510, 1000, 410, 510])
    let styled = workshop.shape(
      "ببب بب", "Galley Box", spans: [(2, "Galley Box"), (11, "Galley Mark")])
    #expect(styled.glyphs.map(\.advance) == [410, 310, 510, 250, 410, 510])
  }

  @Test func `reshaped text keeps its borrowed space advances`() throws {
    let text = workshop.shape("あ あ あ", "Galley Kern Letters")
    let run = try #require(text.runs.first)
    let glyphs = workshop.pool.reshape(4..<11, context: 0..<11, of: run, in: text)
    #expect(glyphs == Array(text.glyphs[2...]))
  }

  @Test func `every space in a Noto fallback run has the primary font's advance`() throws {
    let workshop = Workshop(try NotoFonts.collection())
    for sentence in [
      "සිංහල භාෂාව ලස්සනයි", "ગુજરાતી ભાષા સરસ છે", "ಕನ್ನಡ ಭಾಷೆ ಸುಂದರ", "తెలుగు భాష అందం", "മലയാളം ഭാഷ മനോഹരം",
      "한국어 문장 하나", "שלום לכל העולם", "ᐃᓄᒃᑎᑐᑦ ᐅᖃᐅᓯᖅ ᐱᐅᔪᖅ", "سلام على من", "ٹھیک ہے یہ اردو",
    ] {
      let text = workshop.shape(sentence, "Noto Sans")
      #expect(text.runs.allSatisfy { $0.borrowsSpaces }, "\(text.summary)")
      let primary = text.baseFont
      let expected = Double(primary.space.advance) / primary.metrics.unitsPerEm
      let bytes = Array(sentence.utf8)
      for run in text.runs {
        let em = text.font(of: run).metrics.unitsPerEm
        for glyph in text.glyphs(of: run) where bytes[Int(glyph.cluster)] == 0x20 {
          #expect(abs(Double(glyph.advance) / em - expected) <= 0.5 / em, "\(sentence)")
        }
      }
    }
  }
}
