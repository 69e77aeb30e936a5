/// A text with access to its characters by UTF-8 offset.
struct ScannedText {
  private let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The number of bytes.
  var count: Int { bytes.count }

  /// The byte at an offset; 0 outside of the text.
  subscript(offset: Int) -> UInt8 { bytes.indices.contains(offset) ? bytes[offset] : 0 }

  /// Returns the offset of the character after the one at `offset`.
  func next(_ offset: Int) -> Int {
    let lead = self[offset]
    return offset + (lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
  }

  /// Returns the character at an offset, or U+0000 outside of the text.
  func scalar(_ offset: Int) -> Unicode.Scalar {
    let lead = self[offset]
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let length = next(offset) - offset
    var value = UInt32(lead & (0xFF >> UInt8(length + 1)))
    for index in 1..<length { value = value << 6 | UInt32(self[offset + index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Returns the character before an offset, or U+0000 at the start.
  func scalarBefore(_ offset: Int) -> Unicode.Scalar {
    var start = offset - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return scalar(start)
  }

  /// Returns whether a word would continue at an offset.
  func isWordBefore(_ offset: Int) -> Bool {
    Self.continuesWord(scalarBefore(offset))
  }

  /// Returns whether a word continues before and after a character that it contains.
  private static func continuesWord(_ scalar: Unicode.Scalar) -> Bool {
    isWord(scalar) && (scalar.isASCII || !isUnspaced(scalar))
  }

  /// Returns whether a byte is an ASCII letter, an ASCII digit or `_`.
  static func isASCIIWord(_ byte: UInt8) -> Bool {
    isASCIILetter(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "_")
  }

  static func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns whether a character is part of a word: a letter, a mark, a number, or `_`.
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isASCIIWord(UInt8(truncatingIfNeeded: scalar.value)) }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }

  /// Returns whether a character is of a script without spaces between words: Chinese or Japanese.
  static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isIdeographic || (0x3040...0x30FF).contains(scalar.value)
      || (0xFF66...0xFF9F).contains(scalar.value)
  }

  /// Returns the offset at which an ASCII word directly follows Chinese or Japanese letters, or the
  /// end of the range.
  func firstEdge(in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    var isBehindUnspaced = false
    while offset < range.upperBound {
      if self[offset] < 0x80 {
        if isBehindUnspaced, Self.isASCIILetter(self[offset]) { return offset }
        isBehindUnspaced = false
      } else {
        isBehindUnspaced = Self.isUnspaced(scalar(offset))
      }
      offset = next(offset)
    }
    return offset
  }

  /// Returns the end of a run of up to `limit` ASCII letters, digits and `_`.
  func wordEnd(_ start: Int, limit: Int) -> Int {
    var end = start
    while end - start < limit, Self.isASCIIWord(self[end]) { end += 1 }
    return end
  }

  /// Returns whether the ASCII word before an offset continues there.
  func isWordAfter(_ offset: Int) -> Bool { Self.continuesWord(scalar(offset)) }

  // MARK: - Names, tags, commands and numbers

  /// Returns the end of the mention that begins with an `@`.
  func mentionEnd(_ start: Int) -> Int? {
    let end = wordEnd(start + 1, limit: 33)
    guard (4...33).contains(end - start), Self.isASCIILetter(self[start + 1]), !isWordAfter(end)
    else {
      return nil
    }
    return end
  }

  /// Returns the end of a mention appended to a tag, or `end` if there is none.
  private func withMention(_ end: Int) -> Int {
    self[end] == UInt8(ascii: "@") ? mentionEnd(end) ?? end : end
  }

  /// Returns the end of the hashtag that begins with a `#`.
  func hashtagEnd(_ start: Int) -> Int? {
    let before = self[start - 1]
    guard !isWordBefore(start), before != UInt8(ascii: "#"), before != UInt8(ascii: "&") else {
      return nil
    }
    var end = start + 1
    var count = 0
    var isNumber = true
    while end < self.count {
      let scalar = scalar(end)
      let isPart =
        Self.isWord(scalar) || scalar == "\u{B7}" || scalar == "\u{200C}" || scalar == "\u{30FB}"
      guard isPart else { break }
      if scalar.properties.numericType == nil { isNumber = false }
      end = next(end)
      count += 1
      guard count <= 256 else { return nil }
    }
    return count == 0 || isNumber || self[end] == UInt8(ascii: "#") ? nil : withMention(end)
  }

  /// Returns the end of the cashtag that begins with a `$`.
  func cashtagEnd(_ start: Int) -> Int? {
    guard !isWordBefore(start), self[start - 1] != UInt8(ascii: "$") else { return nil }
    var end = start + 1
    while end - start <= 9, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self[end]) { end += 1 }
    guard (4...9).contains(end - start), !isWordAfter(end), self[end] != UInt8(ascii: "$") else {
      return nil
    }
    return withMention(end)
  }

  /// Returns the end of the command that begins with a `/`.
  func commandEnd(_ start: Int) -> Int? {
    let before = self[start - 1]
    guard !isWordBefore(start), !Self.isPathPart(before) else { return nil }
    let end = wordEnd(start + 1, limit: 65)
    guard (2...65).contains(end - start), !isWordAfter(end), !Self.isPathPart(self[end]) else {
      return nil
    }
    return withMention(end)
  }

  private static func isPathPart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// Returns the end of a telephone number.
  func phoneEnd(_ start: Int) -> Int? {
    let isInternational = self[start] == UInt8(ascii: "+")
    guard self[start - 1] != UInt8(ascii: "+") else { return nil }
    var offset = isInternational ? start + 1 : start
    var (digits, groups, end, isOpen) = (0, 0, start, false)
    // At most two characters separate groups, as in ") ".
    var gap = 1
    while offset < start + 40 {
      switch self[offset] {
      case 0x30...0x39:
        if gap > 0 { groups += 1 }
        digits += 1
        gap = 0
        end = offset + 1
      case UInt8(ascii: "(") where !isOpen: isOpen = true
      case UInt8(ascii: ")") where isOpen && gap == 0:
        isOpen = false
        gap += 1
        end = offset + 1
      case 0x20,
        UInt8(ascii: "-") where digits > 0 && gap < 2:
        gap += 1
      case UInt8(ascii: ".") where isInternational && digits > 0 && gap == 0: gap += 1
      default: return finish()
      }
      offset += 1
    }
    return nil

    func finish() -> Int? {
      let isLong = isInternational ? (7...15).contains(digits) : (10...11).contains(digits)
      guard isLong, !isOpen, isInternational || groups > 1, !isWordAfter(end) else { return nil }
      // Rejects dates such as 2024-01-15 10 30.
      let isDate = !isInternational && self[start + 4] == UInt8(ascii: "-") && groups > 2
      return isDate ? nil : end
    }
  }
}
