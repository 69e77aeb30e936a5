public import GalleyJSON

/// The error thrown if a rich message cannot be read, or exceeds a limit.
///
/// Paths name fields of JSON, such as `blocks[3].cells[0][1].text`. Errors do not quote the text of
/// a message.
public enum RichMessageError: Error, Hashable, Sendable {
  /// The bytes are not valid UTF-8; `byte` is the offset of the first invalid one.
  case invalidUTF8(byte: Int)
  /// The text is not JSON.
  case invalidJSON(JSONError)
  /// A required field is missing.
  case missing(path: String)
  /// The value of a field has an unexpected type.
  case wrongType(path: String, expected: String, found: String)
  /// The value of a field is not allowed.
  case invalidValue(path: String, value: String, rule: String)
  /// Blocks or fields are not allowed where they are, or not together.
  case notAllowed(path: String, reason: String)
  /// The text is not valid Rich HTML; lines are counted from 1.
  case invalidHTML(line: Int, reason: String)
  /// The message exceeds a limit.
  case limitExceeded(Limit, maximum: Int, place: Place)

  /// A limit of ``RichMessageLimits``.
  public enum Limit: String, Hashable, Sendable, CaseIterable {
    /// The number of characters of all texts.
    case characters
    /// The number of blocks.
    case blocks
    /// The number of blocks around a block.
    case depth
    /// The number of media.
    case media
    /// The number of columns of a table.
    case columns
    /// The number of cells of a table.
    case cells
    /// The number of formulas.
    case formulas
    /// The number of characters of a formula.
    case formulaLength = "characters of a formula"
  }

  /// A place in a document.
  public enum Place: Hashable, Sendable {
    /// A path in JSON, or of a block in a message.
    case path(String)
    /// A line of HTML or Markdown, counted from 1.
    case line(Int)
  }
}

extension RichMessageError: CustomStringConvertible {
  /// A description of the error.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "not valid UTF-8 (byte \(byte)); convert the file first"
    case .invalidJSON(let error): error.description
    case .missing(let path): "\"\(path)\" is missing"
    case .wrongType(let path, let expected, let found):
      "\"\(path)\" must be \(expected), but is \(found)"
    case .invalidValue(let path, let value, let rule):
      "\"\(path)\" is \(value), but must be \(rule)"
    case .notAllowed(let path, let reason): "\"\(path)\": \(reason)"
    case .invalidHTML(let line, let reason): "line \(line): \(reason)"
    case .limitExceeded(let limit, let maximum, let place):
      switch place {
      case .path(let path): "\"\(path)\" exceeds the limit of \(maximum) (\(limit.rawValue))"
      case .line(let line): "line \(line): exceeds the limit of \(maximum) (\(limit.rawValue))"
      }
    }
  }
}
