package import GalleyJSON

/// The fields of a JSON object, read with errors that say which field is wrong.
package struct JSONFields {
  private let object: JSONValue
  /// What stands before the names of the fields in messages to people.
  package let prefix: String

  /// Reads an object.
  package init(_ object: JSONValue, prefix: String = "") {
    self.object = object
    self.prefix = prefix
  }

  /// The field, unless it is missing or `null`.
  package subscript(name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  /// What is wrong with a field of another type than was expected.
  package func wrongType(
    _ name: String, _ expected: String, _ value: JSONValue
  ) -> MessageError {
    .wrongType(field: prefix + name, expected: expected, found: value.summary)
  }

  /// A text, or `nil` if it is missing.
  package func string(_ name: String) throws(MessageError) -> String? {
    guard let value = self[name] else { return nil }
    guard let string = value.string else { throw wrongType(name, "a string", value) }
    return string
  }

  /// A text that may not be missing.
  package func neededString(_ name: String) throws(MessageError) -> String {
    guard let string = try string(name) else { throw .missing(field: prefix + name) }
    return string
  }

  /// What a text stands for that `read` reads, or `nil` if it is missing; `rule` says to people what it
  /// has to be.
  package func value<Value>(
    _ name: String, rule: String, _ read: (String) -> Value?
  ) throws(MessageError) -> Value? {
    guard let string = try string(name) else { return nil }
    guard let value = read(string) else {
      throw .invalidValue(field: prefix + name, value: String(string.prefix(24)), rule: rule)
    }
    return value
  }

  /// A whole number, or `nil` if it is missing.
  package func integer(_ name: String) throws(MessageError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.integer else { throw wrongType(name, "a whole number", value) }
    return number
  }

  /// The name of a message, or `nil` if it is missing.
  package func id(_ name: String) throws(MessageError) -> Message.ID? {
    guard let value = self[name] else { return nil }
    if let string = value.string { return .string(string) }
    guard let number = value.integer else {
      throw wrongType(name, "a string or a whole number", value)
    }
    return .number(number)
  }

  /// A language tag, or `nil` if it is missing.
  package func language(_ name: String) throws(MessageError) -> String? {
    try value(name, rule: "a language tag such as zh-Hant") {
      Message.isLanguageTag($0) ? $0 : nil
    }
  }

  /// The elements of an array; none if it is missing, unless it is needed.
  package func array(
    _ name: String, isNeeded: Bool = false
  ) throws(MessageError) -> [JSONValue] {
    guard let value = self[name] else {
      if isNeeded { throw .missing(field: prefix + name) }
      return []
    }
    guard case .array(let elements) = value else { throw wrongType(name, "an array", value) }
    return elements
  }
}
