internal import GalleySystem

/// A writer of JSON on one line, in the order of the calls.
///
/// Equal values give equal bytes: numbers are written in the shortest form that reads back as the
/// same number, regardless of the locale.
package struct JSONWriter {
  /// The output so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates a writer with empty output.
  package init() {}

  /// Removes the output, keeping its capacity.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Writes an object whose members `body` writes.
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    container("{", "}", body)
  }

  /// Writes an array whose elements `body` writes.
  package mutating func array(_ body: (inout JSONWriter) -> Void) {
    container("[", "]", body)
  }

  /// Writes an array with an element for each of `values`.
  package mutating func array<Values: Sequence>(
    _ values: Values, _ body: (inout JSONWriter, Values.Element) -> Void
  ) {
    array { writer in
      for value in values { body(&writer, value) }
    }
  }

  /// Writes the name of a member; its value must be written next.
  package mutating func name(_ name: String) {
    value(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// Writes a number, or `null` if it is not finite.
  package mutating func value(_ number: Double) {
    guard number.isFinite else { return literal("null") }
    guard number != 0 else { return literal("0") }
    let description = number.description
    literal(description.hasSuffix(".0") ? String(description.dropLast(2)) : description)
  }

  /// Writes a number such as a length, rounded to a millionth, or `null` if it is not finite.
  ///
  /// The errors of sums are far below a millionth: without them, 65.37599999999999 is 65.376.
  package mutating func value(rounded number: Double) {
    // Beyond, a number has no millionths.
    let isLarge = number.magnitude >= 0x1p53 / 1e6
    value(isLarge ? number : (number * 1e6).rounded() / 1e6)
  }

  /// Writes an integer.
  package mutating func value(_ number: Int) { literal(String(number)) }

  /// Writes `true` or `false`.
  package mutating func value(_ bool: Bool) { literal(bool ? "true" : "false") }

  /// Writes a string.
  ///
  /// Besides the characters that JSON requires to be escaped, those are escaped that could control
  /// a terminal or mislead its reader.
  package mutating func value(_ string: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    if Self.isPlain(string.utf8.span) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { appendEscaped(scalar) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes `null`.
  package mutating func null() { literal("null") }

  /// Writes a value, with numbers as they were written.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let bool): self.value(bool)
    case .number(let number): literal(number)
    case .string(let string): self.value(string)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let members):
      object { writer in
        for member in members {
          writer.name(member.name)
          writer.value(member.value)
        }
      }
    }
  }

  /// Writes a member with a number, or `null` if it is not finite.
  package mutating func member(_ name: String, _ number: Double) {
    self.name(name)
    value(number)
  }

  /// Writes a member with a number, rounded to a millionth, or `null` if it is not finite.
  package mutating func member(_ name: String, rounded number: Double) {
    self.name(name)
    value(rounded: number)
  }

  /// Writes a member with an integer.
  package mutating func member(_ name: String, _ number: Int) {
    self.name(name)
    value(number)
  }

  /// Writes a member with a Boolean.
  package mutating func member(_ name: String, _ bool: Bool) {
    self.name(name)
    value(bool)
  }

  /// Writes a member with a string.
  package mutating func member(_ name: String, _ string: String) {
    self.name(name)
    value(string)
  }

  /// Ends the line.
  package mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  /// Appends bytes that already form whole lines.
  package mutating func append(lines: [UInt8]) { bytes.append(contentsOf: lines) }

  /// Writes a value that is already JSON.
  package mutating func append(value json: ArraySlice<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
    needsComma = true
  }

  private mutating func container(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ body: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: opening))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: closing))
    needsComma = true
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes.append(contentsOf: Array(text.utf8))
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Returns whether a string is ASCII that needs no escapes.
  private static func isPlain(_ string: Span<UInt8>) -> Bool {
    for index in string.indices {
      let byte = string[index]
      guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
        return false
      }
    }
    return true
  }

  private mutating func appendEscaped(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      appendEscaped(UInt8(ascii: scalar))
    } else if TerminalText.mustBeEscaped(scalar) {
      for unit in UTF16.encode(scalar) ?? .init() { appendEscape(unit) }
    } else {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }

  private mutating func appendEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
    case UInt8(ascii: "\n"): bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
    case ..<0x20, 0x7F: appendEscape(UInt16(byte))
    default: bytes.append(byte)
    }
  }

  private mutating func appendEscape(_ unit: UInt16) {
    let digits = Array("0123456789abcdef".utf8)
    bytes.append(contentsOf: Array("\\u".utf8))
    for shift: UInt16 in [12, 8, 4, 0] { bytes.append(digits[Int(unit >> shift & 15)]) }
  }
}
