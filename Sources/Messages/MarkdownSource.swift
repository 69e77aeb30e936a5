internal import GalleyBasics

/// A message's Markdown, prepared for a CommonMark parser.
///
/// The Markdown of messages differs from CommonMark in a few places (listed at
/// `Message.init(markdown:)`), and a hundred kilobytes of hostile input can occupy the parser for
/// minutes. Both are handled here, line by line, by substituting bytes, which ``written(_:)``
/// reverts. Markdown over the budget is neutralized to plain text (``MarkdownWork``).
struct MarkdownSource {
  /// The document to pass to the parser.
  private(set) var bytes: [UInt8] = []
  /// The numbers of the lines that begin an expandable quotation, from 1.
  private(set) var expandableLines: Set<Int> = []

  /// The substitute of `^`, which itself is the substitute of `_`.
  private static let caret: UInt8 = 3
  /// A byte without text, which prevents its neighbors from forming markup.
  private static let markupBreak: UInt8 = 5
  /// The prefix of a letter that represents one of `marks`.
  private static let escape: UInt8 = 6
  /// The bytes of inline markup.
  private static let marks = Array("*_~|`[]<&\\!".utf8)

  private var work: MarkdownWork
  private var line = 1
  private var fence: Fence?
  /// The quotation depth of the previous line.
  private var previousDepth = 0

  /// The opening fence of a code block.
  private struct Fence {
    var mark: UInt8
    var count: Int
    /// The quotation depth of the block.
    var depth: Int
  }

  /// Prepares a document.
  ///
  /// - Parameters:
  ///   - text: The document.
  ///   - budget: The steps that the parser may take beyond one per byte, and the bytes that it may
  ///     copy; the document is plain text from where the steps are exhausted.
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

  /// Returns the original text for text from the parser, reverting the substitutions.
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
      if byte == markupBreak || byte == escape { continue }
      bytes[count] = original
      count += 1
    }
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  /// Returns the byte that the letter after ``escape`` stands for.
  private static func mark(of letter: UInt8) -> UInt8 {
    let index = Int(letter) - 0x61
    return marks.indices.contains(index) ? marks[index] : letter
  }

  private mutating func add(_ given: ArraySlice<UInt8>) {
    var content = given
    let wasInFence = fence != nil
    if fence == nil, content.starts(with: "**>".utf8) {
      endLine()  // Separates it from a quotation above.
      expandableLines.insert(line)
      content = content.dropFirst(2)
    }
    let depth = quoteDepth(of: content)
    let fenceEnd = follow(content, depth: depth)
    let isBlank = content.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    if !wasInFence, depth < previousDepth, !isBlank {
      bytes += [UInt8](
        repeating: UInt8(ascii: ">"), count: min(depth, Limits.Messages.markdownDepth))
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

  /// Returns the number of `>` at the start of a line.
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

  /// Tracks the fences of code blocks.
  ///
  /// - Returns: The end of a fence on this line, or the start of the line if it has none.
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

  /// Returns the index of the mark of a block that would be nested too deep, or `nil` if there is
  /// none.
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
        // The index of the mark itself: the bytes before it cannot begin a block.
        depth += 1
        if depth > Limits.Messages.markdownDepth || column > 4 * Limits.Messages.markdownDepth {
          return index
        }
        index = end
      default: return nil
      }
      let isMark = content[index] != 0x20 && content[index] != 0x09
      if isMark, depth > Limits.Messages.markdownDepth || column > 4 * Limits.Messages.markdownDepth
      {
        return isThematicBreak(content) ? nil : index
      }
      index += 1
    }
    return nil
  }

  private func isSpace(_ content: ArraySlice<UInt8>, at index: Int) -> Bool {
    index >= content.endIndex || content[index] == 0x20 || content[index] == 0x09
  }

  /// Returns whether a line consists of one kind of dashes and spaces.
  private func isThematicBreak(_ content: ArraySlice<UInt8>) -> Bool {
    guard let mark = content.first(where: { $0 != 0x20 && $0 != 0x09 }),
      mark == UInt8(ascii: "-") || mark == UInt8(ascii: "*")
    else { return false }
    return content.allSatisfy { $0 == mark || $0 == 0x20 || $0 == 0x09 }
  }

  /// Writes a line, with substitutes for the bytes hidden from the parser.
  ///
  /// Once the budget is exhausted, the parser sees only code fences, which end at `fenceEnd`.
  private mutating func write(_ content: ArraySlice<UInt8>, limit: Int?, fenceEnd: Int) {
    for index in content.indices {
      if index == limit { bytes.append(Self.markupBreak) }
      let byte = content[index]
      if work.isExhausted, index >= fenceEnd, let place = Self.marks.firstIndex(of: byte) {
        bytes += [Self.escape, 0x61 + UInt8(place)]
        continue
      }
      work.charge(at: index, of: content)
      switch byte {
      case UInt8(ascii: "_"): bytes.append(UInt8(ascii: "^"))
      case UInt8(ascii: "^"): bytes.append(Self.caret)
      case 1, 2, Self.caret, Self.markupBreak, Self.escape: break
      case UInt8(ascii: "<"):
        bytes.append(byte)
        if !isAddress(content[(index + 1)...]) { bytes.append(Self.markupBreak) }
      case UInt8(ascii: "]"):
        bytes.append(byte)
        if work.isLongDefinition(at: index) { bytes.append(Self.markupBreak) }
      default: bytes.append(byte)
      }
    }
  }

  /// Returns whether a `<` is followed by an address and `>`, rather than a tag, comment or
  /// processing instruction.
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
