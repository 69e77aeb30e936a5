/// A link reference definition in the content of a paragraph.
///
/// - SeeAlso: CommonMark 0.29, section 4.7.
struct LinkDefinition: Hashable {
  /// The label, without brackets.
  var label: Range<Int>
  /// The destination, without angle brackets.
  var destination: Range<Int>
  /// The offset behind the definition and its line end.
  var end: Int

  /// The greatest length of a label, in bytes.
  static let longestLabel = 1000

  /// Returns the definitions at the start of a text.
  static func definitions(at text: [UInt8]) -> [LinkDefinition] {
    var definitions: [LinkDefinition] = []
    var reader = DefinitionReader(text: text, offset: 0)
    while let definition = reader.next() { definitions.append(definition) }
    return definitions
  }
}

/// A reader of definitions.
private struct DefinitionReader {
  let text: [UInt8]
  var offset: Int

  private var byte: UInt8? { offset < text.count ? text[offset] : nil }

  /// Returns the next definition, and moves behind it.
  mutating func next() -> LinkDefinition? {
    guard byte == UInt8(ascii: "["), let label = label(), byte == UInt8(ascii: ":") else {
      return nil
    }
    offset += 1
    skipBlanksAndLineEnd()
    guard let destination = LinkParts.destination(at: offset, in: text) else { return nil }
    offset = destination.end
    let beforeTitle = offset
    skipBlanksAndLineEnd()
    var hasTitle = false
    if offset > beforeTitle, case .yes(let end) = LinkParts.title(at: offset, in: text) {
      (offset, hasTitle) = (end, true)
    } else {
      offset = beforeTitle
    }
    skipBlanks()
    if !skipLineEnd() {
      guard hasTitle else { return nil }
      offset = beforeTitle
      skipBlanks()
      guard skipLineEnd() else { return nil }
    }
    return LinkDefinition(label: label, destination: destination.content, end: offset)
  }

  private mutating func label() -> Range<Int>? {
    offset += 1
    let start = offset
    while let next = byte, next != UInt8(ascii: "]") {
      if next == UInt8(ascii: "[") { return nil }
      let isEscape = next == UInt8(ascii: "\\") && offset + 1 < text.count
      offset += isEscape && LinkParts.isPunctuation(text[offset + 1]) ? 2 : 1
      if offset - start > LinkDefinition.longestLabel { return nil }
    }
    guard byte != nil, !text[start..<offset].allSatisfy(HTMLTag.isSpace) else { return nil }
    offset += 1
    return start..<(offset - 1)
  }

  private mutating func skipBlanks() {
    while byte == 0x20 || byte == 0x09 { offset += 1 }
  }

  private mutating func skipLineEnd() -> Bool {
    guard let next = byte else { return true }
    guard next == 0x0A else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanksAndLineEnd() {
    skipBlanks()
    if byte == 0x0A {
      offset += 1
      skipBlanks()
    }
  }
}

/// The parts of links and definitions.
enum LinkParts {
  /// The greatest nesting depth of parentheses in a destination.
  static let deepestParentheses = 32

  /// Returns the destination at an offset, and the offset behind it.
  static func destination(
    at start: Int, in text: [UInt8]
  ) -> (content: Range<Int>, end: Int)? {
    guard start < text.count else { return nil }
    var offset = start
    if text[start] == UInt8(ascii: "<") {
      offset += 1
      while offset < text.count, text[offset] != UInt8(ascii: ">") {
        if text[offset] == 0x0A || text[offset] == UInt8(ascii: "<") { return nil }
        offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard offset < text.count else { return nil }
      return (start + 1..<offset, offset + 1)
    }
    var depth = 0
    while offset < text.count, text[offset] > 0x20, text[offset] != 0x7F {
      switch text[offset] {
      case UInt8(ascii: "\\") where offset + 1 < text.count && isPunctuation(text[offset + 1]):
        offset += 1
      case UInt8(ascii: "("):
        depth += 1
        if depth > deepestParentheses { return nil }
      case UInt8(ascii: ")"):
        if depth == 0 { return offset > start ? (start..<offset, offset) : nil }
        depth -= 1
      default: break
      }
      offset += 1
    }
    guard offset > start, depth == 0 else { return nil }
    return (start..<offset, offset)
  }

  /// Returns the end of the title at an offset.
  static func title(at start: Int, in text: [UInt8]) -> StartMatch {
    guard start < text.count else { return .undecided }
    let closing: UInt8
    switch text[start] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"): closing = text[start]
    case UInt8(ascii: "("): closing = UInt8(ascii: ")")
    default: return .no
    }
    var offset = start + 1
    while offset < text.count, text[offset] != closing {
      if text[offset] == UInt8(ascii: "("), closing == UInt8(ascii: ")") { return .no }
      offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
    }
    return offset < text.count ? .yes(end: offset + 1) : .undecided
  }

  /// Returns whether a byte is ASCII punctuation, which a backslash escapes.
  static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
