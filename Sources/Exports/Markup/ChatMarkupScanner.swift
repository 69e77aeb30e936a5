internal import GalleyMessages

/// A scanner of a messenger's markup, which finds all marks before it builds the text.
struct ChatMarkupScanner {
  private enum Token {
    case text(Range<Int>)
    /// A mark, by its index; `isPaired` once its counterpart is found.
    case mark(Int, Range<Int>, isOpening: Bool, isPaired: Bool)
    case code(Range<Int>)
    case pre(Range<Int>, language: String?)
    case styled(StyledText)
    case begin(MessageEntity.Kind)
    case end
  }

  private let bytes: [UInt8]
  private let markup: ChatMarkup
  private var index = 0
  private var tokens: [Token] = []
  private var textStart = 0
  /// The tokens of open marks.
  private var open: [Int] = []
  private var isInQuote = false
  private var isInLongQuote = false
  private var isInHeading = false
  private var hasFences = true
  /// The result of the last search for the end of an address.
  private var addressEnd = -1

  init(_ bytes: [UInt8], markup: ChatMarkup) {
    (self.bytes, self.markup) = (bytes, markup)
  }

  mutating func scan() {
    beginLine()
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A: endLine()
      case UInt8(ascii: "`"): scanCode()
      case UInt8(ascii: "<") where markup.tag != nil: scanTag()
      case UInt8(ascii: "[") where markup.hasLabeledLinks: scanLink()
      case UInt8(ascii: "\\") where markup.hasEscapes && index + 1 < bytes.count: scanEscape()
      default: if !scanMark() { index += 1 }
      }
    }
    flushText()
    if isInHeading { tokens.append(.end) }
    if isInQuote { tokens.append(.end) }
  }

  // MARK: Lines

  private mutating func beginLine() {
    let isQuoted = isInLongQuote || skipPrefix(">")
    if isQuoted != isInQuote {
      tokens.append(isQuoted ? .begin(.blockquote(isExpandable: false)) : .end)
      isInQuote = isQuoted
    }
    guard markup.hasHeadings else { return }
    for prefix in ["#", "##", "###"] where skipPrefix(prefix) {
      tokens.append(.begin(.bold))
      isInHeading = true
      return
    }
    _ = skipPrefix("-#")
  }

  /// Skips a prefix and the blank after it, at the start of a line.
  private mutating func skipPrefix(_ prefix: String) -> Bool {
    if prefix == ">", markup.hasHeadings, bytes[index...].starts(with: ">>> ".utf8) {
      index += 4
      textStart = index
      isInLongQuote = true
      return true
    }
    let end = index + prefix.utf8.count
    guard bytes[index...].starts(with: prefix.utf8), end < bytes.count, bytes[end] == 0x20 else {
      return false
    }
    index = end + 1
    textStart = index
    return true
  }

  private mutating func endLine() {
    if isInHeading {
      flushText()
      tokens.append(.end)
      isInHeading = false
    }
    let continuesQuote =
      isInLongQuote
      || index + 2 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
        && bytes[index + 2] == 0x20
    if isInQuote, !continuesQuote {
      // The line break is outside of the quotation.
      flushText()
      tokens.append(.end)
      isInQuote = false
      open = []
    }
    if !markup.crossesLines { open = [] }
    index += 1
    flushText()
    beginLine()
  }

  private mutating func flushText() {
    if textStart < index { tokens.append(.text(textStart..<index)) }
    textStart = index
  }

  // MARK: Marks

  private mutating func scanMark() -> Bool {
    if let (number, range) = innerMark() {
      pair(open.removeLast(), range, number)
      return true
    }
    for (number, mark) in markup.marks.enumerated()
    where bytes[index] == mark.bytes[0] && bytes[index...].starts(with: mark.bytes) {
      let range = index..<index + mark.bytes.count
      let closes = canClose(mark, range)
      if closes, let place = open.lastIndex(where: { isOpen($0, number) }) {
        pair(open[place], range, number)
        open.removeSubrange(place...)
        return true
      }
      if canOpen(mark, range) {
        flushText()
        index = range.upperBound
        textStart = index
        // A second open mark of a kind could never be closed before the first.
        if !open.contains(where: { isOpen($0, number) }) { open.append(tokens.count) }
        tokens.append(.mark(number, range, isOpening: true, isPaired: false))
        return true
      }
      index = range.upperBound
      return true
    }
    return false
  }

  /// Returns the last open mark if it can be closed here and the one around it directly behind it,
  /// as in `***both***`.
  private func innerMark() -> (number: Int, range: Range<Int>)? {
    guard open.count > 1, case .mark(let inner, _, _, _) = tokens[open[open.count - 1]],
      case .mark(let outer, _, _, _) = tokens[open[open.count - 2]]
    else { return nil }
    let mark = markup.marks[inner]
    let range = index..<index + mark.bytes.count
    guard bytes[index...].starts(with: mark.bytes),
      bytes[range.upperBound...].starts(with: markup.marks[outer].bytes), canClose(mark, range)
    else { return nil }
    return (inner, range)
  }

  private func isOpen(_ token: Int, _ number: Int) -> Bool {
    if case .mark(number, _, _, _) = tokens[token] { true } else { false }
  }

  private mutating func pair(_ token: Int, _ range: Range<Int>, _ number: Int) {
    flushText()
    if case .mark(_, let opening, _, _) = tokens[token] {
      tokens[token] = .mark(number, opening, isOpening: true, isPaired: true)
    }
    tokens.append(.mark(number, range, isOpening: false, isPaired: true))
    index = range.upperBound
    textStart = index
  }

  private func canOpen(_ mark: ChatMarkup.Mark, _ range: Range<Int>) -> Bool {
    guard range.upperBound < bytes.count, !Self.isBlank(bytes[range.upperBound]) else {
      return false
    }
    return !mark.needsBoundary || range.lowerBound == 0 || !isWord(bytes[range.lowerBound - 1])
  }

  private func canClose(_ mark: ChatMarkup.Mark, _ range: Range<Int>) -> Bool {
    guard range.lowerBound > 0, !Self.isBlank(bytes[range.lowerBound - 1]) else { return false }
    return !mark.needsBoundary || range.upperBound == bytes.count
      || !isWord(bytes[range.upperBound])
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09
  }

  /// Bytes of characters outside of ASCII count as letters.
  private func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || 0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20
  }

  // MARK: Code, tags and links

  private mutating func scanEscape() {
    let next = bytes[index + 1]
    guard next < 0x80, next > 0x20, !isWord(next) else {
      index += 1
      return
    }
    flushText()
    textStart = index + 1
    index += 2
  }

  private mutating func scanCode() {
    if bytes[index...].starts(with: "```".utf8) {
      let start = index + 3
      guard hasFences, let end = position(of: "```", from: start) else {
        hasFences = false
        index = start
        return
      }
      flushText()
      tokens.append(fence(start..<end))
      index = end + 3
      textStart = index
      return
    }
    let end = bytes[(index + 1)...].firstIndex { $0 == UInt8(ascii: "`") || $0 == 0x0A }
    guard let end, bytes[end] != 0x0A, end > index + 1 else {
      index += 1
      return
    }
    flushText()
    tokens.append(.code(index + 1..<end))
    index = end + 1
    textStart = index
  }

  private func position(of needle: String, from start: Int) -> Int? {
    var place = start
    while let found = bytes[place...].firstIndex(of: UInt8(ascii: "`")) {
      if bytes[found...].starts(with: needle.utf8) { return found }
      place = found + 1
    }
    return nil
  }

  /// Returns a block of code; its first line may name the language.
  private func fence(_ range: Range<Int>) -> Token {
    var range = range
    var language: String?
    if let end = bytes[range].firstIndex(of: 0x0A) {
      let line = bytes[range.lowerBound..<end]
      if markup.hasHeadings, !line.isEmpty, line.count <= 32, line.allSatisfy({ $0 > 0x20 }) {
        language = String(decoding: line, as: UTF8.self)
      }
      if language != nil || line.isEmpty { range = end + 1..<range.upperBound }
    }
    if range.count > 1, bytes[range.upperBound - 1] == 0x0A {
      range = range.lowerBound..<range.upperBound - 1
    }
    return .pre(range, language: language)
  }

  private mutating func scanTag() {
    let end = bytes[(index + 1)...].firstIndex { $0 == 0x3E || $0 == 0x3C || $0 == 0x0A }
    guard let end, bytes[end] == 0x3E,
      let text = markup.tag?(String(decoding: bytes[index + 1..<end], as: UTF8.self))
    else {
      index += 1
      return
    }
    flushText()
    tokens.append(.styled(text))
    index = end + 1
    textStart = index
  }

  private mutating func scanLink() {
    let middle = bytes[(index + 1)...].firstIndex { $0 == 0x5D || $0 == 0x5B || $0 == 0x0A }
    guard let middle, bytes[middle] == 0x5D, middle > index + 1, middle + 2 < bytes.count,
      bytes[middle + 1] == UInt8(ascii: "("),
      let end = endOfAddress(from: middle + 2), bytes[end] == 0x29, end > middle + 2
    else {
      index += 1
      return
    }
    var address = String(decoding: bytes[middle + 2..<end], as: UTF8.self)
    if address.hasPrefix("<"), address.hasSuffix(">") {
      address = String(address.dropFirst().dropLast())
    }
    flushText()
    var link = StyledText()
    link.append(
      String(decoding: bytes[index + 1..<middle], as: UTF8.self), .textLink(url: address))
    tokens.append(.styled(link))
    index = end + 1
    textStart = index
  }

  /// Returns the offset of the first closing parenthesis or blank from an offset on, which never
  /// descends, so that all calls together read the text once.
  private mutating func endOfAddress(from start: Int) -> Int? {
    if addressEnd < start {
      addressEnd = start
      while addressEnd < bytes.count, bytes[addressEnd] != 0x29, !Self.isBlank(bytes[addressEnd]) {
        addressEnd += 1
      }
    }
    return addressEnd < bytes.count ? addressEnd : nil
  }

  // MARK: The message

  /// Returns the text that was scanned.
  func message() -> Message {
    var text = StyledText()
    var starts: [Int: Int] = [:]
    var frames: [(Int, MessageEntity.Kind)] = []
    func string(_ range: Range<Int>) -> String {
      let string = String(decoding: bytes[range], as: UTF8.self)
      return markup.unescape?(string) ?? string
    }
    for token in tokens {
      switch token {
      case .text(let range), .mark(_, let range, _, isPaired: false): text.append(string(range))
      case .mark(let number, _, isOpening: true, isPaired: true): starts[number] = text.count
      case .mark(let number, _, isOpening: false, isPaired: true):
        text.style(from: starts[number] ?? text.count, markup.marks[number].kind)
      case .code(let range): text.append(string(range), .code)
      case .pre(let range, let language): text.append(string(range), .pre(language: language))
      case .styled(let part): text.append(part.message)
      case .begin(let kind): frames.append((text.count, kind))
      case .end: if let (start, kind) = frames.popLast() { text.style(from: start, kind) }
      }
    }
    return text.message
  }
}
