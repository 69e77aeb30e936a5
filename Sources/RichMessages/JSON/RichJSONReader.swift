internal import GalleyJSON

/// A reader of rich messages in JSON, whose errors name the path of the field.
///
/// Depth and sizes are checked while reading: a value that exceeds a limit is not read further.
struct RichJSONReader {
  typealias Failure = RichMessageError

  /// A step from a value to a value inside it.
  private enum Step {
    case name(String)
    case index(Int)
  }

  let isDraft: Bool
  var counter: LimitCounter
  private var path: [Step] = []

  init(_ options: RichMessage.ReadingOptions) {
    isDraft = options.isDraft
    counter = LimitCounter(options.limits)
  }

  // MARK: Places and errors

  /// The path of the current value.
  var pathText: String { pathText(of: nil) }

  /// Returns the path of a member of the current value.
  func pathText(of name: String?) -> String {
    var text = ""
    for step in path {
      switch step {
      case .name(let name): text += (text.isEmpty ? "" : ".") + name
      case .index(let index): text += "[\(index)]"
      }
    }
    guard let name else { return text.isEmpty ? "message" : text }
    return text + (text.isEmpty ? "" : ".") + name
  }

  /// Reads a member of the current object, or a value somewhere below a name.
  mutating func at<Result>(
    _ name: String, _ read: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    path.append(.name(name))
    defer { path.removeLast() }
    return try read(&self)
  }

  /// Reads an element of the current array.
  mutating func at<Result>(
    _ index: Int, _ read: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    path.append(.index(index))
    defer { path.removeLast() }
    return try read(&self)
  }

  /// Makes a charge, with the current path in the error.
  mutating func count(
    _ charge: (inout LimitCounter) throws(LimitExceeded) -> Void
  ) throws(Failure) {
    do { try charge(&counter) } catch { throw error.error(at: .path(pathText)) }
  }

  /// Reads one level deeper.
  mutating func nested<Result>(
    _ read: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try count { counter throws(LimitExceeded) in try counter.enter() }
    defer { counter.leave() }
    return try read(&self)
  }

  /// Returns the error for the current value, or for a member of it.
  func wrongType(_ expected: String, _ value: JSONValue, _ name: String? = nil) -> Failure {
    .wrongType(path: pathText(of: name), expected: expected, found: value.summary)
  }

  /// Returns the error for a value that is not allowed.
  func invalid(_ value: String, rule: String, _ name: String? = nil) -> Failure {
    .invalidValue(path: pathText(of: name), value: String(value.prefix(24)), rule: rule)
  }

  // MARK: Fields

  /// Returns a member of an object, or `nil` if it is missing or `null`.
  func member(_ name: String, of object: JSONValue) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  /// Returns a required member.
  func needed(_ name: String, of object: JSONValue) throws(Failure) -> JSONValue {
    guard let value = member(name, of: object) else {
      throw .missing(path: pathText(of: name))
    }
    return value
  }

  /// Checks that the current value is an object.
  func checkObject(_ value: JSONValue) throws(Failure) {
    guard case .object = value else { throw wrongType("an object", value) }
  }

  /// Returns a string, or `nil` if it is missing.
  func string(_ name: String, of object: JSONValue) throws(Failure) -> String? {
    guard let value = member(name, of: object) else { return nil }
    guard let string = value.string else { throw wrongType("a string", value, name) }
    return string
  }

  /// Returns a required string.
  func neededString(_ name: String, of object: JSONValue) throws(Failure) -> String {
    guard let string = try string(name, of: object) else {
      throw .missing(path: pathText(of: name))
    }
    return string
  }

  /// Returns an identifier, which may be written as a string or as a number.
  func identifier(_ name: String, of object: JSONValue) throws(Failure) -> String {
    let value = try needed(name, of: object)
    if case .number(let literal) = value { return literal }
    guard let string = value.string else { throw wrongType("a string", value, name) }
    return string
  }

  /// Returns an integer, which may be written as a string; `nil` if it is missing.
  func integer(_ name: String, of object: JSONValue) throws(Failure) -> Int? {
    guard let value = member(name, of: object) else { return nil }
    guard let number = value.integer ?? value.string.flatMap({ Int($0) }) else {
      throw wrongType("an integer", value, name)
    }
    return number
  }

  /// Returns a number, or `nil` if it is missing.
  func number(_ name: String, of object: JSONValue) throws(Failure) -> Double? {
    guard let value = member(name, of: object) else { return nil }
    guard let number = value.double else { throw wrongType("a number", value, name) }
    return number
  }

  /// Returns a Boolean; a missing one is false.
  func flag(_ name: String, of object: JSONValue) throws(Failure) -> Bool {
    guard let value = member(name, of: object) else { return false }
    guard case .bool(let flag) = value else { throw wrongType("true or false", value, name) }
    return flag
  }

  /// Returns a value named by a string, or `nil` if it is missing.
  func named<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, of object: JSONValue
  ) throws(Failure) -> Value? {
    guard let string = try string(name, of: object) else { return nil }
    guard let value = Value(rawValue: string) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw invalid(string, rule: "one of " + names, name)
    }
    return value
  }

  /// Returns the elements of the current array.
  func elements(_ value: JSONValue) throws(Failure) -> [JSONValue] {
    guard case .array(let elements) = value else { throw wrongType("an array", value) }
    return elements
  }

  /// Reads a member with a function, or returns `nil` if it is missing.
  mutating func optional<Result>(
    _ name: String, of object: JSONValue,
    _ read: (inout Self, JSONValue) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let value = member(name, of: object) else { return nil }
    return try at(name) { reader throws(Failure) in try read(&reader, value) }
  }
}
