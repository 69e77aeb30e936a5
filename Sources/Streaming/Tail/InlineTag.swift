/// HTML tags, comments and addresses inside of text.
///
/// - SeeAlso: CommonMark 0.29, sections 6.7 and 6.8.
enum InlineTag {
  /// Returns the end of the tag, comment, instruction or declaration at the start of a range.
  static func end(of range: Range<Int>, in text: [UInt8]) -> StartMatch {
    guard range.count > 1 else { return .undecided }
    let rest = text[range].dropFirst()
    if rest.first == UInt8(ascii: "?") { return end(after: "?>", in: rest) }
    guard rest.first == UInt8(ascii: "!") else { return HTMLTag.end(of: range, in: text) }
    if rest.count == 1 || "!--".utf8.starts(with: rest) || "![CDATA[".utf8.starts(with: rest) {
      return .undecided
    }
    if rest.starts(with: "!--".utf8) { return end(after: "-->", in: rest.dropFirst(3)) }
    if rest.starts(with: "![CDATA[".utf8) { return end(after: "]]>", in: rest) }
    guard let letter = rest.dropFirst().first, (0x41...0x5A).contains(letter) else { return .no }
    return end(after: ">", in: rest)
  }

  private static func end(after mark: String, in text: ArraySlice<UInt8>) -> StartMatch {
    let mark = Array(mark.utf8)
    var offset = text.startIndex
    while offset + mark.count <= text.endIndex {
      if text[offset..<offset + mark.count].elementsEqual(mark) {
        return .yes(end: offset + mark.count)
      }
      offset += 1
    }
    return .undecided
  }
}

extension LinkParts {
  /// Returns the end of the address in angle brackets at an offset.
  static func autolink(at start: Int, in text: [UInt8]) -> StartMatch {
    var (offset, isAddress) = (start + 1, false)
    while offset < text.count, offset - start <= InlineScan.longestTag {
      switch text[offset] {
      case UInt8(ascii: ">"): return isAddress ? .yes(end: offset + 1) : .no
      case UInt8(ascii: "<"), 0...0x20: return .no
      case UInt8(ascii: ":"), UInt8(ascii: "@"): isAddress = true
      default: break
      }
      offset += 1
    }
    return offset == text.count ? .undecided : .no
  }

  /// Returns the end of the destination and title in parentheses at an offset.
  static func inlineLink(at start: Int, in text: [UInt8]) -> StartMatch {
    var offset = blanks(from: start + 1, in: text)
    guard offset < text.count else { return .undecided }
    if text[offset] == UInt8(ascii: "<") {
      switch bracketed(from: offset + 1, in: text) {
      case .yes(let end): offset = end
      case let other: return other
      }
    } else {
      switch bare(from: offset, in: text) {
      case .yes(let end): offset = end
      case let other: return other
      }
    }
    let end = blanks(from: offset, in: text)
    guard end < text.count else { return .undecided }
    if text[end] == UInt8(ascii: ")") { return .yes(end: end + 1) }
    guard end > offset else { return .no }
    switch title(at: end, in: text) {
    case .no: return .no
    case .undecided: return .undecided
    case .yes(let title):
      let close = blanks(from: title, in: text)
      guard close < text.count else { return .undecided }
      return text[close] == UInt8(ascii: ")") ? .yes(end: close + 1) : .no
    }
  }

  /// Returns the end of the label in brackets at an offset.
  static func reference(at start: Int, in text: [UInt8]) -> StartMatch {
    var offset = start + 1
    while offset < text.count, offset - start <= LinkDefinition.longestLabel {
      if text[offset] == UInt8(ascii: "]") || text[offset] == UInt8(ascii: "[") { return .no }
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset >= text.count ? .undecided : .no
  }

  private static func blanks(from start: Int, in text: [UInt8]) -> Int {
    var offset = start
    while offset < text.count, HTMLTag.isSpace(text[offset]) { offset += 1 }
    return offset
  }

  private static func bracketed(from start: Int, in text: [UInt8]) -> StartMatch {
    var offset = start
    while offset < text.count {
      switch text[offset] {
      case UInt8(ascii: ">"): return .yes(end: offset + 1)
      case UInt8(ascii: "<"), 0x0A: return .no
      case UInt8(ascii: "\\"): offset += 2
      default: offset += 1
      }
    }
    return .undecided
  }

  private static func bare(from start: Int, in text: [UInt8]) -> StartMatch {
    var (offset, depth) = (start, 0)
    while offset < text.count, text[offset] > 0x20, text[offset] != 0x7F {
      switch text[offset] {
      case UInt8(ascii: "\\") where offset + 1 < text.count && isPunctuation(text[offset + 1]):
        offset += 1
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        if depth == 0 { return .yes(end: offset) }
        depth -= 1
      default: break
      }
      if depth > deepestParentheses { return .no }
      offset += 1
    }
    guard offset < text.count else { return .undecided }
    return depth == 0 ? .yes(end: offset) : .no
  }
}
