/// An entry of a ``BreakTable``: a stretch of text in which lines break only in an emergency.
///
/// An entry is a part of one run: ink followed by white space. It ends at a break opportunity, at
/// the end of its run, or (with kind ``Kind/none``) where a field would overflow.
///
///     58     57      56      54   52 51      40 39      24 23      0
///     | has | ends | unsafe | kind |  bytes   |   hang   |  ink   |
///       ink   run
package struct BreakEntry: Hashable, BitwiseCopyable, Sendable {
  /// The packed fields, laid out as shown above; decoded by an extension in `Typesetting`.
  package let bits: UInt64

  /// The kind of break at an entry's end.
  package enum Kind: UInt8, Sendable {
    /// A line must not end here: × in UAX #14.
    case none
    /// A line may end here: ÷.
    case allowed
    /// A line must end here: !.
    case mandatory
    /// A line may end here with a hyphen: at a soft hyphen, or within a word.
    case hyphen
  }

  /// The maximum absolute value of ``ink``, in design units.
  static let maximumInk = 0x7F_FFFF
  /// The maximum value of ``hang``, in design units.
  static let maximumHang = 0xFFFF
  /// The maximum length of an entry, in bytes.
  static let maximumLength = 0xFFF

  init(bits: UInt64) { self.bits = bits }

  init(ink: Int, hang: Int, length: Int, kind: Kind, isUnsafe: Bool, endsRun: Bool, hasInk: Bool) {
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
