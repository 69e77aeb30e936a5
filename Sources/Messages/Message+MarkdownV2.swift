internal import GalleyBasics
internal import GalleyTypesetting

extension Message {
  /// Creates a message from MarkdownV2, the dialect of the Bot API.
  ///
  /// | markup | meaning |
  /// |---|---|
  /// | `*bold*` `_italic_` `__underline__` `~strike~` `\|\|spoiler\|\|` | a style |
  /// | text in backticks | code |
  /// | text in three backticks, with an optional language up to the first line end | a code block |
  /// | `[text](https://a.example)` | a link; without an address, the text is the address |
  /// | `[name](tg://user?id=7)` | a mention |
  /// | `![🙂](tg://emoji?id=53)` | a custom emoji |
  /// | `![tomorrow](tg://time?unix=1647531900&format=wDT)` | a point in time |
  /// | `>` at the start of each line | a quotation |
  /// | a quotation that ends with `\|\|` | an expandable quotation |
  /// | `**>` | a quotation directly after another one |
  ///
  /// Styles may be nested in any way, but not links in links. A backslash makes any ASCII
  /// character literal. Outside code, the characters `_*[]()~`>#+-=|{}.!` are reserved and must be
  /// escaped; in code, the backtick and the backslash; in addresses, `)` and the backslash.
  /// Entities after the 65,536th are
  /// skipped. Addresses, mentions and tags in the text are left to ``EntityDetector``.
  ///
  /// - Parameter text: The MarkdownV2.
  /// - Throws: `MessageError.invalidMarkdown`, with the offset and the reason: markup that is not
  ///   closed, a reserved character that is not escaped, or a picture without its address.
  /// - Complexity: O(*n*), where *n* is the length of `text`.
  /// - SeeAlso: https://core.telegram.org/bots/api#markdownv2-style
  public init(markdownV2 text: String) throws(MessageError) {
    var reader = MarkdownV2Reader(text)
    do throws(MarkupProblem) { try reader.read() } catch {
      throw .invalidMarkdown(byte: error.byte, reason: error.reason)
    }
    self.init(reader.output.text, entities: reader.output.entities.inOrder())
  }
}

/// A mistake in markup, with the UTF-8 offset of the markup at fault.
struct MarkupProblem: Error {
  let byte: Int
  let reason: String
}

/// The text and entities of a message that is being read from markup.
struct MarkupOutput {
  private(set) var bytes: [UInt8] = []
  private(set) var entities: [MessageEntity] = []
  private var budget = WorkBudget.message

  /// The number of bytes so far.
  var count: Int { bytes.count }
  /// Whether the next byte begins a line.
  var isAtLineStart: Bool { bytes.last.map { $0 == 0x0A } ?? true }
  /// The text so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// Adds an entity of the text from an offset on, unless it is empty.
  mutating func add(_ kind: MessageEntity.Kind, from start: Int) {
    guard start < count, budget.charge(items: 1) else { return }
    entities.append(MessageEntity(kind, in: start..<count))
  }

  /// Returns the text from an offset on.
  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }
}

/// A parser of MarkdownV2, in one pass over the bytes.
private struct MarkdownV2Reader {
  /// The markup of an open entity.
  enum Mark: String {
    case bold = "Bold"
    case italic = "Italic"
    case underline = "Underline"
    case strikethrough = "Strikethrough"
    case spoiler = "Spoiler"
    case code = "Code"
    case pre = "Pre"
    case link = "TextUrl"
    case picture = "CustomEmoji"
    case quote = "BlockQuote"
  }

  private struct Open {
    var mark: Mark
    /// The offset of the text, and of the markup.
    var (start, byte): (Int, Int)
    var language: String?
    var isExpandable = false
  }

  private static let reserved = Set("_*[]()~`>#+-=|{}.!".utf8)

  private(set) var output = MarkupOutput()
  private let source: [UInt8]
  private var index = 0
  /// The open entities, outermost first; a quotation is the outermost.
  private var open: [Open] = []
  /// Whether a link is open; links do not nest.
  private var isInLink = false

  init(_ text: String) { source = Array(text.utf8) }

  mutating func read() throws(MarkupProblem) {
    while let byte = byte(at: index) { try read(byte) }
    if open.last?.mark == .quote { close() }
    if let last = open.last { throw unclosed(last) }
  }

  private func byte(at index: Int) -> UInt8? { index < source.count ? source[index] : nil }

  /// Returns whether the source continues with an ASCII string.
  private func isAt(_ text: String, _ index: Int) -> Bool {
    source[min(index, source.count)...].starts(with: text.utf8)
  }

  private func unclosed(_ open: Open) -> MarkupProblem {
    MarkupProblem(byte: open.byte, reason: "can't find end of \(open.mark.rawValue) entity")
  }

  private mutating func read(_ byte: UInt8) throws(MarkupProblem) {
    if byte == UInt8(ascii: "\\"), let next = self.byte(at: index + 1), (1...126).contains(next) {
      output.append(next)
      index += 2
    } else if byte == 0x0A {
      try endLine()
    } else if let length = lengthOfEnd(byte) {
      index += length
      try end()
    } else if !isReserved(byte) {
      output.append(byte)
      index += 1
    } else {
      try begin(byte)
    }
  }

  private func isReserved(_ byte: UInt8) -> Bool {
    switch open.last?.mark {
    case .code, .pre: byte == UInt8(ascii: "`")
    default: Self.reserved.contains(byte)
    }
  }

  /// Reads a line end, and the `>` of the next line in a quotation.
  private mutating func endLine() throws(MarkupProblem) {
    index += 1
    guard open.first?.mark == .quote else { return output.append(0x0A) }
    if byte(at: index) == UInt8(ascii: ">") {
      index += 1
    } else {
      guard let last = open.last, last.mark == .quote else {
        if let last = open.last { throw unclosed(last) }
        return
      }
      close()
    }
    output.append(0x0A)
  }

  /// Returns the length of the markup if it ends the innermost entity.
  private func lengthOfEnd(_ byte: UInt8) -> Int? {
    let next = self.byte(at: index + 1)
    switch (open.last?.mark, byte) {
    case (.bold, UInt8(ascii: "*")), (.strikethrough, UInt8(ascii: "~")),
      (.code, UInt8(ascii: "`")), (.link, UInt8(ascii: "]")), (.picture, UInt8(ascii: "]")):
      return 1
    case (.italic, UInt8(ascii: "_")): return next == UInt8(ascii: "_") ? nil : 1
    case (.underline, UInt8(ascii: "_")): return next == UInt8(ascii: "_") ? 2 : nil
    case (.spoiler, UInt8(ascii: "|")): return next == UInt8(ascii: "|") ? 2 : nil
    case (.pre, UInt8(ascii: "`")): return isAt("```", index) ? 3 : nil
    default: return nil
    }
  }

  // MARK: The start of entities

  private mutating func begin(_ byte: UInt8) throws(MarkupProblem) {
    switch byte {
    case UInt8(ascii: "*"): begin(.bold, length: 1)
    case UInt8(ascii: "~"): begin(.strikethrough, length: 1)
    case UInt8(ascii: "[") where !isInLink:
      isInLink = true
      begin(.link, length: 1)
    case UInt8(ascii: "_"):
      let isDouble = isAt("__", index)
      begin(isDouble ? .underline : .italic, length: isDouble ? 2 : 1)
    case UInt8(ascii: "!") where isAt("![", index): begin(.picture, length: 2)
    case UInt8(ascii: "|") where isAt("||", index): beginSpoiler()
    case UInt8(ascii: "`") where open.last?.mark != .pre:
      if isAt("```", index) { try beginPre() } else { begin(.code, length: 1) }
    case UInt8(ascii: ">") where output.isAtLineStart && open.isEmpty: begin(.quote, length: 1)
    default:
      let character = Character(Unicode.Scalar(byte))
      throw MarkupProblem(
        byte: index,
        reason: "character '\(character)' is reserved and must be escaped with the preceding '\\'")
    }
  }

  private mutating func begin(_ mark: Mark, length: Int) {
    open.append(Open(mark: mark, start: output.count, byte: index))
    index += length
  }

  /// Begins a spoiler, or marks a quotation that ends here as expandable.
  private mutating func beginSpoiler() {
    let end = index + 2
    let endsQuote = end == source.count || isAt("\n", end) && !isAt("\n>", end)
    guard endsQuote, open.count == 1, open[0].mark == .quote else {
      return begin(.spoiler, length: 2)
    }
    open[0].isExpandable = true
    index = end
  }

  /// Begins a code block, with its language and the line end after it.
  private mutating func beginPre() throws(MarkupProblem) {
    begin(.pre, length: 3)
    var end = index
    while let byte = byte(at: end), byte > 0x20, byte != UInt8(ascii: "`") { end += 1 }
    if end > index, byte(at: end) == 0x0A || isAt("\r\n", end) {
      open[open.count - 1].language = String(decoding: source[index..<end], as: UTF8.self)
      index = end
    }
    guard byte(at: index) == 0x0A || isAt("\r\n", index) else { return }
    index += byte(at: index) == 0x0A ? 1 : 2
    guard open.first?.mark == .quote else { return }
    guard byte(at: index) == UInt8(ascii: ">") else { throw unclosed(open[open.count - 1]) }
    index += 1
  }

  // MARK: The end of entities

  /// Ends the innermost entity, whose closing markup has been read.
  private mutating func end() throws(MarkupProblem) {
    guard let last = open.last, last.mark == .link || last.mark == .picture else { return close() }
    let given = try address()
    open.removeLast()
    guard last.mark == .picture else {
      isInLink = false
      let text = output.text(from: last.start)
      return output.add(.link(to: given ?? text, covering: text), from: last.start)
    }
    let kind = MessageEntity.Kind.picture(at: given ?? "")
    if case .textLink = kind {
      throw MarkupProblem(
        byte: last.byte, reason: "CustomEmoji entity must contain a tg://emoji or tg://time URL")
    }
    output.add(kind, from: last.start)
  }

  /// Reads the address of a link in parentheses, if there is one.
  private mutating func address() throws(MarkupProblem) -> String? {
    guard byte(at: index) == UInt8(ascii: "(") else { return nil }
    var bytes: [UInt8] = []
    var end = index + 1
    while let byte = byte(at: end), byte != UInt8(ascii: ")") {
      let isEscape = byte == UInt8(ascii: "\\") && (1...126).contains(self.byte(at: end + 1) ?? 0)
      if isEscape { end += 1 }
      bytes.append(source[end])
      end += 1
    }
    guard end < source.count else {
      throw MarkupProblem(byte: index, reason: "can't find end of a URL")
    }
    index = end + 1
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Closes the innermost entity, which is not a link.
  private mutating func close() {
    guard let last = open.popLast() else { return }
    let kind: MessageEntity.Kind
    switch last.mark {
    case .bold: kind = .bold
    case .italic: kind = .italic
    case .underline: kind = .underline
    case .strikethrough: kind = .strikethrough
    case .spoiler: kind = .spoiler
    case .code: kind = .code
    case .pre: kind = .pre(language: last.language)
    case .quote: kind = .blockquote(isExpandable: last.isExpandable)
    case .link, .picture: return
    }
    output.add(kind, from: last.start)
  }
}
