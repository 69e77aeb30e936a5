internal import Foundation
public import GalleyFonts

/// A font file whose tables tests can replace.
public struct FontFile {
  /// The tables by their tags.
  public var tables: [String: [UInt8]] = [:]
  /// The first four bytes of the file.
  public var version: [UInt8]

  /// Reads a font of `Fonts/testing`.
  public init(_ name: String) throws {
    let url = repository.appending(path: "Fonts/testing").appending(path: name)
    let file = [UInt8](try Data(contentsOf: url))
    version = Array(file[0..<4])
    for index in 0..<Int(file.number(at: 4, size: 2)) {
      let record = 12 + index * 16
      let start = Int(file.number(at: record + 8, size: 4))
      let count = Int(file.number(at: record + 12, size: 4))
      let tag = String(decoding: file[record..<record + 4], as: UTF8.self)
      tables[tag] = Array(file[start..<start + count])
    }
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    var directory = version + Self.words(tables.count, 0, 0, 0)
    var data: [UInt8] = []
    for (tag, table) in tables.sorted(by: { $0.key < $1.key }) {
      let start = 12 + tables.count * 16 + data.count
      directory += Array(tag.utf8) + Self.longs(0, start, table.count)
      data += table + Array(repeating: 0, count: -table.count & 3)
    }
    return directory + data
  }

  /// Returns numbers as two bytes each.
  public static func words(_ numbers: Int...) -> [UInt8] { numbers.flatMap { bytes($0, size: 2) } }

  /// Returns numbers as four bytes each.
  public static func longs(_ numbers: Int...) -> [UInt8] { numbers.flatMap { bytes($0, size: 4) } }

  /// Returns the bytes of a number, the most significant first.
  public static func bytes(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// Replaces the outlines by glyph records, the first for glyph 0, with long offsets.
  public mutating func setGlyphs(_ records: [[UInt8]]) {
    var offsets = Self.longs(0)
    var data: [UInt8] = []
    for record in records {
      data += record + Array(repeating: 0, count: -record.count & 3)
      offsets += Self.longs(data.count)
    }
    let count = Int(tables["maxp"]?.number(at: 4, size: 2) ?? 0)
    for _ in records.count..<max(records.count, count) { offsets += Self.longs(data.count) }
    tables["glyf"] = data
    tables["loca"] = offsets
    tables["head"]?.replaceSubrange(50..<52, with: Self.words(1))
  }

  /// Returns the record of a glyph with one contour along the edges of a square.
  public static func outline(points: Int, side: Int = 700) -> [UInt8] {
    let steps = [(0, 0), (0, side), (side, 0), (0, -side)]
    let deltas = (0..<points).map { $0 < 4 ? steps[$0] : (0, 0) }
    return words(1, 0, 0, side, side, points - 1, 0) + Array(repeating: 1, count: points)
      + deltas.flatMap { words($0.0) } + deltas.flatMap { words($0.1) }
  }

  /// Returns the record of a composite glyph.
  public static func composite(of glyphs: [Int]) -> [UInt8] {
    words(-1, 0, 0, 0, 0)
      + glyphs.enumerated().flatMap { index, glyph in
        words(index < glyphs.count - 1 ? 0x22 : 0x02, glyph, 0)
      }
  }

  /// Replaces the outlines by charstrings, the first for glyph 0; further glyphs have the last.
  ///
  /// - Parameters:
  ///   - charstrings: The glyphs.
  ///   - subroutines: What they call; the first has the number -107.
  public mutating func setCharstrings(_ charstrings: [[UInt8]], subroutines: [[UInt8]] = []) {
    let count = Int(tables["maxp"]?.number(at: 4, size: 2) ?? 0)
    let rest = Array(repeating: charstrings.last ?? [14], count: max(0, count - charstrings.count))
    let glyphs = Self.index(charstrings + rest)
    let names = Self.index([Array("Test".utf8)])
    func top(_ place: Int) -> [UInt8] { Self.index([[29] + Self.longs(place) + [17]]) }
    let globals = Self.index(subroutines)
    let place = 4 + names.count + top(0).count + 2 + globals.count
    tables["CFF "] = [1, 0, 4, 4] + names + top(place) + Self.words(0) + globals + glyphs
  }

  private static func index(_ pieces: [[UInt8]]) -> [UInt8] {
    guard !pieces.isEmpty else { return words(0) }
    var (offsets, end) = (longs(1), 1)
    for piece in pieces {
      end += piece.count
      offsets += longs(end)
    }
    return words(pieces.count) + [4] + offsets + pieces.flatMap(\.self)
  }

  /// Returns a collection of this font only, without a digest.
  public func collection() throws -> FontCollection {
    let folder = FileManager.default.temporaryDirectory.appending(path: "galley-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(bytes).write(to: folder.appending(path: "font"))
    let manifest = folder.appending(path: "fonts.json")
    try Data(#"{"fonts": [{"family": "Test", "file": "font"}]}"#.utf8).write(to: manifest)
    let fonts = try FontCollection(manifest: manifest.path)
    // The font is opened before its file is deleted.
    _ = fonts.hasFamily("Test")
    return fonts
  }
}

extension [UInt8] {
  /// Returns the number at an offset, the most significant byte first.
  public func number(at offset: Int, size: Int) -> UInt32 {
    self[offset..<offset + size].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
