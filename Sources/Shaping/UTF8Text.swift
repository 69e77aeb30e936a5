internal import GalleySystem

/// A string that is compared by its bytes.
///
/// Swift strings compare equal if they are canonically equivalent, such as a precomposed and a
/// decomposed letter. For a layout these are different texts with different lengths, and the
/// comparison takes time quadratic in the number of marks on a letter.
package struct UTF8Text: Hashable, Sendable {
  /// The text, in contiguous UTF-8.
  package let string: String

  /// Creates a text from a string.
  package init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
  }

  /// The length of the text in bytes.
  package var count: Int { string.utf8.count }

  /// Returns whether two texts have the same bytes.
  package static func == (left: UTF8Text, right: UTF8Text) -> Bool {
    let (first, second) = (left.string.utf8.span, right.string.utf8.span)
    guard first.count == second.count else { return false }
    for offset in stride(from: 0, to: first.count, by: 8)
    where first.word(at: offset, upTo: first.count) != second.word(at: offset, upTo: first.count) {
      return false
    }
    return true
  }

  /// Hashes the bytes and their number.
  package func hash(into hasher: inout Hasher) {
    let bytes = string.utf8.span
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      hasher.combine(bytes.word(at: offset, upTo: bytes.count))
    }
    hasher.combine(bytes.count)
  }
}

extension UTF8Text: CustomStringConvertible, CustomReflectable {
  /// The number of bytes; the text itself may be hidden.
  package var description: String { "\(count) bytes" }

  /// The number of bytes; the text itself may be hidden.
  package var customMirror: Mirror { Mirror(self, children: ["count": count]) }
}
