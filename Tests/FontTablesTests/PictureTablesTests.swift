import GalleySystem
import GalleyFontTables
import TestSupport
import Testing

@Suite struct PictureTablesTests {
  @Test(arguments: [(100, 100, true), (2_048, 1, true), (2_049, 1, false), (32_767, 32_767, false)])
  func `an sbix image is judged by the size in its header`(
    width: Int, height: Int, isAffordable: Bool
  ) throws {
    let pictures = try pictures(picture(width, height))
    #expect(pictures.arePicturesAffordable(of: 1, sideLimit: 2_048) == isAffordable)
    #expect(pictures.arePicturesAffordable(of: 2, sideLimit: 2_048))
  }

  @Test func `a reference to another glyph's image is followed`() throws {
    let pictures = try pictures(picture(9, 9), picture(9_999, 9), dupe(2), dupe(4))
    #expect(pictures.arePicturesAffordable(of: 1, sideLimit: 2_048))
    #expect(!pictures.arePicturesAffordable(of: 3, sideLimit: 2_048))
    #expect(pictures.arePicturesAffordable(of: 4, sideLimit: 2_048))
  }

  @Test func `compressed PNG text chunks count by their maximum memory`() throws {
    let text = chunk("zTXt", [1, 2, 3])
    let few = try pictures(picture(9, 9, Array(repeating: text, count: 4).flatMap(\.self)))
    let many = try pictures(picture(9, 9, Array(repeating: text, count: 40).flatMap(\.self)))
    #expect(few.arePicturesAffordable(of: 1, sideLimit: 2_048))
    #expect(!many.arePicturesAffordable(of: 1, sideLimit: 2_048))
  }

  @Test func `CBDT images are affordable if small and not composite`() throws {
    var font = try FontFile("Bitmap.ttf")
    #expect(try pictures(of: font).arePicturesAffordable(of: 2, sideLimit: 2_048))
    #expect(try !pictures(of: font).arePicturesAffordable(of: 2, sideLimit: 20))
    let table = try #require(font.tables["CBLC"])
    // The image format follows that of the only index.
    let array = Int(table.number(at: 8, size: 4))
    let place = array + Int(table.number(at: array + 4, size: 4)) + 2
    font.tables["CBLC"]?.replaceSubrange(place..<place + 2, with: FontFile.words(9))
    #expect(try !pictures(of: font).arePicturesAffordable(of: 2, sideLimit: 2_048))
  }

  @Test func `an excessive strike count does not hang the check`() throws {
    var font = try FontFile("Box.ttf")
    font.tables["sbix"] = FontFile.words(1, 1) + FontFile.longs(0xFFFF_FFFF)
    #expect(try pictures(of: font).arePicturesAffordable(of: 1, sideLimit: 9))
  }

  /// Returns the tables of a font whose glyphs from 1 have pictures.
  private func pictures(_ pictures: [UInt8]...) throws -> PictureTables {
    var font = try FontFile("Box.ttf")
    let first = 4 + (pictures.count + 3) * 4
    var offsets = FontFile.longs(first, first)
    var data: [UInt8] = []
    for picture in pictures {
      data += picture
      offsets += FontFile.longs(first + data.count)
    }
    offsets += FontFile.longs(first + data.count)
    font.tables["sbix"] =
      FontFile.words(1, 1) + FontFile.longs(1, 12) + FontFile.words(20, 72) + offsets + data
    return try self.pictures(of: font)
  }

  private func pictures(of font: FontFile) throws -> PictureTables {
    let file = MappedFile(copying: font.bytes, name: "test")
    let tables = try #require(FontTables(file, index: 0))
    return try #require(PictureTables(tables))
  }

  private func picture(_ width: Int, _ height: Int, _ more: [UInt8] = []) -> [UInt8] {
    FontFile.words(0, 0) + Array("png ".utf8) + [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + chunk("IHDR", FontFile.longs(width, height) + [8, 6, 0, 0, 0]) + more + chunk("IEND", [])
  }

  private func dupe(_ glyph: Int) -> [UInt8] {
    FontFile.words(0, 0) + Array("dupe".utf8) + FontFile.words(glyph)
  }

  private func chunk(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    FontFile.longs(body.count) + Array(kind.utf8) + body + FontFile.longs(0)
  }
}
