import GalleySystem
import GalleyHarfBuzz
import TestSupport
import Testing

@Suite struct GlyphFloodTests {
  @Test(arguments: [(1, 2), (3, 8), (14, 64), (200, 64)])
  func `the number of glyphs shaped from one letter is limited`(lookups: Int, glyphs: Int) throws {
    #expect(try shapedCount(of: "x", lookups: lookups) == glyphs)
  }

  @Test func `the glyph limit grows with the text's length`() throws {
    #expect(try shapedCount(of: "xx", lookups: 14) == 80)
    #expect(try shapedCount(of: "xxxxxxxxxx", lookups: 4) == 160)
  }

  /// Shapes text with a font in which each lookup doubles a letter.
  private func shapedCount(of text: String, lookups count: Int) throws -> Int {
    var file = try FontFile("Box.ttf")
    file.tables["GSUB"] = doublings(of: 89, lookups: count)
    let font = Font(try Face(MappedFile(copying: file.bytes, name: "test"), index: 0))
    let bytes = Array(text.utf8)
    var buffer = TextBuffer()
    buffer.append(bytes.span, range: bytes.indices, context: bytes.indices)
    let properties = SegmentProperties(
      script: .latin, language: Language("en"), isRightToLeft: false)
    return buffer.shape(with: font, properties: properties).count
  }

  /// Returns a `GSUB` table whose feature `ccmp` doubles a glyph a number of times.
  private func doublings(of glyph: Int, lookups count: Int) -> [UInt8] {
    let scripts =
      FontFile.words(1) + Array("DFLT".utf8)
      + FontFile.words(8, 4, 0, 0, 0xFFFF, 1, 0)
    let features =
      FontFile.words(1) + Array("ccmp".utf8) + FontFile.words(8, 0, count)
      + (0..<count).flatMap { FontFile.words($0) }
    let offset = 2 + count * 2
    let lookups =
      FontFile.words(count) + (0..<count).flatMap { _ in FontFile.words(offset) }
      + FontFile.words(2, 0, 1, 8) + FontFile.words(1, 8, 1, 14, 1, 1, glyph, 2, glyph, glyph)
    let second = 10 + scripts.count
    return FontFile.words(1, 0, 10, second, second + features.count) + scripts + features + lookups
  }
}
