/// A quick check of a text for entities, which reads the text in parts.
///
/// Every entity has a sign before a character of a word, as in `@a` and `a.b`, or the digits of a
/// telephone number.
package struct EntityHint {
  /// The least number of digits of a telephone number; other numbers have more.
  private static let leastDigits = 7

  private var digits = 0
  private var isBehindSign = false

  /// Whether the text may contain entities, or numbers of seven digits; if not, it has none.
  package private(set) var isFound = false

  package init() {}

  /// Reads the next part of the text.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the part.
  package mutating func read(_ part: String) {
    guard !isFound else { return }
    let bytes = part.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      if isBehindSign, byte >= 0x80 || ScannedText.isASCIIWord(byte) { return isFound = true }
      switch byte {
      case UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "/"),
        UInt8(ascii: "."):
        isBehindSign = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        isBehindSign = false
        digits += 1
      default: isBehindSign = false
      }
    }
    isFound = digits >= Self.leastDigits
  }
}
