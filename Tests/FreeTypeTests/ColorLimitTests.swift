import GalleyFreeType
import GalleySystem
import TestSupport
import Testing

/// Color glyphs at the bounds of `Limits`, and one beyond.
@Suite struct ColorLimitTests {
  private func face(_ color: [UInt8]) throws -> Face {
    var font = try FontFile("Box.ttf")
    font.tables["COLR"] = color
    font.tables["CPAL"] = ColorTables.palette([0xFFFF_0000])
    return try Face(file: MappedFile(copying: font.bytes, name: "Box.ttf"), index: 0)
  }

  @Test(arguments: [(47, true), (48, true), (49, false)])
  func `paints nest 48 levels deep`(levels: Int, isRead: Bool) throws {
    // Each transform has its paint behind it: an offset of eight bytes, and two of a move.
    let move = [14] + FontFile.bytes(8, size: 3) + FontFile.words(0, 0)
    let chain = (1..<levels).flatMap { _ in move }
    let lists = ColorTables.Lists(glyph: 5, paint: chain + ColorTables.solid(0))
    var face = try face(lists.table)
    #expect((face.paint(of: 5) != nil) == isRead)
  }

  @Test(arguments: [255, 256, 257])
  func `a gradient has at most 256 stops`(count: Int) throws {
    let stops = (0..<count).flatMap { FontFile.words($0, 0, 0x4000) }
    let line = [0] + FontFile.words(count) + stops
    let paint = [4] + FontFile.bytes(16, size: 3) + FontFile.words(0, 0, 1, 0, 0, 1) + line
    var face = try face(ColorTables.Lists(glyph: 5, paint: paint).table)
    guard case .linear(let found, _, _, _)? = face.paint(of: 5) else {
      Issue.record("the paint must be a linear gradient")
      return
    }
    #expect(found.stops.count == min(count, 256))
  }

  @Test(arguments: [1_023, 1_024, 1_025])
  func `a glyph has at most 1,024 layers`(count: Int) throws {
    let layers = (0..<count).flatMap { _ in FontFile.words(6, 0) }
    let table =
      FontFile.words(0, 1) + FontFile.longs(14, 20) + FontFile.words(count, 5, 0, count) + layers
    var face = try face(table)
    #expect(face.colorLayers(of: 5).count == min(count, 1_024))
  }
}
