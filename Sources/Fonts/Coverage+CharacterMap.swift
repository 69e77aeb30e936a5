import GalleyHarfBuzz
internal import GalleySystem

extension Coverage {
  /// Creates the coverage of a face's character map.
  ///
  /// A map of a usual form is read here, range by range; HarfBuzz reads the others, and adds
  /// characters to a set and takes them from it one by one.
  init(of face: GalleyHarfBuzz.Face) {
    var builder = Builder()
    let isRead = face.withTable("cmap") { table in
      builder.insert(characterMap: table, glyphCount: face.glyphCount)
    }
    if !isRead {
      builder = Builder()
      face.forEachCoveredScalars { builder.insert($0) }
    }
    self.init(builder)
  }
}

/// The place of the character map that HarfBuzz selects in a `cmap` table.
///
/// - SeeAlso: OpenType 1.9, "cmap — Character To Glyph Index Mapping Table".
private struct CharacterMap {
  enum Format {
    /// Ranges of 16 bits: format 4.
    case segments
    /// Ranges of 32 bits: format 12.
    case groups
  }

  let format: Format
  /// The offset of the map.
  let offset: Int

  /// The maximum number of records, more than any font has.
  private static let maximumCount = 32
  /// The platforms and encodings of maps with 32 and 16 bits, in the order of preference.
  private static let preferred: [Int] = [
    0x3_000A, 0x0_0006, 0x0_0004, 0x3_0001, 0x0_0003, 0x0_0002, 0x0_0001, 0x0_0000,
  ]
  /// The platform and the encoding of fonts for symbols, whose characters HarfBuzz moves.
  private static let symbols = 0x3_0000

  /// Finds the map in a table; `nil` if the table is damaged or of an unusual form.
  init?(in table: Span<UInt8>) {
    guard table.count >= 4, table.short(at: 0) == 0 else { return nil }
    let count = table.short(at: 2)
    guard count <= Self.maximumCount, table.count >= 4 + 8 * count else { return nil }
    var (best, place, last) = (Self.preferred.count, 0, -1)
    for index in 0..<count {
      let key = table.long(at: 4 + 8 * index)
      // HarfBuzz finds records by binary search.
      guard key > last, key != Self.symbols else { return nil }
      last = key
      if let rank = Self.preferred.firstIndex(of: key), rank < best {
        (best, place) = (rank, table.long(at: 8 + 8 * index))
      }
    }
    guard best < Self.preferred.count, place > 0, place <= table.count - 16 else { return nil }
    offset = place
    switch table.short(at: place) {
    case 4: format = .segments
    case 12: format = .groups
    default: return nil
    }
  }
}

extension Coverage.Builder {
  /// Inserts the characters of a `cmap` table that have glyphs.
  ///
  /// - Returns: Whether the table is well-formed and of a usual form. If not, only some characters
  ///   were inserted.
  mutating func insert(characterMap table: Span<UInt8>, glyphCount: Int) -> Bool {
    guard let map = CharacterMap(in: table) else { return false }
    switch map.format {
    case .segments: return insertSegments(of: table.extracting(map.offset..<table.count))
    case .groups: return insertGroups(of: table.extracting(map.offset..<table.count), glyphCount)
    }
  }

  /// Inserts the characters of a map of format 12.
  private mutating func insertGroups(of map: Span<UInt8>, _ glyphCount: Int) -> Bool {
    let count = map.long(at: 12)
    guard count <= (map.count - 16) / 12 else { return false }
    var pending = Coverage.PendingWord()
    var upper = -1
    for place in stride(from: 16, to: 16 + 12 * count, by: 12) {
      // Two words of eight bytes have the three numbers of a group.
      let range = map.word(at: place).byteSwapped
      let (first, last) = (Int(range >> 32), Int(range & 0xFFFF_FFFF))
      let glyph = Int(map.word(at: place + 4).byteSwapped & 0xFFFF_FFFF)
      guard first > upper, last >= first, last <= 0x10FFFF, glyph > 0,
        glyph + last - first < glyphCount
      else { return false }
      insert(
        UInt32(truncatingIfNeeded: first)...UInt32(truncatingIfNeeded: last), by: &pending)
      upper = last
    }
    finish(&pending)
    return true
  }

  /// Inserts the characters of a map of format 4.
  private mutating func insertSegments(of map: Span<UInt8>) -> Bool {
    let (length, count) = (map.short(at: 2), map.short(at: 6) / 2)
    guard length <= map.count, length >= 16 + 8 * count else { return false }
    let glyphs = map.extracting(16 + 8 * count..<length)
    var upper = -1
    for index in 0..<count {
      let last = map.short(at: 14 + 2 * index)
      let first = map.short(at: 16 + 2 * (count + index))
      if index == count - 1, first == 0xFFFF { break }  // The end of the list.
      guard first > upper, last >= first else { return false }
      upper = last
      let delta = map.short(at: 16 + 2 * (2 * count + index))
      let offset = map.short(at: 16 + 2 * (3 * count + index))
      if offset != 0 {
        let start = offset / 2 + index - count
        insert(first...last, withGlyphsFrom: start, of: glyphs)
      } else {
        insert(UInt32(first)...UInt32(last))
        let missing = (0x1_0000 - delta) & 0xFFFF
        if (first...last).contains(missing) { remove(UInt32(missing)...UInt32(missing)) }
      }
    }
    return true
  }

  /// Inserts the characters of a segment whose glyphs are listed and are not 0.
  ///
  /// `start` is the index of the glyph of the first character; characters behind the end of the
  /// list have none.
  private mutating func insert(
    _ characters: ClosedRange<Int>, withGlyphsFrom start: Int, of glyphs: Span<UInt8>
  ) {
    guard start >= 0 else { return }
    let end = min(characters.count, glyphs.count / 2 - start)
    var lower = 0
    for index in 0..<max(0, end) where glyphs.short(at: 2 * (start + index)) == 0 {
      insert(characters.lowerBound + lower..<characters.lowerBound + index)
      lower = index + 1
    }
    if lower < end { insert(characters.lowerBound + lower..<characters.lowerBound + end) }
  }

  private mutating func insert(_ characters: Range<Int>) {
    guard !characters.isEmpty else { return }
    insert(UInt32(characters.lowerBound)...UInt32(characters.upperBound - 1))
  }
}

extension Span<UInt8> {
  /// Returns the big-endian number of two bytes at an offset within the span.
  @inline(__always) fileprivate func short(at offset: Int) -> Int {
    Int(self[offset]) << 8 | Int(self[offset + 1])
  }

  /// Returns the big-endian number of four bytes at an offset within the span.
  @inline(__always) fileprivate func long(at offset: Int) -> Int {
    short(at: offset) << 16 | short(at: offset + 2)
  }
}
