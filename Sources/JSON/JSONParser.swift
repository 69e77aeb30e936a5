/// A parser of JSON as defined by RFC 8259, without extensions.
///
/// It is used instead of Foundation's decoder, which does not report the position of an error, and
/// which would delay the start of short commands by loading Foundation.
package struct JSONParser {
  /// The default maximum nesting depth of values.
  package static let deepestNesting = 64

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private let deepest: Int

  /// Parses a text that consists of one value.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func value(of text: String) throws(JSONError) -> JSONValue {
    try value(ofUTF8: Array(text.utf8))
  }

  /// Parses a text that consists of one value, given as valid UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - deepest: The maximum nesting depth of values, of which each takes some stack.
  /// - Returns: The value.
  /// - Throws: `JSONError` if the text is not valid JSON.
  /// - Complexity: O(*n*) in the length of the text.
  package static func value(
    ofUTF8 bytes: [UInt8], deepest: Int = deepestNesting
  ) throws(JSONError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, deepest: deepest)
    let value = try parser.parseValue()
    parser.skipWhitespace()
    guard parser.index == parser.bytes.count else { throw parser.expected("the end of the input") }
    return value
  }

  private init(bytes: [UInt8], deepest: Int) {
    self.bytes = bytes
    self.deepest = deepest
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ reason: JSONError.Reason, at offset: Int? = nil) -> JSONError {
    JSONError(reason: reason, offset: offset ?? index)
  }

  private func expected(_ what: String) -> JSONError {
    error(index < bytes.count ? .expected(what) : .unexpectedEnd)
  }

  private mutating func skipWhitespace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      index += 1
    }
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func parseValue() throws(JSONError) -> JSONValue {
    skipWhitespace()
    switch next {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try parseContainer()
    case UInt8(ascii: "\""): return .string(try parseString())
    case UInt8(ascii: "t"): return try parseWord("true", .bool(true))
    case UInt8(ascii: "f"): return try parseWord("false", .bool(false))
    case UInt8(ascii: "n"): return try parseWord("null", .null)
    case UInt8(ascii: "-"): return try parseNumber()
    case let byte? where Self.digits.contains(byte): return try parseNumber()
    default: throw expected("a value")
    }
  }

  private mutating func parseContainer() throws(JSONError) -> JSONValue {
    guard depth < deepest else { throw error(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    return skip("{") ? try parseObject() : try parseArray()
  }

  private mutating func parseWord(
    _ word: String, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw expected("a value") }
    index += word.utf8.count
    return value
  }

  private mutating func parseObject() throws(JSONError) -> JSONValue {
    var members: [JSONValue.Member] = []
    skipWhitespace()
    if skip("}") { return .object(members) }
    repeat {
      skipWhitespace()
      guard next == UInt8(ascii: "\"") else { throw expected("a name in quotes") }
      let name = try parseString()
      skipWhitespace()
      guard skip(":") else { throw expected("a colon") }
      members.append(JSONValue.Member(name: name, value: try parseValue()))
      skipWhitespace()
    } while skip(",")
    guard skip("}") else { throw expected("a comma or }") }
    return .object(members)
  }

  private mutating func parseArray() throws(JSONError) -> JSONValue {
    index += 1
    var elements: [JSONValue] = []
    skipWhitespace()
    if skip("]") { return .array(elements) }
    repeat {
      elements.append(try parseValue())
      skipWhitespace()
    } while skip(",")
    guard skip("]") else { throw expected("a comma or ]") }
    return .array(elements)
  }

  private mutating func parseNumber() throws(JSONError) -> JSONValue {
    let start = index
    _ = skip("-")
    if !skip("0") { try skipDigits() }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try skipDigits()
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = index
    while let byte = next, Self.digits.contains(byte) { index += 1 }
    guard index > start else { throw expected("a digit") }
  }

  private mutating func parseString() throws(JSONError) -> String {
    index += 1
    let start = index
    while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 {
      index += 1
    }
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    return try parseStringWithEscapes(plain: bytes[start..<index])
  }

  private mutating func parseStringWithEscapes(
    plain: ArraySlice<UInt8>
  ) throws(JSONError) -> String {
    var content = Array(plain)
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"):
        let scalar = try parseEscape()
        content.append(contentsOf: Array(String(scalar).utf8))
      case ..<0x20: throw error(.controlCharacter)
      default:
        content.append(byte)
        index += 1
      }
    }
    throw error(.unexpectedEnd)
  }

  private mutating func parseEscape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    index += 1
    guard let byte = next else { throw error(.unexpectedEnd) }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try parseUnicodeEscape(from: start)
    default: throw error(.invalidEscape, at: start)
    }
  }

  /// Parses the rest of a `\u` escape that begins at `start`: a UTF-16 code unit, or a surrogate
  /// pair.
  private mutating func parseUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let unit = try parseHexadecimal(from: start)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xDC00, skip("\\"), skip("u") else {
      throw error(.unpairedSurrogate, at: start)
    }
    let low = try parseHexadecimal(from: start)
    guard 0xDC00...0xDFFF ~= low,
      let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    else { throw error(.unpairedSurrogate, at: start) }
    return scalar
  }

  private mutating func parseHexadecimal(from start: Int) throws(JSONError) -> UInt32 {
    guard bytes.count - index >= 4 else { throw error(.unexpectedEnd, at: bytes.count) }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw error(.invalidEscape, at: start)
      }
      value = value << 4 | UInt32(digit)
    }
    index += 4
    return value
  }
}
