import GalleyFontTables
import GalleySystem
import TestSupport
import Testing

/// Fonts at the bounds of `Limits`, and one beyond.
@Suite struct FontLimitTests {
  /// The record of a glyph with one contour of four points.
  private static let box = FontFile.outline(points: 4)

  private func tables(of font: FontFile) throws -> FontTables {
    try #require(FontTables(MappedFile(copying: font.bytes, name: "test"), index: 0))
  }

  private func refusal(of font: FontFile) -> String? {
    FontCheck.refusal(of: MappedFile(copying: font.bytes, name: "test"), index: 0)
  }

  /// Returns whether the last of some glyphs can be loaded.
  private func isAffordable(_ records: [[UInt8]]) throws -> Bool {
    var font = try FontFile("Box.ttf")
    font.setGlyphs(records)
    var graph = try #require(CompositeGraph(try tables(of: font)))
    return graph.cost(of: records.count - 1) != nil
  }

  private func isAffordable(_ glyph: [UInt8], subroutines: [[UInt8]] = []) throws -> Bool {
    var font = try FontFile("Cff.otf")
    font.setCharstrings([glyph], subroutines: subroutines)
    var costs = try #require(CharstringCosts(try tables(of: font)))
    return costs.cost(of: 0) != nil
  }

  private func store(_ bytes: [UInt8]) throws -> VariationStore? {
    var font = try FontFile("Box.ttf")
    font.tables["TEST"] = bytes
    let table = try #require(try tables(of: font)["TEST"])
    return VariationStore(table, map: nil, coordinates: [1])
  }

  @Test(arguments: [(8_191, true), (8_192, true), (8_193, false)])
  func `a layout table has at most 8,192 lookups`(count: Int, isKnown: Bool) throws {
    var font = try FontFile("Kern.ttf")
    font.tables["GPOS"] = nil
    font.tables["GSUB"] = FontFile.words(1, 0, 0, 0, 10) + FontFile.words(count)
    #expect((refusal(of: font) == nil) == isKnown)
  }

  @Test(arguments: [(7, true), (8, false)])
  func `the groups of a character map have at most 8,388,608 characters`(
    count: Int, isKnown: Bool
  ) throws {
    var font = try FontFile("Box.ttf")
    let group = FontFile.longs(0, 0x10FFFF, 1)
    font.tables["cmap"] =
      FontFile.words(0, 1, 3, 10) + FontFile.longs(12) + FontFile.words(12, 0)
      + FontFile.longs(16 + count * 12, 0, count) + (0..<count).flatMap { _ in group }
    #expect((refusal(of: font) == nil) == isKnown)
  }

  @Test(arguments: [(63, true), (64, true), (65, false)])
  func `components nest 64 levels deep`(levels: Int, isKnown: Bool) throws {
    let chain = (0..<levels - 1).map { FontFile.composite(of: [$0]) }
    #expect(try isAffordable([Self.box] + chain) == isKnown)
  }

  @Test(arguments: [(4_094, true), (4_095, true), (4_096, false)])
  func `a glyph consists of at most 4,096 glyphs`(components: Int, isKnown: Bool) throws {
    let glyph = FontFile.composite(of: Array(repeating: 0, count: components))
    #expect(try isAffordable([[], glyph]) == isKnown)
  }

  @Test(arguments: [(131_071, true), (131_072, true), (131_073, false)])
  func `a glyph has at most 131,072 points`(points: Int, isKnown: Bool) throws {
    let half = FontFile.outline(points: 32_768)
    let rest = FontFile.outline(points: points - 98_304)
    #expect(try isAffordable([half, rest, FontFile.composite(of: [0, 0, 0, 1])]) == isKnown)
  }

  @Test(arguments: [(15, true), (16, true), (17, false)])
  func `subroutines nest 16 levels deep`(levels: Int, isKnown: Bool) throws {
    let calls = (1..<levels).map { [UInt8(31 + $0), 29, 11] }
    let subroutines = [[140, 140, 5, 11]] + calls
    let isAffordable = try isAffordable([UInt8(31 + levels), 29, 14], subroutines: subroutines)
    #expect(isAffordable == isKnown)
  }

  @Test(arguments: [(512, true), (513, true), (514, false)])
  func `a charstring has at most 513 operands`(count: Int, isKnown: Bool) throws {
    let numbers = Array(repeating: UInt8(139), count: count)
    // A drop takes one operand, and the last operator the rest.
    #expect(try isAffordable(numbers + (count % 2 == 0 ? [5] : [12, 18, 5]) + [14]) == isKnown)
  }

  @Test(arguments: [(255, 257, true), (256, 256, true), (256, 257, false)])
  func `a variation store has at most 65,536 region axes`(
    axes: Int, regions: Int, isRead: Bool
  ) throws {
    let table = FontFile.words(1) + FontFile.longs(8) + FontFile.words(0, axes, regions)
    #expect((try store(table) != nil) == isRead)
  }

  @Test(arguments: [(1_023, 1.0), (1_024, 1.0), (1_025, 0)])
  func `a delta set has at most 1,024 regions`(count: Int, delta: Double) throws {
    // One region, from the default to the end of the axis, to which every column refers.
    let region = FontFile.words(1, 1, 0, 0x4000, 0x4000)
    let data =
      FontFile.words(1, 0, count) + Array(repeating: 0, count: 2 * count) + [1]
      + Array(repeating: 0, count: count - 1)
    let table =
      FontFile.words(1) + FontFile.longs(12) + FontFile.words(1)
      + FontFile.longs(12 + region.count) + region + data
    #expect(try store(table)?.delta(0) == delta)
  }
}
