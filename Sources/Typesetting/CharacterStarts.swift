/// Moves offsets of a text down to where the character begins that they are in.
///
/// A character is what users take for one: an extended grapheme cluster. Offsets must be given from
/// the lowest to the greatest, so that all of them together cost one pass over the text at the most.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries).
struct CharacterStarts {
  private let string: String
  /// A place where a character begins.
  private var known = 0

  init(of string: String) {
    self.string = string
  }

  /// Finds where the character begins that `offset` is in.
  ///
  /// - Parameter offset: An offset between scalars, not less than any before.
  /// - Returns: The start; the offset itself if a character begins there.
  mutating func start(at offset: Int) -> Int {
    let bytes = string.utf8.span
    guard offset > known, offset < bytes.count else { return offset }
    var anchor = offset
    while anchor > known, !Self.isSurelyBoundary(bytes, anchor) { anchor -= 1 }
    var index = string.utf8.index(string.startIndex, offsetBy: anchor)
    while anchor < offset {
      let next = string.index(after: index)
      let end = anchor + string.utf8.distance(from: index, to: next)
      if end > offset { break }
      (index, anchor) = (next, end)
    }
    known = anchor
    return anchor
  }

  /// Whether a character begins at a place for all that two bytes say: what is below U+0300 extends
  /// nothing, and nothing but CR LF of it is one character.
  private static func isSurelyBoundary(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    let (before, after) = (bytes[offset - 1], bytes[offset])
    return before < 0x80 && (after < 0x80 || (0xC2...0xCB).contains(after))
      && !(before == 0x0D && after == 0x0A)
  }
}
