/// Rounds offsets of a text down to character boundaries.
///
/// A character is an extended grapheme cluster. Offsets must be passed in ascending order, so that
/// all of them together cost at most one pass over the text.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundaries).
struct CharacterStarts {
  private let string: String
  /// A known character boundary.
  private var known = 0

  init(of string: String) { self.string = string }

  /// Returns the start of the character that contains `offset`, which lies on a scalar boundary and
  /// is not less than any before.
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

  /// Returns whether two bytes suffice to prove a character boundary: scalars below U+0300 do not
  /// extend others, and only CR LF forms one character.
  private static func isSurelyBoundary(_ bytes: Span<UInt8>, _ offset: Int) -> Bool {
    let (before, after) = (bytes[offset - 1], bytes[offset])
    return before < 0x80 && (after < 0x80 || (0xC2...0xCB).contains(after))
      && !(before == 0x0D && after == 0x0A)
  }
}
