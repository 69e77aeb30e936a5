import GalleySystem
import GalleyFontTables
import TestSupport
import Testing

@Suite struct FontCheckTests {
  @Test func `a font whose glyphs have too many components is refused`() throws {
    var font = try FontFile("Box.ttf")
    font.setGlyphs([[]] + (0..<9).map { FontFile.composite(of: Array(repeating: $0, count: 9)) })
    #expect(refusal(of: font)?.contains("components") ?? false)
  }

  @Test(arguments: [12, 13])
  func `a character map that lists the same characters too often is refused`(format: Int) throws {
    var font = try FontFile("Box.ttf")
    font.tables["cmap"] = characterMap(format: format, groups: 1_000)
    #expect(refusal(of: font)?.contains("characters") ?? false)
    font.tables["cmap"] = characterMap(format: format, groups: 3)
    #expect(refusal(of: font) == nil)
  }

  @Test func `a layout table with too many lookups is refused`() throws {
    var font = try FontFile("Kern.ttf")
    font.tables["GSUB"] = FontFile.words(1, 0, 0, 0, 10) + FontFile.words(30_000)
    #expect(refusal(of: font)?.contains("lookups") ?? false)
  }

  @Test func `a font that lists a table twice is rejected`() throws {
    var bytes = try FontFile("Box.ttf").bytes
    bytes.replaceSubrange(28..<32, with: bytes[12..<16])
    #expect(FontTables(MappedFile(copying: bytes, name: "test"), index: 0) == nil)
  }

  @Test func `truncated fonts are never read past their end`() throws {
    let bytes = try FontFile("Mark.ttf").bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      let file = MappedFile(copying: Array(bytes.prefix(count)), name: "test")
      _ = FontCheck.refusal(of: file, index: 0)
    }
  }

  private func refusal(of font: FontFile) -> String? {
    FontCheck.refusal(of: MappedFile(copying: font.bytes, name: "test"), index: 0)
  }

  /// Returns a character map in which each group spans all of Unicode.
  private func characterMap(format: Int, groups: Int) -> [UInt8] {
    let group = FontFile.longs(0, 0x10FFFF, 1)
    return FontFile.words(0, 1, 3, 10) + FontFile.longs(12) + FontFile.words(format, 0)
      + FontFile.longs(16 + groups * 12, 0, groups)
      + (0..<groups).flatMap { _ in group }
  }
}
