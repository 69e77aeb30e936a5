/// A value of a JSON document.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written, so that no digit is lost.
  case number(String)
  case string(String)
  case array([JSONValue])
  /// The members in the order they are written.
  case object([Member])

  /// A name of an object, and what it stands for.
  package struct Member: Hashable, Sendable {
    /// The name, without quotes.
    package var name: String
    /// What the name stands for.
    package var value: JSONValue
  }

  /// What the object has under `name`: the last, if there are several; `nil` if there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The number as a whole number, or `nil` if it is none or does not fit; `3.0` and `3e0` are 3.
  package var integer: Int? {
    guard case .number(let literal) = self else { return nil }
    return Int(literal) ?? Double(literal).flatMap { Int(exactly: $0) }
  }

  /// The number, or `nil` if this is none; infinite if it is too large for a `Double`.
  package var double: Double? {
    guard case .number(let literal) = self else { return nil }
    return Double(literal)
  }

  /// The string, or `nil` if this is none.
  package var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// What the value is, for messages to people: "a string", "the number -3".
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

/// Why a text is not JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The text ends within a value.
    case unexpectedEnd
    /// Something else should stand here.
    case expected(String)
    /// A string has a control character in it, which must be written as an escape.
    case controlCharacter
    /// A `\` is not followed by one of JSON's escapes.
    case invalidEscape
    /// A `\u` escape is half of a surrogate pair, and so no character.
    case unpairedSurrogate
    /// Values stand within each other more than ``JSONParser/deepestNesting`` levels deep.
    case tooDeep
  }

  /// What is wrong.
  public var reason: Reason
  /// Where it is wrong, in bytes of UTF-8 from the start.
  public var offset: Int

  /// Makes an error.
  public init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// What is wrong, for people.
  public var description: String {
    let problem =
      switch reason {
      case .unexpectedEnd: "the JSON ends too early"
      case .expected(let what): "not JSON: expected \(what)"
      case .controlCharacter: "not JSON: a control character in a string must be escaped"
      case .invalidEscape: "not JSON: a backslash begins no escape"
      case .unpairedSurrogate: "the escape is half of a surrogate pair, which is no character"
      case .tooDeep: "the JSON is nested more than \(JSONParser.deepestNesting) levels deep"
      }
    return "\(problem) (byte \(offset))"
  }
}
