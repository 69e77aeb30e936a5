extension JSONReader {
  /// Reads the next value whole.
  ///
  /// - Throws: `JSONError` if the text is not valid in the dialect, or has no further value.
  package mutating func value() throws(JSONError) -> JSONValue {
    guard let event = try next() else { throw expected("a value") }
    return try value(after: event)
  }

  /// Reads the rest of a value.
  ///
  /// - Parameters:
  ///   - event: The first event of the value.
  ///   - limit: The offset in the text at which reading stops.
  /// - Returns: The value.
  /// - Throws: `JSONError` if the text is not valid in the dialect, or the value passes the limit.
  package mutating func value(
    after event: JSONEvent, limit: Int = .max
  ) throws(JSONError) -> JSONValue {
    switch event {
    case .string(let string): return .string(string)
    case .number(let literal): return .number(literal)
    case .bool(let bool): return .bool(bool)
    case .null: return .null
    case .beginArray: return .array(try elements(limit))
    case .beginObject: return .object(try members(limit))
    case .name, .endArray, .endObject: throw expected("a value")
    }
  }

  private mutating func elements(_ limit: Int) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    while let event = try next(), event != .endArray {
      guard offset <= limit else { throw error(.tooLong) }
      elements.append(try value(after: event, limit: limit))
    }
    return elements
  }

  private mutating func members(_ limit: Int) throws(JSONError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    while case .name(let name) = try next() {
      guard let event = try next() else { break }
      guard offset <= limit else { throw error(.tooLong) }
      members.append(
        JSONValue.Member(name: name, value: try value(after: event, limit: limit)))
    }
    return members
  }
}
