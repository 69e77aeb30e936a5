extension DBus {
  /// A value of a D-Bus message.
  package indirect enum Value: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    /// Values of one type, which a signature states because there may be none.
    case array(of: String, [Value])
    case structure([Value])
    /// A key and a value of a dictionary, which is an array of entries.
    case entry(Value, Value)
    case variant(Value)
  }
}

extension DBus.Value {
  /// The signature of the value's type.
  package var signature: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .path: "o"
    case .signature: "g"
    case .array(let element, _): "a" + element
    case .structure(let fields): "(" + fields.map(\.signature).joined() + ")"
    case .entry(let key, let value): "{" + key.signature + value.signature + "}"
    case .variant: "v"
    }
  }

  /// Returns a 32-bit integer with a value, which is clamped.
  package static func int(_ value: Int) -> Self { .int32(Int32(clamping: value)) }

  /// Returns an array of strings.
  package static func strings(_ strings: [String]) -> Self {
    .array(of: "s", strings.map { .string($0) })
  }

  /// Returns a dictionary of strings, sorted by key.
  package static func dictionary(_ entries: [String: String]) -> Self {
    .array(
      of: "{ss}",
      entries.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
  }

  /// The integer of a signed or unsigned 32-bit value; `nil` for other types.
  package var integer: Int? {
    switch self {
    case .int32(let value): Int(value)
    case .uint32(let value): Int(value)
    default: nil
    }
  }

  /// The string of a string or a path; `nil` for other types.
  package var string: String? {
    switch self {
    case .string(let value), .path(let value): value
    default: nil
    }
  }

  /// The elements of an array or fields of a structure; `nil` for other types.
  package var elements: [Self]? {
    switch self {
    case .array(_, let values), .structure(let values): values
    default: nil
    }
  }
}
