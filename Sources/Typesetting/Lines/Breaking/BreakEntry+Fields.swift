package import GalleyShaping

// The fields of a break entry are decoded in this module, next to the loops over entries: across
// modules each access would be a call, and relayout reads them a dozen times per word.

extension BreakEntry {
  /// The advance of everything but trailing white space, in design units of the run's font.
  package var ink: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits << 40) >> 40) }
  /// The advance of trailing white space, in design units.
  package var hang: Int { Int(truncatingIfNeeded: bits >> 24 & 0xFFFF) }
  /// The length of the entry in bytes.
  package var length: Int32 { Int32(truncatingIfNeeded: bits >> 40 & 0xFFF) }
  /// The kind of break at the entry's end.
  package var kind: Kind {
    switch bits >> 52 & 3 {
    case 0: .none
    case 1: .allowed
    case 2: .mandatory
    default: .hyphen
    }
  }
  /// Whether a line may or must end after the entry.
  package var isOpportunity: Bool { bits >> 52 & 3 != 0 }
  /// Whether a line must end after the entry.
  package var isMandatory: Bool { bits >> 52 & 3 == 2 }
  /// Whether the text on both sides must be reshaped if a line ends after the entry.
  package var isUnsafe: Bool { bits >> 56 & 1 != 0 }
  /// Whether a line that ends after the entry needs no reshaping and no hyphen.
  package var isSimple: Bool { bits >> 56 & 1 == 0 && bits >> 52 & 3 != 3 }
  /// Whether the entry contains anything visible, even without an advance.
  package var hasInk: Bool { bits >> 58 & 1 != 0 }
  /// Whether the entry is the last of its run.
  package var endsRun: Bool { bits >> 57 & 1 != 0 }
}

/// The fields of an entry that a plain line needs.
struct PlainEntry: BitwiseCopyable {
  /// The advance of everything but trailing white space, in design units of the run's font.
  let ink: Int
  /// The advance of trailing white space, in design units.
  let hang: Int
  /// The length of the entry in bytes.
  let length: Int32
  /// The flags, of ``EntryFlags``.
  private let flags: UInt32

  /// Decodes an entry of a narrow table.
  @inline(__always)
  init(narrow index: Int, of table: BreakTable.Form, in words: Span<UInt32>) {
    let word = words[table.first &+ index]
    ink = Int(word & 0xFFFF)
    hang = Int(truncatingIfNeeded: table.hangs >> UInt64((word >> 30) << 4) & 0xFFFF)
    length = Int32(truncatingIfNeeded: word >> 16 & 0x1FF)
    flags = word >> EntryFlags.shift
  }

  /// Takes the fields of an entry.
  init(_ entry: BreakEntry) {
    (ink, hang, length) = (entry.ink, entry.hang, entry.length)
    flags =
      UInt32(entry.kind.rawValue) | (entry.isUnsafe ? EntryFlags.isUnsafe : 0)
      | (entry.endsRun ? EntryFlags.endsRun : 0) | (entry.hasInk ? EntryFlags.hasInk : 0)
  }

  /// Whether a line may or must end after the entry.
  var isOpportunity: Bool { flags & EntryFlags.kind != 0 }
  /// Whether a line must end after the entry.
  var isMandatory: Bool { flags & EntryFlags.kind == EntryFlags.mandatory }
  /// Whether a line that ends after the entry needs no reshaping and no hyphen.
  var isSimple: Bool {
    flags & EntryFlags.isUnsafe == 0 && flags & EntryFlags.kind != EntryFlags.kind
  }
  /// Whether the entry is the last of its run.
  var endsRun: Bool { flags & EntryFlags.endsRun != 0 }
  /// Whether the entry contains anything visible, even without an advance.
  var hasInk: Bool { flags & EntryFlags.hasInk != 0 }
}

/// The flags of an entry of a narrow break table, without the bits below them.
enum EntryFlags {
  /// The kind of break; with both bits, it is a hyphen.
  static let kind: UInt32 = 3
  static let mandatory: UInt32 = 2
  static let isUnsafe: UInt32 = 4
  static let endsRun: UInt32 = 8
  static let hasInk: UInt32 = 16
  /// The number of bits below the flags.
  static let shift: UInt32 = 25
}

extension PlainEntry {
  /// Returns the greatest advance that is not wider than a measure.
  ///
  /// - Parameters:
  ///   - measure: The measure in points, not negative.
  ///   - scale: The points per unit, positive.
  /// - Returns: The advance in units, at most ``PlainEntry/maximumUnits``.
  static func units(within measure: Double, scale: Double) -> UInt32 {
    var units = UInt32(min(measure / scale, Double(maximumUnits)))
    // The quotient is rounded, and so is each product, by which lines are measured.
    while Double(units) * scale > measure { units -= 1 }
    while units < maximumUnits, Double(units + 1) * scale <= measure { units += 1 }
    return units
  }

  /// The greatest number of units that texts are measured by.
  static let maximumUnits: UInt32 = 1 << 29 - 1
}
