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

/// What grapheme clustering remembers of the text before a place, and its rules.
///
/// - SeeAlso: [UAX #29](https://www.unicode.org/reports/tr29/#Grapheme_Cluster_Boundary_Rules),
///   rules GB1 to GB999; CLDR 42 adds one on conjuncts, which later standards call GB9c.
struct GraphemeState {
  private var before: GraphemeClass?
  /// Whether the cluster is a pictograph, extended, so far; with ZWJ if `before` is that.
  private var isPictograph = false
  /// Whether the cluster ends in half of a flag.
  private var isHalfFlag = false
  /// Whether the cluster ends in a consonant and marks of which one is, or is not yet, a virama.
  private var conjunct = Conjunct.none

  private enum Conjunct {
    case none, consonant, linked
  }

  /// The state at the start of a text, or at any boundary.
  static let start = GraphemeState()

  private init() {}

  /// Goes past a character, and says whether a cluster ends before it; never at the start.
  mutating func advance(past next: GraphemeClass) -> Bool {
    let isBoundary = if let before { !joins(before, next) } else { false }
    if isBoundary { self = .start }
    switch next {
    case .pictograph: isPictograph = true
    case .extend, .reorderingExtend, .virama, .zwj: if before == .zwj { isPictograph = false }
    default: isPictograph = false
    }
    isHalfFlag = next == .regionalIndicator && !isHalfFlag
    switch next {
    case .consonant: conjunct = .consonant
    case .virama: if conjunct == .consonant { conjunct = .linked }
    case .reorderingExtend, .zwj: break
    default: conjunct = .none
    }
    before = next
    return isBoundary
  }

  private func joins(_ before: GraphemeClass, _ next: GraphemeClass) -> Bool {
    switch (before, next) {
    case (.cr, .lf): return true  // GB3
    case (.control, _), (.cr, _), (.lf, _): return false  // GB4
    case (_, .control), (_, .cr), (_, .lf): return false  // GB5
    case (.l, .l), (.l, .v), (.l, .lv), (.l, .lvt): return true  // GB6
    case (.lv, .v), (.lv, .t), (.v, .v), (.v, .t): return true  // GB7
    case (.lvt, .t), (.t, .t): return true  // GB8
    case (_, .extend), (_, .reorderingExtend), (_, .virama), (_, .zwj): return true  // GB9
    case (_, .spacingMark): return true  // GB9a
    case (.prepend, _): return true  // GB9b
    case (_, .consonant): return conjunct == .linked  // CLDR 42
    case (.zwj, .pictograph): return isPictograph  // GB11
    case (.regionalIndicator, .regionalIndicator): return isHalfFlag  // GB12, GB13
    default: return false  // GB999
    }
  }
}
