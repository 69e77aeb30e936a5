/// A value of a JSON document.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written, to preserve all digits.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// An object, with its members in the order in which they are written.
  case object([Member])

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    /// The name, without quotes.
    package var name: String
    /// The value.
    package var value: JSONValue

    /// Creates a member.
    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the last member named `name`, or `nil` if this is not an object or has none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The number as an integer, or `nil` if it is not one or does not fit; `3.0` and `3e0` are 3.
  package var integer: Int? {
    guard case .number(let literal) = self else { return nil }
    return Int(literal) ?? Double(literal).flatMap { Int(exactly: $0) }
  }

  /// The number, or `nil` if this is not one; infinite if it is too large for a `Double`.
  package var double: Double? {
    guard case .number(let literal) = self else { return nil }
    return Double(literal)
  }

  /// The string, or `nil` if this is not one.
  package var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// A short description for error messages, such as "a string" or "the number -3".
  package var summary: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let literal): "the number \(literal.prefix(24))"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The error thrown if a text is not valid JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  public enum Reason: Hashable, Sendable {
    /// The text ends inside a value.
    case unexpectedEnd
    /// Another token was expected.
    case expected(String)
    /// A string contains an unescaped control character.
    case controlCharacter
    /// A `\` does not begin a valid escape.
    case invalidEscape
    /// A `\u` escape is an unpaired surrogate.
    case unpairedSurrogate
    /// Values are nested deeper than the parser allows.
    case tooDeep
    /// A value is longer than the reader allows.
    case tooLong
  }

  /// The reason.
  public var reason: Reason
  /// The offset of the error, in bytes of UTF-8.
  public var offset: Int

  /// Creates an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A description of the error.
  public var description: String {
    let problem =
      switch reason {
      case .unexpectedEnd: "invalid JSON: unexpected end"
      case .expected(let what): "invalid JSON: expected \(what)"
      case .controlCharacter: "invalid JSON: unescaped control character in a string"
      case .invalidEscape: "invalid JSON: unknown escape sequence"
      case .unpairedSurrogate: "invalid JSON: unpaired surrogate in an escape sequence"
      case .tooDeep: "invalid JSON: nesting is too deep"
      case .tooLong: "invalid JSON: a value is too long"
      }
    return "\(problem) (byte \(offset))"
  }
}
