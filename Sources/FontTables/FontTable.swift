package import GalleySystem

/// A part of a font file, from which numbers are read only where they are.
package struct FontTable: Sendable {
  /// The file that the table is in.
  package let file: MappedFile
  /// The table's bytes in the file.
  package let range: Range<Int>

  /// Creates a table of a range, of which the part beyond the file is left out.
  init(_ file: MappedFile, from start: Int, count: Int) {
    self.file = file
    let lower = max(0, min(start, file.count))
    range = lower..<lower + max(0, min(count, file.count - lower))
  }

  /// The number of bytes.
  package var count: Int { range.count }

  /// Returns the unsigned number of one to four bytes at an offset.
  ///
  /// - Returns: `nil` if the number is not all in the table.
  package func unsigned(_ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= range.count - size else { return nil }
    return file.bigEndian(at: range.lowerBound + offset, size: size)
  }

  /// Returns the signed number of one, two or four bytes at an offset.
  ///
  /// - Returns: `nil` if the number is not all in the table.
  package func signed(_ offset: Int, _ size: Int = 2) -> Int? {
    unsigned(offset, size).map { number in
      let shift = Int.bitWidth - size * 8
      return (number << shift) >> shift
    }
  }

  /// Returns the part of the table from an offset on.
  ///
  /// - Returns: `nil` if the offset is outside the table.
  package func part(from offset: Int, count: Int = .max) -> FontTable? {
    guard offset >= 0, offset <= range.count else { return nil }
    let rest = range.count - offset
    return FontTable(file, from: range.lowerBound + offset, count: min(count, rest))
  }

  /// Whether letters are at an offset.
  package func has(_ letters: TableTag, at offset: Int) -> Bool {
    unsigned(offset, 4) == letters.rawValue
  }
}
