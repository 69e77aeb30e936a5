package import GalleySystem

/// The tables of one face of a font file.
///
/// Libraries read damaged files in different ways. A check of a table is reliable only if it reads
/// the same table as they do, so an ambiguous file is refused and has no tables.
///
/// - SeeAlso: OpenType 1.9, "The OpenType Font File".
package struct FontTables: Sendable {
  private let ranges: [Int: Range<Int>]
  private let file: MappedFile

  /// Reads the table directory of a font file or, by `index`, of a face of a collection; `nil` if
  /// there is none, or if it contains a table twice.
  package init?(_ file: MappedFile, index: Int) {
    let whole = FontTable(file, from: 0, count: file.count)
    var start = 0
    if whole.has("ttcf", at: 0) {
      guard let count = whole.unsigned(8, 4), (0..<count).contains(index),
        let offset = whole.unsigned(12 + index * 4, 4)
      else { return nil }
      start = offset
    }
    guard let version = whole.unsigned(start, 4),
      [0x0001_0000, "OTTO", "true"].contains(TableTag(rawValue: version)),
      let count = whole.unsigned(start + 4, 2)
    else { return nil }
    var ranges: [Int: Range<Int>] = [:]
    for place in 0..<count {
      let record = start + 12 + place * 16
      guard let tag = whole.unsigned(record, 4), let offset = whole.unsigned(record + 8, 4),
        let length = whole.unsigned(record + 12, 4)
      else { break }
      guard ranges.updateValue(offset..<offset + length, forKey: tag) == nil else { return nil }
    }
    self.ranges = ranges
    self.file = file
  }

  /// The table with a tag, clamped to the file; `nil` if the face has none.
  package subscript(_ tag: TableTag) -> FontTable? {
    ranges[tag.rawValue].map { FontTable(file, from: $0.lowerBound, count: $0.count) }
  }

  /// Returns the table with a tag, extended to the end of the file.
  ///
  /// FreeType reads some tables beyond their declared length.
  func tableWithRest(_ tag: TableTag) -> FontTable? {
    ranges[tag.rawValue].map { FontTable(file, from: $0.lowerBound, count: .max) }
  }
}

/// The tag of a table or of an image format.
package struct TableTag: Hashable, Sendable {
  let rawValue: Int
}

extension TableTag: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  /// Creates a tag from four ASCII characters.
  package init(stringLiteral letters: String) {
    rawValue = letters.utf8.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Creates a tag from its big-endian number.
  package init(integerLiteral number: Int) { rawValue = number }
}
