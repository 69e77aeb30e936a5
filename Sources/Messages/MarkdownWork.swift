internal import GalleyBasics

/// An upper bound of the parser's work on the inlines of a document, computed before parsing.
///
/// At each `]`, cmark-gfm visits all open images and all delimiters of the paragraph; at each
/// delimiter, all delimiters; and it copies the address of a reference for each use. The counts are
/// upper bounds: escapes and code spans reduce the actual work.
struct MarkdownWork {
  private let source: [UInt8]
  /// The maximum size of a reference definition if every possible use refers to it, in bytes.
  private let definitionLimit: Int
  private var budget: WorkBudget
  /// The number of delimiters in the paragraph so far.
  private var delimiters = 0
  /// The number of images opened in the paragraph.
  private var images = 0

  /// Creates the bound for a document.
  init(in source: [UInt8], within budget: WorkBudget) {
    self.source = source
    self.budget = budget
    let uses = source.count { $0 == UInt8(ascii: "]") }
    definitionLimit = budget.bytes / max(1, uses)
  }

  /// Whether the budget is exhausted, so that the rest of the document becomes plain text.
  var isExhausted: Bool { budget.isExhausted }

  /// Starts a line.
  mutating func beginLine(_ line: ArraySlice<UInt8>) {
    if Self.beginsParagraph(line) { (delimiters, images) = (0, 0) }
  }

  /// Charges the work that a byte may cause.
  mutating func charge(at index: Int, of line: ArraySlice<UInt8>) {
    let byte = line[index]
    switch byte {
    case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "|"):
      guard index == line.startIndex || line[index - 1] != byte,
        byte != UInt8(ascii: "_") || !isWithinWord(index, of: line)
      else { return }
      delimiters += 1
      _ = budget.charge(steps: delimiters)
    case UInt8(ascii: "["):
      if index > line.startIndex, line[index - 1] == UInt8(ascii: "!") { images += 1 }
    case UInt8(ascii: "]"): _ = budget.charge(steps: images + delimiters)
    default: break
    }
  }

  /// Returns whether a reference definition whose label ends at `index` is too long for its uses.
  ///
  /// - Complexity: O(*b* / *u*), for a budget of *b* bytes and *u* closing brackets.
  func isLongDefinition(at index: Int) -> Bool {
    guard index + 1 < source.count, source[index + 1] == UInt8(ascii: ":") else { return false }
    let limit = min(source.count, index + 2 + definitionLimit)
    var end = pass(from: index + 2, to: limit, while: Self.isBetween)
    if end < limit, source[end] == UInt8(ascii: "<") {
      end = pass(from: end, to: limit) { $0 != UInt8(ascii: ">") && $0 != 0x0A && $0 != 0x0D }
    } else {
      end = pass(from: end, to: limit) { $0 > 0x20 }
    }
    end = pass(from: end, to: limit, while: Self.isBetween)
    guard end < limit, let close = Self.titleEnd(source[end]) else {
      return end >= limit && limit < source.count
    }
    let escape = UInt8(ascii: "\\")
    let bytes = source.span
    end += 1
    while end < limit, bytes[end] != close { end += bytes[end] == escape ? 2 : 1 }
    return end >= limit && limit < source.count
  }

  private func pass(from start: Int, to limit: Int, while holds: (UInt8) -> Bool) -> Int {
    var index = min(start, limit)
    while index < limit, holds(source[index]) { index += 1 }
    return index
  }

  /// Returns whether a byte may separate the parts of a definition, including line prefixes of
  /// quotations.
  private static func isBetween(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">")
  }

  private static func titleEnd(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): byte
    case UInt8(ascii: "("): UInt8(ascii: ")")
    default: nil
    }
  }

  /// Returns whether an underscore is between two letters or digits, where it is literal.
  private func isWithinWord(_ index: Int, of line: ArraySlice<UInt8>) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return index > line.startIndex && index + 1 < line.endIndex && isWord(line[index - 1])
      && isWord(line[index + 1])
  }

  /// Returns whether a line cannot continue a paragraph: it is blank, a heading or a list item.
  private static func beginsParagraph(_ line: ArraySlice<UInt8>) -> Bool {
    let rest = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let first = rest.first else { return true }
    guard rest.startIndex - line.startIndex < 4, !line.starts(with: [0x09]) else { return false }
    switch first {
    case UInt8(ascii: "#"):
      let behind = rest.drop { $0 == UInt8(ascii: "#") }
      return behind.startIndex - rest.startIndex <= 6 && behind.first == 0x20
    case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
      let behind = rest.dropFirst()
      return behind.first == 0x20 && behind.contains { $0 != 0x20 && $0 != 0x09 }
    default: return false
    }
  }
}
