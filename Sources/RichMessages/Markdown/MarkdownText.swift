internal import GalleyMessages

/// Characters of Markdown: escapes, character references, and classes beside delimiters.
enum MarkdownText {
  /// Returns a text with backslash escapes and character references replaced.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "&") }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var result: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex,
        bytes[index + 1].isMarkdownPunctuation
      {
        result.append(bytes[index + 1])
        index += 2
      } else if let (text, end) = reference(in: bytes, at: index) {
        result += text.utf8
        index = end
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text of the character reference at an index, and the index behind it.
  static func reference(in bytes: ArraySlice<UInt8>, at start: Int) -> (String, Int)? {
    guard bytes[start] == UInt8(ascii: "&") else { return nil }
    // No name is longer.
    let limit = min(bytes.endIndex, start + 40)
    let name = bytes[(start + 1)..<limit].prefix {
      $0.isMarkdownLetter || $0.isMarkdownDigit || $0 == UInt8(ascii: "#")
    }
    guard name.endIndex < limit, bytes[name.endIndex] == UInt8(ascii: ";"), !name.isEmpty else {
      return nil
    }
    let source = String(decoding: bytes[start...name.endIndex], as: UTF8.self)
    if source == "&#0;" { return ("\u{FFFD}", name.endIndex + 1) }
    var rules = HTMLScanner.Rules()
    rules.isLenient = true
    var scanner = HTMLScanner(source, rules: rules)
    guard case .text(let text)? = try? scanner.next(), text != source else { return nil }
    return (text, name.endIndex + 1)
  }

  /// The class of a character beside a delimiter.
  struct Side {
    var isSpace = false
    var isPunctuation = false
    var isEastAsian = false

    /// The start or the end of the text.
    static let edge = Side(isSpace: true)

    init(isSpace: Bool) { self.isSpace = isSpace }

    init(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        let byte = UInt8(ascii: scalar)
        isSpace = byte.isMarkdownSpace
        isPunctuation = byte.isMarkdownPunctuation
        return
      }
      switch scalar.properties.generalCategory {
      case .spaceSeparator: isSpace = true
      case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
        .initialPunctuation, .finalPunctuation, .otherPunctuation:
        isPunctuation = true
      default: break
      }
      isEastAsian = !isSpace && Self.isEastAsian(scalar.value)
    }

    /// Whether the character is a letter or punctuation of scripts without spaces.
    private static func isEastAsian(_ value: UInt32) -> Bool {
      switch value {
      case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
        0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x1B000...0x1B16F, 0x1F200...0x1F2FF, 0x20000...0x3FFFF:
        true
      default: false
      }
    }
  }

  /// Returns whether delimiters between two characters may open and close an element.
  ///
  /// East Asian letters and punctuation beside a delimiter do not count as parts of words, so that
  /// `**「あ」**い` closes.
  ///
  /// - SeeAlso: CommonMark 0.29, 6.4.
  static func flanking(
    _ mark: UInt8, between before: Side, and after: Side
  ) -> (opens: Bool, closes: Bool) {
    let isWord = mark == UInt8(ascii: "_")
    func flanks(_ near: Side, _ far: Side) -> Bool {
      guard !near.isSpace else { return false }
      guard near.isPunctuation, isWord || !near.isEastAsian else { return true }
      return far.isSpace || far.isPunctuation || !isWord && far.isEastAsian
    }
    let (left, right) = (flanks(after, before), flanks(before, after))
    guard isWord else { return (left, right) }
    return (left && (!right || before.isPunctuation), right && (!left || after.isPunctuation))
  }

  /// Returns the characters before and behind a range of bytes.
  static func sides(of range: Range<Int>, in bytes: [UInt8]) -> (before: Side, after: Side) {
    (side(before: range.lowerBound, in: bytes), side(behind: range.upperBound, in: bytes))
  }

  private static func side(before end: Int, in bytes: [UInt8]) -> Side {
    var start = end
    while start > 0, end - start < 4 {
      start -= 1
      if bytes[start] & 0xC0 != 0x80 { break }
    }
    if start + 1 == end, bytes[start] < 0x80 { return Side(Unicode.Scalar(bytes[start])) }
    let before = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.last
    return before.map { Side($0) } ?? .edge
  }

  private static func side(behind start: Int, in bytes: [UInt8]) -> Side {
    if start < bytes.count, bytes[start] < 0x80 { return Side(Unicode.Scalar(bytes[start])) }
    let end = min(bytes.count, start + 4)
    let after = String(decoding: bytes[start..<end], as: UTF8.self).unicodeScalars.first
    return after.map { Side($0) } ?? .edge
  }
}
