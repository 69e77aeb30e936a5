internal import GalleyBasics

extension JSONReader {
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  /// Reads a number, `true`, `false` or `null`.
  mutating func scalar() throws(JSONError) -> JSONEvent {
    switch peek() {
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"): return .number(try number())
    case let byte? where Self.digits.contains(byte): return .number(try number())
    default: throw expected("a value")
    }
  }

  private mutating func word(_ word: String, _ event: JSONEvent) throws(JSONError) -> JSONEvent {
    guard ensure(word.utf8.count), buffer[index...].starts(with: word.utf8) else {
      throw error(.expected("a value"))
    }
    index += word.utf8.count
    return event
  }

  private mutating func number() throws(JSONError) -> String {
    // The digits must be in the buffer at once.
    var end = index
    while true {
      while end < buffer.count, Self.isPartOfNumber(buffer[end]) { end += 1 }
      guard end == buffer.count, end - index <= longest else { break }
      let length = end - index
      guard extend() else { break }
      end = index + length
    }
    guard end - index <= longest else { throw error(.tooLong) }
    let start = index
    _ = skip("-")
    if !skip("0") { try skipDigits() }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try skipDigits()
    }
    return String(decoding: buffer[start..<index], as: UTF8.self)
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    digits.contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")
      || byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = index
    while index < buffer.count, Self.digits.contains(buffer[index]) { index += 1 }
    guard index > start else { throw expected("a digit") }
  }

  /// Reads a scalar that may be a string without quotes.
  mutating func looseScalar() throws(JSONError) -> JSONEvent {
    _ = ensure(Limits.Files.looseScalar)
    let start = index
    if let event = try? scalar(), isDelimited { return event }
    index = start
    return .string(try unquotedString())
  }

  /// Whether a scalar may end here.
  private var isDelimited: Bool {
    guard index < buffer.count else { return true }
    return switch buffer[index] {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0x20, 0x0A, 0x0D, 0x09: true
    default: false
    }
  }

  /// Reads the rest of the line without its last comma, which some exporters write for a path.
  private mutating func unquotedString() throws(JSONError) -> String {
    let limit = min(buffer.count, index + Limits.Files.looseScalar)
    guard let first = peek(), first >= 0x20, !#"]},:""#.utf8.contains(first),
      var end = buffer[index..<limit].firstIndex(of: 0x0A)
    else {
      // A number or word at the end of a file that is cut off.
      let rest = buffer[index..<limit]
      let isCut = limit == buffer.count && !rest.contains { #"{}[],:""#.utf8.contains($0) }
      throw isCut ? error(.unexpectedEnd) : expected("a value")
    }
    while end > index, buffer[end - 1] == 0x0D || buffer[end - 1] == 0x20 { end -= 1 }
    if buffer[end - 1] == UInt8(ascii: ",") { end -= 1 }
    note(.unquotedString, at: offset)
    let string = String(decoding: buffer[index..<end], as: UTF8.self)
    index = end
    return string
  }
}
