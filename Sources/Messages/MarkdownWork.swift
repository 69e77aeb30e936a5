internal import GalleyBudgets

/// The work that a document's inlines may cause a parser, counted before it is done.
///
/// cmark-gfm visits all images that are open and all delimiters of a paragraph at each `]`, all
/// delimiters at each delimiter, and copies a reference's address for each use. Counts here are upper
/// bounds: where the parser meets an escape or a span of code, it does less.
struct MarkdownWork {
  private let source: [UInt8]
  /// The most bytes that a definition of a reference may have if all that can use it do.
  private let definitionLimit: Int
  private var budget: WorkBudget
  /// The delimiters of the paragraph so far.
  private var delimiters = 0
  /// The images that have begun in the paragraph.
  private var images = 0

  /// Looks through a document.
  init(in source: [UInt8], within budget: WorkBudget) {
    self.source = source
    self.budget = budget
    let uses = source.count { $0 == UInt8(ascii: "]") }
    definitionLimit = budget.bytes / max(1, uses)
  }

  /// Whether there was too much work, and the rest of the document is to mean nothing.
  var isExhausted: Bool { budget.isExhausted }

  /// Begins a line.
  mutating func beginLine(_ line: ArraySlice<UInt8>) {
    if Self.beginsParagraph(line) { (delimiters, images) = (0, 0) }
  }

  /// Charges what a byte may cause.
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

  /// Whether a reference with a definition whose label ends at `index` could be used too often.
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
    end += 1
    while end < limit, source[end] != close { end += source[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return end >= limit && limit < source.count
  }

  private func pass(from start: Int, to limit: Int, while holds: (UInt8) -> Bool) -> Int {
    var index = min(start, limit)
    while index < limit, holds(source[index]) { index += 1 }
    return index
  }

  /// Whether a byte may stand between the parts of a definition, which may be on lines of a quotation.
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

  /// Whether an underscore is between two letters, where it is one itself.
  private func isWithinWord(_ index: Int, of line: ArraySlice<UInt8>) -> Bool {
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    return index > line.startIndex && index + 1 < line.endIndex && isWord(line[index - 1])
      && isWord(line[index + 1])
  }

  /// Whether a line surely goes on with no paragraph: it is blank, a heading or an item of a list.
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
