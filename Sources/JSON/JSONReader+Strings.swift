internal import GalleySystem

extension JSONReader {
  /// Reads a string in quotes.
  mutating func string() throws(JSONError) -> String {
    index += 1
    let start = index
    let end = endOfPlain(from: start)
    guard end == buffer.count || buffer[end] != UInt8(ascii: "\"") else {
      index = end + 1
      guard end - start <= longest else { throw error(.tooLong) }
      return String(decoding: buffer[start..<end], as: UTF8.self)
    }
    return try stringInPieces()
  }

  /// Returns the index of the first byte from `start` that ends a string or needs a closer look.
  private func endOfPlain(from start: Int) -> Int {
    let bytes = buffer.span
    var index = start
    // Eight bytes at a time; the high bit of a byte remains if it is a quote, a backslash or below
    // a space.
    while index + 8 <= bytes.count {
      let word = bytes.word(at: index)
      let ones: UInt64 = 0x0101_0101_0101_0101
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      let found =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        | ((word &- ones &* 0x20) & ~word)
      let marks = found & 0x8080_8080_8080_8080
      guard marks == 0 else { return index + marks.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      index += 1
    }
    return index
  }

  /// Reads the rest of a string with escapes, or of one that passes the end of the buffer.
  private mutating func stringInPieces() throws(JSONError) -> String {
    var content: [UInt8] = []
    while true {
      let end = endOfPlain(from: index)
      content.append(contentsOf: buffer[index..<end])
      index = end
      guard content.count <= longest else {
        // Reading may continue behind the string.
        skipString()
        throw error(.tooLong)
      }
      guard let byte = peek() else { throw error(.unexpectedEnd) }
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        let scalar = try escape()
        content.append(contentsOf: UTF8.encode(scalar) ?? .init())
      case ..<0x20:
        guard dialect == .tolerant else { throw error(.controlCharacter) }
        note(.controlCharacter, at: offset)
        content.append(byte)
        index += 1
      default: break
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    // The longest escape is a pair of surrogates, with two stray bytes at most.
    _ = ensure(14)
    let start = offset
    index += 1
    guard let byte = peek() else { throw error(.unexpectedEnd) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let scalar = try unicodeEscape(from: start)
      if dialect == .tolerant { skipStrayBytes(after: scalar) }
      return scalar
    default:
      guard dialect == .tolerant else { throw error(.invalidEscape, at: start) }
      return unknownEscape(byte, from: start)
    }
  }

  /// Reads the rest of an escape that JSON does not have: `\x01`, or any other character.
  private mutating func unknownEscape(_ byte: UInt8, from start: Int) -> Unicode.Scalar {
    note(.escape, at: start)
    guard byte == UInt8(ascii: "x"), let value = hexadecimal(2) else {
      // A character of several bytes is read as usual, without the backslash.
      if byte < 0x80 { return Unicode.Scalar(byte) }
      index -= 1
      return "\u{FFFD}"
    }
    return Unicode.Scalar(UInt8(truncatingIfNeeded: value))
  }

  /// Reads the rest of a `\u` escape that begins at `start`: a UTF-16 code unit, or a surrogate
  /// pair.
  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    guard let unit = hexadecimal(4) else {
      guard dialect == .strict else { return unknownEscape(UInt8(ascii: "u"), from: start) }
      throw buffer.count - index < 4
        ? error(.unexpectedEnd, at: offset + buffer.count - index)
        : error(.invalidEscape, at: start)
    }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let behindUnit = index
    if unit < 0xDC00, skip("\\"), skip("u"), let low = hexadecimal(4),
      0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      return scalar
    }
    guard dialect == .tolerant else {
      if buffer.count - index < 4, buffer[behindUnit..<index].elementsEqual([0x5C, 0x75]) {
        throw error(.unexpectedEnd, at: offset + buffer.count - index)
      }
      throw error(.unpairedSurrogate, at: start)
    }
    index = behindUnit
    note(.surrogate, at: start)
    return "\u{FFFD}"
  }

  /// Skips the continuation bytes of a line or paragraph separator that was escaped.
  private mutating func skipStrayBytes(after scalar: Unicode.Scalar) {
    guard scalar == "\u{2028}" || scalar == "\u{2029}", buffer.count - index >= 2,
      buffer[index] == 0x80, buffer[index + 1] == (scalar == "\u{2028}" ? 0xA8 : 0xA9)
    else { return }
    note(.strayBytes, at: offset)
    index += 2
  }

  /// Reads a number of hexadecimal digits, or returns `nil` if there are fewer.
  private mutating func hexadecimal(_ count: Int) -> UInt32? {
    guard buffer.count - index >= count else { return nil }
    var value: UInt32 = 0
    for byte in buffer[index..<index + count] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt32(digit)
    }
    index += count
    return value
  }
}
