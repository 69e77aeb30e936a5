extension Message {
  /// Creates a message from the legacy Markdown of the Bot API.
  ///
  /// Unlike in CommonMark, `*bold*` is bold. There are `_italic_`, code in one backtick, code
  /// blocks in three with an optional language, `[text](https://a.example)` and
  /// `[name](tg://user?id=7)`. Entities do not nest, and their contents are literal. Outside
  /// entities, a backslash escapes `_`, `*`, the backtick and `[`.
  ///
  /// ``init(markdownV2:)`` reads the current dialect, and ``init(markdown:)`` CommonMark.
  ///
  /// - Parameter text: The legacy Markdown.
  /// - Throws: `MessageError.invalidMarkdown`, with the offset of an entity that is not closed.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  /// - SeeAlso: https://core.telegram.org/bots/api#markdown-style
  public init(legacyMarkdown text: String) throws(MessageError) {
    var reader = LegacyMarkdownReader(text)
    do throws(MarkupProblem) { try reader.read() } catch {
      throw .invalidMarkdown(byte: error.byte, reason: error.reason)
    }
    self.init(reader.output.text, entities: reader.output.entities.inOrder())
  }
}

/// A parser of legacy Markdown.
private struct LegacyMarkdownReader {
  private(set) var output = MarkupOutput()
  private let source: [UInt8]
  private var index = 0

  private static let marks = Set("_*`[".utf8)

  init(_ text: String) { source = Array(text.utf8) }

  mutating func read() throws(MarkupProblem) {
    while index < source.count {
      let byte = source[index]
      if byte == UInt8(ascii: "\\"), index + 1 < source.count,
        Self.marks.contains(source[index + 1])
      {
        output.append(source[index + 1])
        index += 2
      } else if Self.marks.contains(byte) {
        try readEntity(byte)
      } else {
        output.append(byte)
        index += 1
      }
    }
  }

  private mutating func readEntity(_ mark: UInt8) throws(MarkupProblem) {
    let (begin, start) = (index, output.count)
    let isPre = source[begin...].starts(with: "```".utf8)
    index += isPre ? 3 : 1
    let language = isPre ? language() : nil
    let end = try copy(
      upTo: isPre ? "```" : mark == UInt8(ascii: "[") ? "]" : String(Unicode.Scalar(mark)),
      from: begin)
    index = end + (isPre ? 3 : 1)
    switch mark {
    case UInt8(ascii: "*"): output.add(.bold, from: start)
    case UInt8(ascii: "_"): output.add(.italic, from: start)
    case UInt8(ascii: "`"): output.add(isPre ? .pre(language: language) : .code, from: start)
    default:
      let text = output.text(from: start)
      output.add(.link(to: try address(from: begin) ?? text, covering: text), from: start)
    }
  }

  /// Copies bytes up to an end, and returns its offset.
  private mutating func copy(upTo end: String, from begin: Int) throws(MarkupProblem) -> Int {
    var index = index
    while index < source.count, !source[index...].starts(with: end.utf8) {
      output.append(source[index])
      index += 1
    }
    guard index < source.count else {
      throw MarkupProblem(
        byte: begin, reason: "can't find end of the entity starting")
    }
    return index
  }

  /// Reads the language of a code block, and the line end after it.
  private mutating func language() -> String? {
    var end = index
    while end < source.count, source[end] > 0x20, source[end] != UInt8(ascii: "`") { end += 1 }
    guard end < source.count, source[end] == 0x0A else { return nil }
    defer { index = end + 1 }
    return end > index ? String(decoding: source[index..<end], as: UTF8.self) : nil
  }

  /// Reads the address of a link in parentheses, if there is one.
  private mutating func address(from begin: Int) throws(MarkupProblem) -> String? {
    guard index < source.count, source[index] == UInt8(ascii: "(") else { return nil }
    guard let end = source[index...].firstIndex(of: UInt8(ascii: ")")) else {
      throw MarkupProblem(byte: begin, reason: "can't find end of the entity starting")
    }
    defer { index = end + 1 }
    return String(decoding: source[index + 1..<end], as: UTF8.self)
  }
}
