/// The rows of tables in Markdown.
enum MarkdownTable {
  /// The maximum number of cells that are read; more exceed every limit.
  private static let columnLimit = RichBlock.Table.Grid.columnLimit + 1

  /// Returns the alignments of a delimiter row, or `nil` if the line is not one.
  static func alignments(_ line: ArraySlice<UInt8>) -> [RichBlock.Table.Alignment?]? {
    guard line.allSatisfy({ "|:- \t".utf8.contains($0) }), line.contains(UInt8(ascii: "-")) else {
      return nil
    }
    var alignments: [RichBlock.Table.Alignment?] = []
    for cell in cells(line) {
      let marks = cell.filter { !$0.isMarkdownSpace }
      let dashes = marks.drop { $0 == UInt8(ascii: ":") }
      let isLeft = marks.first == UInt8(ascii: ":")
      let isRight = marks.last == UInt8(ascii: ":")
      let inner = dashes.dropLast(isRight ? 1 : 0)
      guard !inner.isEmpty, inner.allSatisfy({ $0 == UInt8(ascii: "-") }),
        marks.count - dashes.count <= 1, !cell.isSplitByBlanks
      else { return nil }
      alignments.append(isLeft ? isRight ? .center : .left : isRight ? .right : nil)
    }
    return alignments
  }

  /// Returns the sources of a row's cells, without white space at their ends.
  ///
  /// A backslash before a bar makes it a part of a cell, and so do the bars of spoilers that are
  /// not inside words: `| ||a|| |` has one cell, and `|a||b||c|` five.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the line.
  static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    let bytes = Array(MarkdownBlockParser.trimmedEnd(line.drop { $0.isMarkdownSpace }))
    let spoilers = spoilerBars(in: bytes)
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var isOpen = false
    var index = 0
    if bytes.first == UInt8(ascii: "|"), !spoilers.contains(0) { index = 1 }
    while index < bytes.count, cells.count < columnLimit {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
        if bytes[index + 1] != UInt8(ascii: "|") { cell.append(byte) }
        cell.append(bytes[index + 1])
        isOpen = true
        index += 2
      } else if byte == UInt8(ascii: "|"), !spoilers.contains(index) {
        cells.append(trimmed(cell))
        cell = []
        isOpen = false
        index += 1
      } else {
        cell.append(byte)
        isOpen = true
        index += 1
      }
    }
    if isOpen { cells.append(trimmed(cell)) }
    return cells
  }

  private static func trimmed(_ cell: [UInt8]) -> [UInt8] {
    Array(MarkdownBlockParser.trimmedEnd(cell.drop { $0.isMarkdownSpace }))
  }

  /// Returns the indices of bars that delimit spoilers.
  private static func spoilerBars(in bytes: [UInt8]) -> Set<Int> {
    let bar = UInt8(ascii: "|")
    var pairs: [Int] = []
    var index = 0
    while index < bytes.count {
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
      let before = pair == 0 ? 0x20 : bytes[pair - 1]
      let after = pair + 2 < bytes.count ? bytes[pair + 2] : 0x20
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

extension [UInt8] {
  /// Whether white space separates parts of the bytes.
  fileprivate var isSplitByBlanks: Bool { contains(where: \.isMarkdownSpace) }
}
