/// The result of looking for the mark of a block at the start of a line that may be incomplete.
enum StartMatch: Hashable {
  /// There is no mark, whatever follows.
  case no
  /// The bytes that follow on the line decide.
  case undecided
  /// There is a mark that ends before an offset.
  case yes(end: Int)
}

/// The marks of blocks at the start of lines.
///
/// - SeeAlso: CommonMark 0.29, section 4, and GitHub Flavored Markdown 0.29.
struct BlockStarts {
  /// The source.
  let source: [UInt8]
  /// The offset of the first byte that is not white space.
  let first: Int
  /// The end of the line, or of the part of it that is known.
  let end: Int
  /// Whether the line is complete.
  let isWhole: Bool

  /// The result at the end of a line for a mark that the whole line would be.
  private var atEnd: StartMatch { isWhole ? .yes(end: end) : .undecided }

  private func byte(_ offset: Int) -> UInt8? { offset < end ? source[offset] : nil }

  /// Returns the end of a run of equal bytes.
  private func run(of byte: UInt8, from start: Int) -> Int {
    var offset = start
    while offset < end, source[offset] == byte { offset += 1 }
    return offset
  }

  /// Returns the end of a run of spaces and tabs.
  private func blanks(from start: Int) -> Int {
    var offset = start
    while offset < end, source[offset] == 0x20 || source[offset] == 0x09 { offset += 1 }
    return offset
  }

  /// The number signs of a heading; the end is that of the signs.
  func heading() -> StartMatch {
    let signs = run(of: UInt8(ascii: "#"), from: first)
    guard (1...6).contains(signs - first) else { return .no }
    guard let next = byte(signs) else { return isWhole ? .yes(end: signs) : .undecided }
    guard next == 0x20 || next == 0x09 else { return .no }
    return isWhole || blanks(from: signs) < end ? .yes(end: signs) : .undecided
  }

  /// The opening fence of a code block; the end is that of the fence.
  func fence() -> StartMatch {
    guard let mark = byte(first), mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return .no
    }
    let info = run(of: mark, from: first)
    guard info - first >= 3 else { return info == end && !isWhole ? .undecided : .no }
    if mark == UInt8(ascii: "`"), source[info..<end].contains(mark) { return .no }
    return isWhole ? .yes(end: info) : .undecided
  }

  /// The closing fence of a code block that begins with `count` bytes `mark`.
  func closingFence(_ mark: UInt8, count: Int) -> StartMatch {
    let rest = run(of: mark, from: first)
    guard blanks(from: rest) == end else { return .no }
    return rest - first >= count ? atEnd : rest == end && !isWhole ? .undecided : .no
  }

  /// The dollar signs of a formula; the end is that of the signs.
  ///
  /// A formula on a single line takes the whole line.
  func formula() -> StartMatch {
    let signs = run(of: UInt8(ascii: "$"), from: first)
    guard signs < end || signs - first == 2 else {
      return isWhole || signs - first > 2 ? .no : .undecided
    }
    guard signs - first == 2 else { return .no }
    guard let close = FormulaMark.close(in: source[signs..<end]) else {
      return isWhole ? .yes(end: signs) : .undecided
    }
    guard blanks(from: close + 2) == end, blanks(from: signs) < close else { return .no }
    return isWhole ? .yes(end: signs) : .undecided
  }

  /// The underline of a heading; the end is that of the line.
  func underline() -> StartMatch {
    guard let mark = byte(first), mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-") else {
      return .no
    }
    return blanks(from: run(of: mark, from: first)) == end ? atEnd : .no
  }

  /// A thematic break; the end is that of the line.
  func thematicBreak() -> StartMatch {
    guard let mark = byte(first), mark == 0x2A || mark == 0x2D || mark == 0x5F else { return .no }
    var count = 0
    for offset in first..<end {
      if source[offset] == mark {
        count += 1
      } else if source[offset] != 0x20, source[offset] != 0x09 {
        return .no
      }
    }
    return !isWhole ? .undecided : count >= 3 ? .yes(end: end) : .no
  }

  /// The label of a footnote; the end is that of the colon and the white space behind it.
  func footnote() -> StartMatch {
    guard byte(first) == UInt8(ascii: "[") else { return .no }
    guard let caret = byte(first + 1) else { return isWhole ? .no : .undecided }
    guard caret == UInt8(ascii: "^") else { return .no }
    var offset = first + 2
    while let next = byte(offset), next != UInt8(ascii: "]") {
      guard next > 0x20 || (0x0B...0x0C).contains(next) else { return .no }
      offset += 1
    }
    guard offset + 1 < end else { return isWhole ? .no : .undecided }
    guard offset > first + 2, source[offset + 1] == UInt8(ascii: ":") else { return .no }
    let content = blanks(from: offset + 2)
    return isWhole || content < end ? .yes(end: content) : .undecided
  }

  /// The marker of a list item; the end is that of the bullet or of the byte behind the number.
  ///
  /// - Parameter interrupts: Whether the item would end a paragraph.
  /// - Returns: The result.
  func listMarker(interrupting interrupts: Bool) -> StartMatch {
    guard let mark = byte(first) else { return .no }
    var marker = first + 1
    if (0x30...0x39).contains(mark) {
      while marker < end, marker - first < 9, (0x30...0x39).contains(source[marker]) { marker += 1 }
      guard let delimiter = byte(marker) else { return isWhole ? .no : .undecided }
      guard delimiter == UInt8(ascii: ".") || delimiter == UInt8(ascii: ")") else { return .no }
      if interrupts, number(before: marker) != 1 { return .no }
      marker += 1
    } else if mark != 0x2A, mark != 0x2B, mark != 0x2D {
      return .no
    }
    if let next = byte(marker) {
      guard next == 0x20 || (0x09...0x0D).contains(next) else { return .no }
    }
    guard blanks(from: marker) == end else { return .yes(end: marker) }
    guard isWhole else { return .undecided }
    return interrupts ? .no : .yes(end: marker)
  }

  /// Returns the number of an ordered item whose digits end at an offset.
  func number(before end: Int) -> Int {
    source[first..<end].reduce(0) { $0 * 10 + Int($1 &- 0x30) }
  }

  /// The delimiter row of a table, which is the whole line.
  func delimiterRow() -> StartMatch {
    var offset = byte(first) == UInt8(ascii: "|") ? first + 1 : first
    // Each marker is `:?-+:?` between white space; a pipe may follow the last one.
    while true {
      offset = TableRow.blanks(in: source, from: offset, to: end)
      if byte(offset) == UInt8(ascii: ":") { offset += 1 }
      let dashes = run(of: UInt8(ascii: "-"), from: offset)
      guard dashes > offset else { return offset == end && !isWhole ? .undecided : .no }
      offset = byte(dashes) == UInt8(ascii: ":") ? dashes + 1 : dashes
      offset = TableRow.blanks(in: source, from: offset, to: end)
      guard byte(offset) == UInt8(ascii: "|") else { return offset == end ? atEnd : .no }
      offset += 1
      if TableRow.blanks(in: source, from: offset, to: end) == end { return atEnd }
    }
  }
}

/// The `$$` around a formula.
enum FormulaMark {
  /// Returns the offset of the first `$$` that no backslash precedes.
  static func close(in bytes: ArraySlice<UInt8>) -> Int? {
    var offset = bytes.startIndex
    while offset + 1 < bytes.endIndex {
      if bytes[offset] == UInt8(ascii: "\\") {
        offset += 2
      } else if bytes[offset] == UInt8(ascii: "$"), bytes[offset + 1] == UInt8(ascii: "$") {
        return offset
      } else {
        offset += 1
      }
    }
    return nil
  }

  /// Returns the offset of the `$$` at the end of a line, if there is one.
  static func closeAtEnd(of bytes: ArraySlice<UInt8>) -> Int? {
    var end = bytes.endIndex
    while end > bytes.startIndex, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard let close = close(in: bytes[..<end]), close + 2 == end else { return nil }
    return close
  }
}

/// The cells of a table's row.
enum TableRow {
  /// Returns the end of white space, as the grammar of tables has it.
  static func blanks(in source: [UInt8], from start: Int, to end: Int) -> Int {
    var offset = start
    while offset < end, isBlank(source[offset]) { offset += 1 }
    return offset
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C
  }

  /// Returns the places of a row's cells, without white space around them.
  ///
  /// A pipe behind a backslash belongs to its cell.
  static func cells(of row: Range<Int>, in source: [UInt8]) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var offset = row.lowerBound
    let end = row.upperBound
    if offset < end, source[offset] == UInt8(ascii: "|") {
      offset = blanks(in: source, from: offset + 1, to: end)
    }
    while offset < end {
      let start = offset
      while offset < end, source[offset] != UInt8(ascii: "|") || isEscaped(offset, start, source) {
        offset += 1
      }
      var last = offset
      while last > start, isBlank(source[last - 1]) { last -= 1 }
      cells.append(start..<last)
      guard offset < end else { break }
      offset = blanks(in: source, from: offset + 1, to: end)
    }
    return cells
  }

  /// Returns the start of the last cell of a part of a row, with white space at its start.
  static func lastCell(of row: Range<Int>, in source: [UInt8]) -> Int {
    var offset = row.upperBound
    while offset > row.lowerBound {
      if source[offset - 1] == UInt8(ascii: "|"), !isEscaped(offset - 1, row.lowerBound, source) {
        break
      }
      offset -= 1
    }
    return offset
  }

  private static func isEscaped(_ offset: Int, _ start: Int, _ source: [UInt8]) -> Bool {
    offset > start && source[offset - 1] == UInt8(ascii: "\\")
  }
}
