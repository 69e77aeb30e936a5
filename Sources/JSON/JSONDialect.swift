/// The texts that a reader accepts.
package enum JSONDialect: Hashable, Sendable {
  /// JSON as defined by RFC 8259.
  case strict
  /// JSON with the faults of messengers' exports.
  ///
  /// Besides JSON, the reader accepts `\x01` and unknown escapes, control characters in strings,
  /// unpaired surrogates and bytes that are not UTF-8 (as U+FFFD), the two stray bytes that some
  /// exporters write behind `\u2028` and `\u2029`, strings without quotes that end with their line,
  /// and commas before a closing bracket. Each is recorded as a fault.
  case tolerant
}

/// A deviation from JSON that a tolerant reader corrected.
package struct JSONFault: Hashable, Sendable {
  /// The kinds of deviations.
  package enum Kind: String, Hashable, Sendable {
    case escape = "unknown escape sequence"
    case surrogate = "unpaired surrogate in an escape sequence"
    case strayBytes = "stray bytes after an escaped line separator"
    case controlCharacter = "unescaped control character in a string"
    case unquotedString = "string without quotes"
    case comma = "comma before a closing bracket"
  }

  /// The kind.
  package var kind: Kind
  /// The offset, in bytes from the start of the file.
  package var offset: Int
}
