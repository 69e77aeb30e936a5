/// A position in a line, counted in bytes and in columns with tab stops of four.
struct LineCursor {
  /// The distance of tab stops, in columns.
  private static let tabStop = 4

  /// The content of the line, without its end.
  let line: Range<Int>
  /// The offset of the next byte.
  private(set) var offset: Int
  /// The column of the next byte.
  private(set) var column = 0
  /// Whether some columns of the tab at `offset` are consumed.
  private(set) var isInTab = false
  /// The offset of the next byte that is not a space or tab, or the end of the line.
  private(set) var first = 0
  /// The number of columns before `first`.
  private(set) var indentation = 0

  /// Whether the rest of the line is empty or white space.
  var isBlank: Bool { first == line.upperBound }
  /// The number of columns that remain of a tab that is partly consumed.
  var restOfTab: Int { isInTab ? Self.tabStop - column % Self.tabStop : 0 }
  /// The offset of the content, behind a tab that is partly consumed.
  var contentStart: Int { isInTab ? offset + 1 : offset }

  /// Creates a cursor at the start of a line.
  init(line: Range<Int>, of source: [UInt8]) {
    self.line = line
    offset = line.lowerBound
    findContent(in: source)
  }

  /// Finds the next byte that is not a space or tab.
  mutating func findContent(in source: [UInt8]) {
    first = offset
    var place = column
    while first < line.upperBound {
      if source[first] == 0x20 {
        place += 1
      } else if source[first] == 0x09 {
        place += Self.tabStop - place % Self.tabStop
      } else {
        break
      }
      first += 1
    }
    indentation = place - column
  }

  /// Returns the byte at an offset, or `nil` at the end of the line.
  func byte(at offset: Int, in source: [UInt8]) -> UInt8? {
    offset < line.upperBound ? source[offset] : nil
  }

  /// Consumes columns of white space or bytes of marks.
  mutating func advance(columns: Int, in source: [UInt8]) {
    var count = columns
    while count > 0, offset < line.upperBound {
      guard source[offset] == 0x09 else {
        (offset, column, count, isInTab) = (offset + 1, column + 1, count - 1, false)
        continue
      }
      let rest = Self.tabStop - column % Self.tabStop
      isInTab = rest > count
      column += min(count, rest)
      if !isInTab { offset += 1 }
      count -= min(count, rest)
    }
    findContent(in: source)
  }

  /// Consumes all bytes before an offset.
  mutating func advance(to target: Int, in source: [UInt8]) {
    while offset < min(target, line.upperBound) {
      column += source[offset] == 0x09 ? Self.tabStop - column % Self.tabStop : 1
      offset += 1
      isInTab = false
    }
    findContent(in: source)
  }
}
