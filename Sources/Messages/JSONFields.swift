package import GalleyJSON

/// A reader of a JSON object's fields, whose errors name the field.
package struct JSONFields {
  /// The value, of which only an object has fields.
  package let object: JSONValue
  /// The prefix of field names in error messages.
  package let prefix: String

  /// Creates a reader of an object.
  package init(_ object: JSONValue, prefix: String = "") {
    self.object = object
    self.prefix = prefix
  }

  /// The value of a field, or `nil` if it is missing or `null`.
  package subscript(name: String) -> JSONValue? {
    let value = object[name]
    return value == .null ? nil : value
  }

  /// Returns the error for a field of an unexpected type.
  package func wrongType(_ name: String, _ expected: String, _ value: JSONValue) -> MessageError {
    .wrongType(field: prefix + name, expected: expected, found: value.summary)
  }

  /// Returns a string, or `nil` if it is missing.
  package func string(_ name: String) throws(MessageError) -> String? {
    guard let value = self[name] else { return nil }
    guard let string = value.string else { throw wrongType(name, "a string", value) }
    return string
  }

  /// Returns a required string.
  package func neededString(_ name: String) throws(MessageError) -> String {
    guard let string = try string(name) else { throw .missing(field: prefix + name) }
    return string
  }

  /// Returns a string converted by `read`, or `nil` if it is missing.
  ///
  /// `rule` describes the valid values in the error message.
  package func value<Value>(
    _ name: String, rule: String, _ read: (String) -> Value?
  ) throws(MessageError) -> Value? {
    guard let string = try string(name) else { return nil }
    guard let value = read(string) else {
      throw .invalidValue(field: prefix + name, value: String(string.prefix(24)), rule: rule)
    }
    return value
  }

  /// Returns an integer, or `nil` if it is missing.
  package func integer(_ name: String) throws(MessageError) -> Int? {
    guard let value = self[name] else { return nil }
    guard let number = value.integer else { throw wrongType(name, "an integer", value) }
    return number
  }

  /// Returns a message ID, or `nil` if it is missing.
  package func id(_ name: String) throws(MessageError) -> Message.ID? {
    guard let value = self[name] else { return nil }
    if let string = value.string { return .string(string) }
    guard let number = value.integer else {
      throw wrongType(name, "a string or an integer", value)
    }
    return .number(number)
  }

  /// Returns a language tag, or `nil` if it is missing.
  package func language(_ name: String) throws(MessageError) -> String? {
    try value(name, rule: "a language tag such as zh-Hant") { Message.isLanguageTag($0) ? $0 : nil }
  }

  /// Returns the fields of an object, or `nil` if it is missing.
  package func fields(_ name: String) throws(MessageError) -> JSONFields? {
    guard let value = self[name] else { return nil }
    guard case .object = value else { throw wrongType(name, "an object", value) }
    return JSONFields(value, prefix: prefix + name + ".")
  }

  /// Returns the elements of an array, or an empty array if it is missing and not required.
  package func array(_ name: String, isNeeded: Bool = false) throws(MessageError) -> [JSONValue] {
    guard let value = self[name] else {
      if isNeeded { throw .missing(field: prefix + name) }
      return []
    }
    guard case .array(let elements) = value else { throw wrongType(name, "an array", value) }
    return elements
  }
}
