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
