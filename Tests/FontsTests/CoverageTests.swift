import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyFonts

/// The characters of fonts, read from their character maps.
@Suite struct CoverageTests {
  @Test(arguments: [
    noto + "NotoSans-Regular.ttf", noto + "NotoSansDevanagari-Regular.ttf",
    noto + "NotoSansMath-Regular.ttf", noto + "NotoColorEmoji.ttf",
    notoCJK + "NotoSansCJK-Regular.ttc",
  ])
  func `the coverage of a font is that of HarfBuzz`(path: String) throws {
    let face = try FontSource(path: path).face(at: 0)
    var builder = Coverage.Builder()
    face.forEachCoveredScalars { builder.insert($0) }
    let expected = Coverage(builder)
    let found = Coverage(of: face)
    #expect(found.pages == expected.pages && found.words == expected.words)
    let isRead = face.withTable("cmap") { table in
      var builder = Coverage.Builder()
      return builder.insert(characterMap: table, glyphCount: face.glyphCount)
    }
    #expect(isRead, "the map is of a usual form")
  }

  @Test func `a map of segments leaves out characters whose glyph is 0`() throws {
    // Glyphs by a difference, which is 0 for U+0042, and by a list, which is too short.
    let segments = [(0x40, 0x43, 0xFFBE, 0), (0x60, 0x64, 0, 4), (0xFFFF, 0xFFFF, 1, 0)]
    let map = Self.segments(segments, glyphs: [0, 7, 0, 9])
    let scalars = try #require(Self.scalars(Self.table(map, platform: 3, encoding: 1)))
    #expect(scalars == [0x40, 0x41, 0x43, 0x61, 0x63])
  }

  @Test func `the preferred map of a table is read`() throws {
    let short = Self.segments([(0x41, 0x42, 0, 0), (0xFFFF, 0xFFFF, 1, 0)], glyphs: [])
    let long = Self.groups([(0x1F600, 0x1F601, 1), (0x1F640, 0x1F6C0, 3)])
    let table = Self.table([(3, 1, short), (3, 10, long)])
    #expect(
      try #require(Self.scalars(table)) == Array(0x1F600...0x1F601) + Array(0x1F640...0x1F6C0))
  }

  @Test(arguments: [
    [(0x41, 0x40, 1)], [(0x41, 0x43, 1), (0x43, 0x44, 5)], [(0x41, 0x41, 0)],
    [(0x41, 0x60, 990)], [(0x10FFFF, 0x110000, 1)],
  ])
  func `a map of other groups is left to HarfBuzz`(groups: [(Int, Int, Int)]) {
    #expect(Self.scalars(Self.table([(3, 10, Self.groups(groups))])) == nil)
  }

  @Test func `a damaged or unusual table is left to HarfBuzz`() {
    let map = Self.segments([(0x41, 0x42, 0, 0), (0xFFFF, 0xFFFF, 1, 0)], glyphs: [1])
    let table = Self.table(map, platform: 3, encoding: 1)
    for length in 0..<table.count { #expect(Self.scalars(Array(table[..<length])) == nil) }
    #expect(Self.scalars(Self.table(map, platform: 3, encoding: 0)) == nil, "symbols")
    #expect(Self.scalars(Self.table([(3, 10, map), (3, 1, map)])) == nil, "out of order")
    #expect(
      Self.scalars(Self.table(FontFile.words(6, 16, 0) + map, platform: 0, encoding: 3)) == nil)
  }

  @Test func `faces of a family with the same map share their coverage`() throws {
    let regular = try FontSource(path: notoCJK + "NotoSansCJK-Regular.ttc")
    let bold = try FontSource(path: notoCJK + "NotoSansCJK-Bold.ttc")
    let first = try Typeface(regular, index: 0)
    for index in 0...1 {
      let second = try Typeface(bold, index: index, sibling: first)
      #expect(second.face.hasCharacterMap(of: first.face) == (index == 0))
      let expected = try Typeface(bold, index: index)
      #expect(second.coverage.words == expected.coverage.words)
      #expect(second.coverage.pages == expected.coverage.pages)
      #expect(second.plainCoverage.words == expected.plainCoverage.words)
      #expect(second.plainCoverage.pages == expected.plainCoverage.pages)
    }
  }

  /// Returns the characters of a table for a font of 1,000 glyphs, or `nil` if it is not read.
  private static func scalars(_ table: [UInt8]) -> [Int]? {
    var builder = Coverage.Builder()
    guard builder.insert(characterMap: table.span, glyphCount: 1_000) else { return nil }
    let coverage = Coverage(builder)
    return (0...0x10FFFF).filter { coverage.contains(UInt32($0)) }
  }

  private static func table(_ map: [UInt8], platform: Int, encoding: Int) -> [UInt8] {
    table([(platform, encoding, map)])
  }

  /// Returns a `cmap` table of maps with their platforms and encodings.
  private static func table(_ maps: [(platform: Int, encoding: Int, bytes: [UInt8])]) -> [UInt8] {
    var records = FontFile.words(0, maps.count)
    var data: [UInt8] = []
    for map in maps {
      records += FontFile.words(map.platform, map.encoding)
      records += FontFile.longs(4 + 8 * maps.count + data.count)
      data += map.bytes
    }
    return records + data
  }

  /// Returns a map of format 4: the first and last characters, differences and offsets of segments.
  private static func segments(_ segments: [(Int, Int, Int, Int)], glyphs: [Int]) -> [UInt8] {
    let length = 16 + 8 * segments.count + 2 * glyphs.count
    var map = FontFile.words(4, length, 0, 2 * segments.count, 0, 0, 0)
    map += segments.flatMap { FontFile.words($0.1) } + FontFile.words(0)
    map += segments.flatMap { FontFile.words($0.0) } + segments.flatMap { FontFile.words($0.2) }
    return map + segments.flatMap { FontFile.words($0.3) } + glyphs.flatMap { FontFile.words($0) }
  }

  /// Returns a map of format 12: the first and last characters and first glyphs of groups.
  private static func groups(_ groups: [(Int, Int, Int)]) -> [UInt8] {
    FontFile.words(12, 0) + FontFile.longs(16 + 12 * groups.count, 0, groups.count)
      + groups.flatMap { FontFile.longs($0.0, $0.1, $0.2) }
  }
}
