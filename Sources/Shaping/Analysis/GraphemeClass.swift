internal import GalleyUnicode

/// The grapheme cluster class of a character: its `Grapheme_Cluster_Break`, subdivided for the
/// rules on emoji and conjuncts.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/),
///   table 2, and CLDR's root rules for conjuncts.
enum GraphemeClass: UInt8, Hashable, Sendable, CaseIterable {
  case other, control, cr, lf, spacingMark, prepend, l, v, t, lv, lvt, regionalIndicator
  case pictograph, zwj
  /// An extending character that normalization does not reorder.
  case extend
  /// An extending character that normalization reorders.
  case reorderingExtend
  /// An extending character that joins the consonants on both sides.
  case virama
  /// A consonant that a virama can join to another.
  case consonant

  /// Creates the class of a character with the given properties.
  init(_ classes: ICU.Properties.Classes) {
    self =
      switch classes.grapheme {
      case .control: .control
      case .cr: .cr
      case .lf: .lf
      case .extend:
        if classes.flags.has(.linkingVirama) {
          .virama
        } else {
          classes.flags.has(.reorders) ? .reorderingExtend : .extend
        }
      case .zwj: .zwj
      case .spacingMark: .spacingMark
      case .prepend: .prepend
      case .l: .l
      case .v: .v
      case .t: .t
      case .lv: .lv
      case .lvt: .lvt
      case .regionalIndicator: .regionalIndicator
      case .other, .eBase, .eBaseGAZ, .eModifier, .glueAfterZWJ:
        if classes.flags.has(.linkingConsonant) {
          .consonant
        } else {
          classes.flags.has(.extendedPictographic) ? .pictograph : .other
        }
      }
  }
}
