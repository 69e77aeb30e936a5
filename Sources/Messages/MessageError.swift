public import GalleyJSON

/// Why something is not a message.
///
/// Each case says which field is wrong and what stands there; the place in the file is known to
/// whoever reads it.
public enum MessageError: Error, Hashable, Sendable {
  /// The bytes are not UTF-8 from `byte` on.
  case invalidUTF8(byte: Int)
  /// The text is not JSON.
  case invalidJSON(JSONError)
  /// A field that must be there is not.
  case missing(field: String)
  /// A field holds another kind of value than it should.
  case wrongType(field: String, expected: String, found: String)
  /// A field holds a value that it must not have.
  case invalidValue(field: String, value: String, rule: String)
  /// An entity reaches past the text, or backward.
  ///
  /// `field` is `offset` or `length`, and `textLength` is in units of UTF-16, as they are.
  case entityOutOfBounds(index: Int, field: String, value: Int, textLength: Int)
  /// An entity begins or ends between the two units of UTF-16 that are one character.
  case entitySplitsCharacter(index: Int, field: String, value: Int)
  /// The text is not HTML as messages have it; lines count from 1.
  case invalidHTML(line: Int, reason: String)
  /// A library that reads the format is not installed.
  case missingLibrary(String, reason: String)
}

extension MessageError: CustomStringConvertible {
  /// What is wrong, for people.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "not UTF-8 (byte \(byte)); convert the file first"
    case .invalidJSON(let error): error.description
    case .missing(let field): "\"\(field)\" is missing"
    case .wrongType(let field, let expected, let found):
      "\"\(field)\" must be \(expected), and is \(found)"
    case .invalidValue(let field, let value, let rule):
      "\"\(field)\" is \(value), and must be \(rule)"
    case .entityOutOfBounds(let index, let field, let value, let textLength):
      "\"entities[\(index)].\(field)\" is \(value), outside of a text of "
        + "\(textLength) UTF-16 units"
    case .entitySplitsCharacter(let index, let field, let value):
      "\"entities[\(index)].\(field)\" is \(value), which leaves half of a surrogate pair outside"
    case .invalidHTML(let line, let reason): "line \(line): \(reason)"
    case .missingLibrary(let name, let reason):
      "\(name) cannot be loaded (\(reason)); install it with scripts/install"
    }
  }
}
