package import GalleySystem

/// A part of a font file, with bounds-checked reads.
package struct FontTable: Sendable {
  /// The font file.
  package let file: MappedFile
  /// The byte range of the table in the file.
  package let range: Range<Int>

  /// Creates a table from a range, clamped to the file.
  init(_ file: MappedFile, from start: Int, count: Int) {
    self.file = file
    let lower = max(0, min(start, file.count))
    range = lower..<lower + max(0, min(count, file.count - lower))
  }

  /// The number of bytes.
  package var count: Int { range.count }

  /// Returns the unsigned number of one to four bytes at an offset.
  ///
  /// - Returns: The number; `nil` if it is not entirely in the table.
  package func unsigned(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= range.count - size else { return nil }
    return file.bigEndian(at: range.lowerBound + offset, size: size)
  }

  /// Returns the signed number of one, two or four bytes at an offset.
  ///
  /// - Returns: The number; `nil` if it is not entirely in the table.
  package func signed(_ offset: Int, _ size: Int = 2) -> Int? {
    unsigned(offset, size).map { number in
      let shift = Int.bitWidth - size * 8
      return (number << shift) >> shift
    }
  }

  /// Returns the rest of the table from an offset; `nil` if the offset is outside the table.
  package func part(from offset: Int, count: Int = .max) -> FontTable? {
    guard offset >= 0, offset <= range.count else { return nil }
    let rest = range.count - offset
    return FontTable(file, from: range.lowerBound + offset, count: min(count, rest))
  }

  /// Returns whether a tag is at an offset.
  package func has(_ letters: TableTag, at offset: Int) -> Bool {
    unsigned(offset, 4) == letters.rawValue
  }
}
