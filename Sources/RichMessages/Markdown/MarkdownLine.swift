/// A cursor in a line of Markdown, which counts columns with tab stops of four.
struct MarkdownLine {
  /// The line without its end.
  let bytes: ArraySlice<UInt8>
  /// The index of the next byte.
  private(set) var index: Int
  /// The column of the next byte, from 0.
  private(set) var column = 0
  /// The columns of the next tab that were passed already.
  private var passedColumns = 0
  /// The index of the next byte that is not a blank or a tab, or the end.
  private(set) var textStart: Int
  private var textColumn = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
    textStart = bytes.startIndex
    findText()
  }

  /// The width of the white space before the text, in columns.
  var indent: Int { textColumn - column }
  /// Whether the text is indented like code.
  var isCode: Bool { indent >= 4 }
  /// Whether only white space is left.
  var isBlank: Bool { textStart == bytes.endIndex }
  /// The text behind white space.
  var text: ArraySlice<UInt8> { bytes[textStart...] }
  /// The first byte of the text, or 0 at the end.
  var first: UInt8 { isBlank ? 0 : bytes[textStart] }

  /// Passes the white space before the text.
  mutating func skipToText() {
    index = textStart
    column = textColumn
    passedColumns = 0
  }

  /// Passes bytes of the text, none of which is a tab.
  mutating func skip(bytes count: Int) {
    skipToText()
    index += count
    column += count
    findText()
  }

  /// Passes up to a number of columns of white space.
  ///
  /// - Returns: The number of columns passed.
  @discardableResult mutating func skip(columns count: Int) -> Int {
    var rest = min(count, indent)
    let passed = rest
    while rest > 0 {
      let width = bytes[index] == 0x09 ? 4 - column % 4 : 1
      column += min(width, rest)
      if width <= rest {
        index += 1
        passedColumns = 0
      } else {
        passedColumns += rest
      }
      rest -= min(width, rest)
    }
    return passed
  }

  /// Appends the rest of the line, with the rest of a tab as blanks, and a line end.
  func appendRest(to content: inout [UInt8]) {
    if passedColumns > 0, index < bytes.endIndex, bytes[index] == 0x09 {
      content += repeatElement(0x20, count: 4 - column % 4)
      content += bytes[(index + 1)...]
    } else {
      content += bytes[index...]
    }
    content.append(0x0A)
  }

  private mutating func findText() {
    var (end, width) = (index, column)
    while end < bytes.endIndex {
      if bytes[end] == 0x20 {
        width += 1
      } else if bytes[end] == 0x09 {
        width += 4 - width % 4
      } else {
        break
      }
      end += 1
    }
    (textStart, textColumn) = (end, width)
  }
}

extension UInt8 {
  /// Whether the byte is a letter of ASCII.
  var isMarkdownLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  /// Whether the byte is a digit.
  var isMarkdownDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether the byte is white space of ASCII.
  var isMarkdownSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  /// Whether the byte is punctuation of ASCII, which a backslash escapes.
  var isMarkdownPunctuation: Bool {
    switch self {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
