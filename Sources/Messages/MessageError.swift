public import GalleyJSON

/// The error thrown if a message cannot be read.
///
/// Each case names the invalid field and its value; the caller knows the position in the file.
public enum MessageError: Error, Hashable, Sendable {
  /// The bytes are not valid UTF-8; `byte` is the offset of the first invalid one.
  case invalidUTF8(byte: Int)
  /// The text is not JSON.
  case invalidJSON(JSONError)
  /// A required field is missing.
  case missing(field: String)
  /// The value of a field has an unexpected type.
  case wrongType(field: String, expected: String, found: String)
  /// The value of a field is not allowed.
  case invalidValue(field: String, value: String, rule: String)
  /// An entity exceeds the text, or has a negative length.
  ///
  /// `field` is `offset` or `length`; the numbers are UTF-16 code units.
  case entityOutOfBounds(index: Int, field: String, value: Int, textLength: Int)
  /// An entity begins or ends inside a surrogate pair.
  case entitySplitsCharacter(index: Int, field: String, value: Int)
  /// The text is not valid HTML of messages; lines are counted from 1.
  case invalidHTML(line: Int, reason: String)
  /// The text is not valid MarkdownV2 or legacy Markdown; `byte` is the UTF-8 offset of the markup
  /// at fault.
  case invalidMarkdown(byte: Int, reason: String)
  /// A library that the format requires is not installed.
  case missingLibrary(String, reason: String)
}

extension MessageError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "not valid UTF-8 (byte \(byte)); convert the file first"
    case .invalidJSON(let error): error.description
    case .missing(let field): "\"\(field)\" is missing"
    case .wrongType(let field, let expected, let found):
      "\"\(field)\" must be \(expected), but is \(found)"
    case .invalidValue(let field, let value, let rule):
      "\"\(field)\" is \(value), but must be \(rule)"
    case .entityOutOfBounds(let index, let field, let value, let textLength):
      "\"entities[\(index)].\(field)\" is \(value), outside the text of "
        + "\(textLength) UTF-16 units"
    case .entitySplitsCharacter(let index, let field, let value):
      "\"entities[\(index)].\(field)\" is \(value), which splits a surrogate pair"
    case .invalidHTML(let line, let reason): "line \(line): \(reason)"
    case .invalidMarkdown(let byte, let reason):
      "can't parse entities: \(reason) at byte offset \(byte)"
    case .missingLibrary(let name, let reason):
      "cannot load \(name) (\(reason)); install it with scripts/install"
    }
  }
}
