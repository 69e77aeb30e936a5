internal import GalleyBasics

/// A parser of JSON as defined by RFC 8259, without extensions.
///
/// It is used instead of Foundation's decoder, which does not report the position of an error, and
/// which would delay the start of short commands by loading Foundation.
package enum JSONParser {
  /// Parses a text that consists of one value.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func value(of text: String) throws(JSONError) -> JSONValue {
    try value(ofUTF8: Array(text.utf8))
  }

  /// Parses a text that consists of one value, given as valid UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - deepest: The maximum nesting depth of values, of which each takes some stack.
  /// - Returns: The value.
  /// - Throws: `JSONError` if the text is not valid JSON.
  /// - Complexity: O(*n*) in the length of the text.
  package static func value(
    ofUTF8 bytes: [UInt8], deepest: Int = Limits.Messages.jsonDepth
  ) throws(JSONError) -> JSONValue {
    var reader = JSONReader(bytes, deepest: deepest)
    let value = try reader.value()
    try reader.end()
    return value
  }
}
