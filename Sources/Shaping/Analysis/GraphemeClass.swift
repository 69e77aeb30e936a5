internal import GalleyICU

/// What a character is to grapheme clusters: its `Grapheme_Cluster_Break`, split where the rules on
/// emoji and on conjuncts ask for more.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/#Table_Grapheme_Cluster_Break_Property_Values),
///   table 2, and CLDR's root rules for conjuncts.
enum GraphemeClass: UInt8, Hashable, Sendable, CaseIterable {
  case other, control, cr, lf, spacingMark, prepend, l, v, t, lv, lvt, regionalIndicator
  case pictograph, zwj
  /// Extends, and stays where it is when text is normalized.
  case extend
  /// Extends, and is reordered when text is normalized.
  case reorderingExtend
  /// Extends, and joins the consonants on its two sides.
  case virama
  /// A consonant that a virama joins to another.
  case consonant

  /// The class of a character with these properties.
  init(_ classes: ICU.Properties.Classes) {
    self =
      switch classes.grapheme {
      case .control: .control
      case .cr: .cr
      case .lf: .lf
      case .extend:
        if classes.flags.contains(.linkingVirama) {
          .virama
        } else {
          classes.flags.contains(.reorders) ? .reorderingExtend : .extend
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
        if classes.flags.contains(.linkingConsonant) {
          .consonant
        } else {
          classes.flags.contains(.extendedPictographic) ? .pictograph : .other
        }
      }
  }
}
