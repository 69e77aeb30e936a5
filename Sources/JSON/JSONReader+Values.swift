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
    case .beginArray: return .array(try elements(limit))
    case .beginObject: return .object(try members(limit))
    default:
      guard let value = JSONValue(event) else { throw expected("a value") }
      return value
    }
  }

  /// Reads the value that comes next, without its events.
  private mutating func nextValue(_ limit: Int) throws(JSONError) -> JSONValue {
    skipWhitespace()
    switch peek() {
    case UInt8(ascii: "{"):
      try open(.object)
      return .object(try members(limit))
    case UInt8(ascii: "["):
      try open(.array)
      return .array(try elements(limit))
    default:
      guard let value = JSONValue(try bareValue()) else { throw expected("a value") }
      return value
    }
  }

  private mutating func elements(_ limit: Int) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    while try hasNextElement() {
      elements.append(try nextValue(limit))
      guard offset <= limit else { throw error(.tooLong) }
    }
    return elements
  }

  private mutating func members(_ limit: Int) throws(JSONError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    while let name = try nextName() {
      if members.isEmpty { members.reserveCapacity(Self.usualMemberCount) }
      members.append(JSONValue.Member(name: name, value: try nextValue(limit)))
      guard offset <= limit else { throw error(.tooLong) }
    }
    return members
  }

  /// The room that is made for the members of an object.
  private static let usualMemberCount = 8
}

extension JSONValue {
  /// Creates the value of an event; `nil` if the value has parts or the event is none.
  fileprivate init?(_ event: JSONEvent) {
    switch event {
    case .string(let string): self = .string(string)
    case .number(let literal): self = .number(literal)
    case .bool(let bool): self = .bool(bool)
    case .null: self = .null
    case .name, .beginArray, .endArray, .beginObject, .endObject: return nil
    }
  }
}
