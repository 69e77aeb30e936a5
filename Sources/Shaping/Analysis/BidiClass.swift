/// `Bidi_Class`; the names are the standard's, the numbers ICU's.
///
/// It is ICU's enumeration once more, in this module, where loops over it compile to loads.
///
/// - SeeAlso: [UAX #9, table 4](https://www.unicode.org/reports/tr9/#Table_Bidirectional_Character_Types)
enum BidiClass: UInt8, Hashable, Sendable, CaseIterable {
  case l, r, en, es, et, an, cs, b, s, ws, on, lre, lro, al, rle, rlo, pdf, nsm, bn, fsi, lri, rli
  case pdi

  /// Whether a text from left to right with the class in it needs UAX #9.
  var needsBidi: Bool {
    switch self {
    case .r, .al, .an: true
    default: isExplicit
    }
  }

  /// Whether the class formats text explicitly: embeddings, overrides, isolates and their ends.
  var isExplicit: Bool {
    switch self {
    case .lre, .lro, .rle, .rlo, .pdf, .lri, .rli, .fsi, .pdi: true
    default: false
    }
  }

  /// Whether rule X9 removes the character.
  var isRemoved: Bool {
    switch self {
    case .lre, .lro, .rle, .rlo, .pdf, .bn: true
    default: false
    }
  }
}

/// A set of bidi classes.
struct BidiClassSet: Sendable {
  private var bits: UInt32 = 0

  /// Makes an empty set.
  init() {}

  /// Makes a set of some classes.
  init(_ classes: [BidiClass]) {
    for class_ in classes { insert(class_) }
  }

  /// Adds a class.
  @inline(__always) mutating func insert(_ class_: BidiClass) {
    bits |= 1 << UInt32(class_.rawValue)
  }

  /// Whether the class is in the set.
  @inline(__always) func contains(_ class_: BidiClass) -> Bool {
    bits >> UInt32(class_.rawValue) & 1 != 0
  }

  /// Whether no class is in both sets.
  @inline(__always) func isDisjoint(with other: BidiClassSet) -> Bool {
    bits & other.bits == 0
  }
}
