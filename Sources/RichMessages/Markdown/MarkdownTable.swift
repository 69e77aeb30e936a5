/// The rows of tables in Markdown.
enum MarkdownTable {
  /// The maximum number of cells that are read; more exceed every limit.
  private static let columnLimit = RichBlock.Table.Grid.columnLimit + 1

  /// Returns the alignments of a delimiter row, or `nil` if the line is not one.
  static func alignments(_ line: ArraySlice<UInt8>) -> [RichBlock.Table.Alignment?]? {
    guard line.allSatisfy(isDelimiter), line.contains(UInt8(ascii: "-")) else { return nil }
    var alignments: [RichBlock.Table.Alignment?] = []
    for cell in cells(line) {
      let dashes = cell.drop { $0 == UInt8(ascii: ":") }
      let isLeft = cell.first == UInt8(ascii: ":")
      let isRight = cell.last == UInt8(ascii: ":")
      let inner = dashes.dropLast(isRight ? 1 : 0)
      guard !inner.isEmpty, inner.allSatisfy({ $0 == UInt8(ascii: "-") }),
        cell.count - dashes.count <= 1
      else { return nil }
      alignments.append(isLeft ? isRight ? .center : .left : isRight ? .right : nil)
    }
    return alignments
  }

  /// Returns whether a byte may be in a delimiter row.
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x20, 0x09: true
    default: false
    }
  }

  /// Returns the sources of a row's cells, without white space at their ends.
  ///
  /// A backslash before a bar makes it a part of a cell, and so do the bars of spoilers that are
  /// not inside words: `| ||a|| |` has one cell, and `|a||b||c|` five.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  static func cells(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    let bytes = trimmed(line)
    let spoilers = spoilerBars(in: bytes)
    var cells: [ArraySlice<UInt8>] = []
    // The open cell: its source up to the last backslash that was dropped, and the start of the
    // rest.
    var cell: [UInt8] = []
    var index = bytes.startIndex
    if bytes.first == UInt8(ascii: "|"), !spoilers.contains(index) { index += 1 }
    var start = index
    while index < bytes.endIndex, cells.count < columnLimit {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.endIndex:
        if bytes[index + 1] == UInt8(ascii: "|") {
          cell += bytes[start..<index]
          start = index + 1
        }
        index += 2
      case UInt8(ascii: "|") where !spoilers.contains(index):
        cells.append(joined(&cell, bytes[start..<index]))
        index += 1
        start = index
      default: index += 1
      }
    }
    if start < index { cells.append(joined(&cell, bytes[start..<index])) }
    return cells
  }

  /// Returns a cell with the rest of its source, and begins the next one.
  private static func joined(
    _ cell: inout [UInt8], _ rest: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8> {
    guard !cell.isEmpty else { return trimmed(rest) }
    defer { cell = [] }
    return trimmed((cell + rest)[...])
  }

  /// Returns a text without white space at its ends.
  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    MarkdownBlockParser.trimmedEnd(text.drop { $0.isMarkdownSpace })
  }

  /// Returns the indices of bars that delimit spoilers.
  private static func spoilerBars(in bytes: ArraySlice<UInt8>) -> Set<Int> {
    let bar = UInt8(ascii: "|")
    var pairs: [Int] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\\") {
        index += 2
        continue
      }
      let count = bytes[index...].prefix { $0 == bar }.count
      if count == 2 { pairs.append(index) }
      index += max(1, count)
    }
    var bars: Set<Int> = []
    var opener: Int?
    for pair in pairs {
      let before = pair == bytes.startIndex ? 0x20 : bytes[pair - 1]
      let after = pair + 2 < bytes.endIndex ? bytes[pair + 2] : 0x20
      if let start = opener, !before.isMarkdownSpace, !isWord(after) {
        bars.formUnion([start, start + 1, pair, pair + 1])
        opener = nil
      } else if !after.isMarkdownSpace, !isWord(before) {
        opener = pair
      }
    }
    return bars
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte.isMarkdownLetter || byte.isMarkdownDigit
  }
}
