import GalleyHarfBuzz
import GalleySystem
import TestSupport
import Testing

@Suite struct MathLimitTests {
  @Test(arguments: [63, 64, 65])
  func `at most 64 variants of a glyph are read`(count: Int) throws {
    let records = (0..<count).flatMap { FontFile.words(5, 100 + $0) }
    // The header; the variants of one glyph; its coverage; its construction.
    let table =
      FontFile.words(1, 0, 0, 0, 10) + FontFile.words(0, 12, 0, 1, 0, 18) + FontFile.words(1, 1, 5)
      + FontFile.words(0, count) + records
    var file = try FontFile("Box.ttf")
    file.tables["MATH"] = table
    let font = Font(try Face(MappedFile(copying: file.bytes, name: "test"), index: 0))
    let variants = font.mathVariants(of: GlyphID(rawValue: 5), along: .vertical)
    #expect(variants.count == min(count, 64))
  }
}
