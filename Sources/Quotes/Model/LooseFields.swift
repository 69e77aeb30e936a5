package import GalleyJSON

/// A reader of the fields of a JSON object from clients that are careless about types.
///
/// Numbers may be strings, and strings numbers; a value of another type counts as missing.
package struct LooseFields: Sendable {
  /// The value, of which only an object has fields.
  package let value: JSONValue

  /// Creates a reader.
  package init(_ value: JSONValue) { self.value = value }

  /// The value of a field; `nil` if it is missing or `null`.
  package subscript(name: String) -> JSONValue? {
    let member = value[name]
    return member == .null ? nil : member
  }

  /// Returns a text.
  package func string(_ name: String) -> String? { self[name].flatMap(Self.string) }

  /// Returns a finite number.
  package func number(_ name: String) -> Double? {
    let number = self[name].flatMap { $0.double ?? $0.string.flatMap(Double.init) }
    return number.flatMap { $0.isFinite ? $0 : nil }
  }

  /// Returns an integer.
  package func integer(_ name: String) -> Int? {
    self[name].flatMap { $0.integer ?? $0.string.flatMap { Int($0) } }
  }

  /// Returns a Boolean: also the words, and 0 and 1.
  package func flag(_ name: String) -> Bool? {
    guard let value = self[name] else { return nil }
    if case .bool(let bool) = value { return bool }
    switch Self.string(value) {
    case "true", "1": return true
    case "false", "0", "": return false
    default: return nil
    }
  }

  /// Returns the fields of an object.
  package func fields(_ name: String) -> LooseFields? {
    guard let value = self[name], case .object = value else { return nil }
    return LooseFields(value)
  }

  /// Returns the elements of an array.
  package func array(_ name: String) -> [JSONValue]? {
    guard case .array(let elements)? = self[name] else { return nil }
    return elements
  }

  /// Returns the text of a string or a number.
  package static func string(_ value: JSONValue) -> String? {
    if case .number(let digits) = value { return digits }
    return value.string
  }
}
