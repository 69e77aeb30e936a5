/// One step of the break table: a stretch of text that lines are not ended within, unless there is
/// no other way.
///
/// An entry is a piece of one run: some ink, then the white space behind it. It ends at a break
/// opportunity, at its run's end, or (with kind ``Kind/none``) where a number would overflow.
///
///     58     57      56      54   52 51      40 39      24 23      0
///     | has | ends | unsafe | kind |  bytes   |   hang   |  ink   |
///       ink   run
package struct BreakEntry: Hashable, Sendable {
  /// The fields, as the picture has them; read by an extension in `Typesetting`.
  package let bits: UInt64

  /// What may or must happen at an entry's end.
  package enum Kind: UInt8, Sendable {
    /// A line must not end here: × in UAX #14.
    case none
    /// A line may end here: ÷.
    case allowed
    /// A line must end here: !.
    case mandatory
    /// A line may end here, and gets a hyphen if it does: a soft hyphen, or within a word.
    case hyphen
  }

  /// The largest distance that ``ink`` can hold, either way of zero, in design units.
  static let maximumInk = 0x7F_FFFF
  /// The largest distance that ``hang`` can hold, in design units.
  static let maximumHang = 0xFFFF
  /// The most bytes that an entry can cover.
  static let maximumLength = 0xFFF

  init(
    ink: Int, hang: Int, length: Int, kind: Kind, isUnsafe: Bool, endsRun: Bool, hasInk: Bool
  ) {
    var bits = UInt64(truncatingIfNeeded: ink) & 0xFF_FFFF
    bits |= UInt64(truncatingIfNeeded: hang) << 24
    bits |= UInt64(truncatingIfNeeded: length) << 40
    bits |= UInt64(kind.rawValue) << 52
    bits |= isUnsafe ? 1 << 56 : 0
    bits |= endsRun ? 1 << 57 : 0
    bits |= hasInk ? 1 << 58 : 0
    self.bits = bits
  }
}
