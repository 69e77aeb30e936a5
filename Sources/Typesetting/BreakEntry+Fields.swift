package import GalleyShaping

// The fields of a break entry are read here, where the loops over them are: what one module says of its
// types is a call in another, and these are read a dozen times for every word of every relayout.

extension BreakEntry {
  /// The advance of what is not trailing white space, in design units of the run's font.
  package var ink: Int { Int(truncatingIfNeeded: Int64(bitPattern: bits << 40) >> 40) }
  /// The advance of the white space at the end, in design units.
  package var hang: Int { Int(truncatingIfNeeded: bits >> 24 & 0xFFFF) }
  /// How many bytes of text the entry covers.
  package var length: Int32 { Int32(truncatingIfNeeded: bits >> 40 & 0xFFF) }
  /// What may happen at the entry's end.
  package var kind: Kind {
    switch bits >> 52 & 3 {
    case 0: .none
    case 1: .allowed
    case 2: .mandatory
    default: .hyphen
    }
  }
  /// Whether a line may or must end here.
  package var isOpportunity: Bool { bits >> 52 & 3 != 0 }
  /// Whether a line must end here.
  package var isMandatory: Bool { bits >> 52 & 3 == 2 }
  /// Whether the text must be shaped anew on both sides if a line ends here.
  package var isUnsafe: Bool { bits >> 56 & 1 != 0 }
  /// Whether a line that ends here has just the text's own glyphs.
  package var isSimple: Bool { bits >> 56 & 1 == 0 && bits >> 52 & 3 != 3 }
  /// Whether something in the entry is to be seen, be it without an advance.
  package var hasInk: Bool { bits >> 58 & 1 != 0 }
  /// Whether the entry is the last of its run.
  package var endsRun: Bool { bits >> 57 & 1 != 0 }
}
