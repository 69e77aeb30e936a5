internal import GalleyBudgets

/// A message's Markdown, made ready for a parser of CommonMark.
///
/// What messages mean by Markdown differs from CommonMark in a few places (`Message.init(markdown:)`
/// has the list), and a parser of 2022 can be kept busy for minutes by a hundred kilobytes. Both are
/// settled here, line by line, by writing some bytes as others, which ``written(_:)`` takes back.
/// Markdown over the budget is written so that it has no meaning (``MarkdownWork``).
struct MarkdownSource {
  /// The document, as the parser takes it.
  private(set) var bytes: [UInt8] = []
  /// The lines, from 1 on, that begin an expandable quotation.
  private(set) var expandableLines: Set<Int> = []

  /// How deep blocks may be in each other.
  ///
  /// For each line the parser asks every block that it may go on in.
  private static let deepest = 16
  /// What stands for `^`, since `^` stands for `_`.
  private static let caret: UInt8 = 3
  /// What stands for nothing, and keeps what is around it from meaning something.
  private static let nothing: UInt8 = 5
  /// The byte before a letter that stands for one of `marks`.
  private static let escape: UInt8 = 6
  /// The bytes that mean something within a line.
  private static let marks = Array("*_~|`[]<&\\!".utf8)

  private var work: MarkdownWork
  private var line = 1
  private var fence: Fence?
  /// How many quotations the line before is in.
  private var previousDepth = 0

  /// The lines at the beginning and end of a block of code.
  private struct Fence {
    var mark: UInt8
    var count: Int
    /// How many quotations it is in.
    var depth: Int
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - budget: The steps that a parser may take beyond one for each byte, and the bytes that it may
  ///     copy; from where the steps are used up, the document is text.
  /// - Complexity: O(*n* + *b*), where *n* is the length of `text`, and *b* the bytes of `budget`.
  init(_ text: String, within budget: WorkBudget = .message) {
    let source = Array(text.utf8)
    work = MarkdownWork(in: source, within: budget)
    bytes.reserveCapacity(source.count + source.count / 8)
    var start = 0
    while start < source.count {
      var end = start
      while end < source.count, source[end] != 0x0A, source[end] != 0x0D { end += 1 }
      add(source[start..<end])
      if end + 1 < source.count, source[end] == 0x0D, source[end + 1] == 0x0A { end += 1 }
      start = end + 1
    }
  }

  /// The text that the parser's text stands for.
  static func written(_ text: String) -> String {
    var bytes = Array(text.utf8)
    guard bytes.contains(where: { $0 == UInt8(ascii: "^") || $0 < 8 }) else { return text }
    var (count, isEscaped) = (0, false)
    for byte in bytes {
      var original = byte
      switch byte {
      case _ where isEscaped: original = mark(of: byte)
      case UInt8(ascii: "^"): original = UInt8(ascii: "_")
      case caret: original = UInt8(ascii: "^")
      default: break
      }
      isEscaped = byte == escape
      if byte == nothing || byte == escape { continue }
      bytes[count] = original
      count += 1
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// The byte that a letter behind ``escape`` stands for.
  private static func mark(of letter: UInt8) -> UInt8 {
    let index = Int(letter) - 0x61
    return marks.indices.contains(index) ? marks[index] : letter
  }

  private mutating func add(_ given: ArraySlice<UInt8>) {
    var content = given
    let wasInFence = fence != nil
    if fence == nil, content.starts(with: "**>".utf8) {
      endLine()  // A quotation above is another one.
      expandableLines.insert(line)
      content = content.dropFirst(2)
    }
    let depth = quoteDepth(of: content)
    let fenceEnd = follow(content, depth: depth)
    let isBlank = content.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if !wasInFence, depth < previousDepth, !isBlank {
      bytes += [UInt8](repeating: UInt8(ascii: ">"), count: min(depth, Self.deepest))
      endLine()
    }
    previousDepth = depth
    let limit = wasInFence ? nil : limitOfBlocks(in: content)
    work.beginLine(content)
    write(content, limit: limit, fenceEnd: fenceEnd)
    endLine()
  }

  private mutating func endLine() {
    bytes.append(0x0A)
    line += 1
  }

  /// How many `>` begin a line.
  private func quoteDepth(of content: ArraySlice<UInt8>) -> Int {
    var depth = 0
    var spaces = 0
    for byte in content {
      if byte == UInt8(ascii: ">") {
        depth += 1
        spaces = 0
      } else if byte == 0x20, spaces < 4 {
        spaces += 1
      } else {
        break
      }
    }
    return depth
  }

  /// Notices where blocks of code begin and end.
  ///
  /// - Returns: The end of the marks that begin or end one; the start of the line if there are none.
  private mutating func follow(_ content: ArraySlice<UInt8>, depth: Int) -> Int {
    let rest = content.drop { $0 == 0x20 || $0 == UInt8(ascii: ">") }
    let mark = rest.first ?? 0
    let count = rest.prefix { $0 == mark }.count
    let isFence = count >= 3 && (mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"))
    let behind = rest.dropFirst(count)
    if let open = fence {
      let isBlank = behind.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      let isEnd = isFence && mark == open.mark && count >= open.count && isBlank
      if isEnd || depth < open.depth { fence = nil }
      return isEnd ? behind.startIndex : content.startIndex
    }
    if isFence, mark != UInt8(ascii: "`") || !behind.contains(mark) {
      fence = Fence(mark: mark, count: count, depth: depth)
      return behind.startIndex
    }
    return content.startIndex
  }

  /// Where the mark of a block is that would be nested too deep, or `nil` if none is.
  private func limitOfBlocks(in content: ArraySlice<UInt8>) -> Int? {
    var index = content.startIndex
    var depth = 0
    var column = 0
    while index < content.endIndex {
      switch content[index] {
      case 0x20: column += 1
      case 0x09: column += 4
      case UInt8(ascii: ">"): depth += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
        guard isSpace(content, at: index + 1) else { return nil }
        depth += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var end = index
        while end < content.endIndex, (0x30...0x39).contains(content[end]) { end += 1 }
        guard end < content.endIndex,
          content[end] == UInt8(ascii: ".") || content[end] == UInt8(ascii: ")"),
          isSpace(content, at: end + 1)
        else { return nil }
        // Up to the mark, and not beyond: what is before it cannot begin a block.
        depth += 1
        if depth > Self.deepest || column > 4 * Self.deepest { return index }
        index = end
      default: return nil
      }
      let isMark = content[index] != 0x20 && content[index] != 0x09
      if isMark, depth > Self.deepest || column > 4 * Self.deepest {
        return isThematicBreak(content) ? nil : index
      }
      index += 1
    }
    return nil
  }

  private func isSpace(_ content: ArraySlice<UInt8>, at index: Int) -> Bool {
    index >= content.endIndex || content[index] == 0x20 || content[index] == 0x09
  }

  /// Whether a line is of one kind of dashes only.
  private func isThematicBreak(_ content: ArraySlice<UInt8>) -> Bool {
    guard let mark = content.first(where: { $0 != 0x20 && $0 != 0x09 }),
      mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*")
    else { return false }
    return content.allSatisfy { $0 == mark || $0 == 0x20 || $0 == 0x09 }
  }

  /// Writes a line, with bytes in place of those that the parser is not to see.
  ///
  /// Once the budget is exhausted, the parser sees only the marks of blocks of code, which end at
  /// `fenceEnd`.
  private mutating func write(_ content: ArraySlice<UInt8>, limit: Int?, fenceEnd: Int) {
    for index in content.indices {
      if index == limit { bytes.append(Self.nothing) }
      let byte = content[index]
      if work.isExhausted, index >= fenceEnd, let place = Self.marks.firstIndex(of: byte) {
        bytes += [Self.escape, 0x61 + UInt8(place)]
        continue
      }
      work.charge(at: index, of: content)
      switch byte {
      case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "^"))
      case UInt8(ascii: "^"): bytes.append(Self.caret)
      case 1, 2, Self.caret, Self.nothing, Self.escape: break
      case UInt8(ascii: "<"):
        bytes.append(byte)
        if !isAddress(content[(index + 1)...]) { bytes.append(Self.nothing) }
      case UInt8(ascii: "]"):
        bytes.append(byte)
        if work.isLongDefinition(at: index) { bytes.append(Self.nothing) }
      default: bytes.append(byte)
      }
    }
  }

  /// Whether what is behind a `<` is an address and a `>`, and no tag, comment or instruction.
  private func isAddress(_ content: ArraySlice<UInt8>) -> Bool {
    guard let first = content.first, first != UInt8(ascii: "!"), first != UInt8(ascii: "?") else {
      return false
    }
    var hasMark = false
    for byte in content {
      switch byte {
      case UInt8(ascii: ">"): return hasMark
      case UInt8(ascii: ":"), UInt8(ascii: "@"): hasMark = true
      case UInt8(ascii: "<"), 0...0x20: return false
      default: break
      }
    }
    return false
  }
}
