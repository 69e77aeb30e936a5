/// `Bidi_Class`, with the standard's names and ICU's values.
///
/// The cases match ICU's enumeration; declared in this module, they compile to loads in loops.
///
/// - SeeAlso: [UAX #9](https://www.unicode.org/reports/tr9/), table 4
enum BidiClass: UInt8, Hashable, Sendable, CaseIterable {
  case l, r, en, es, et, an, cs, b, s, ws, on, lre, lro, al, rle, rlo, pdf, nsm, bn, fsi, lri, rli
  case pdi

  /// Whether a left-to-right text that contains the class needs UAX #9.
  var needsBidi: Bool {
    switch self {
    case .r, .al, .an: true
    default: isExplicit
    }
  }

  /// Whether the class is explicit formatting: embeddings, overrides, isolates and their
  /// terminators.
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

  /// Creates an empty set.
  init() {}

  /// Creates a set of classes.
  init(_ classes: [BidiClass]) {
    for class_ in classes { insert(class_) }
  }

  /// Inserts a class.
  @inline(__always) mutating func insert(_ class_: BidiClass) {
    bits |= 1 << UInt32(class_.rawValue)
  }

  /// Returns whether the set contains a class.
  @inline(__always) func contains(_ class_: BidiClass) -> Bool {
    bits >> UInt32(class_.rawValue) & 1 != 0
  }

  /// Returns whether the sets have no class in common.
  @inline(__always) func isDisjoint(with other: BidiClassSet) -> Bool { bits & other.bits == 0 }
}
