internal import GalleyCICU

extension ICU {
  /// A code point of a text folded for search.
  package struct FoldedScalar: Hashable, Sendable {
    /// The code point.
    package var scalar: UInt32
    /// `Canonical_Combining_Class`.
    package var combiningClass: UInt8
    /// Whether the general category is Mn.
    package var isNonspacing: Bool
  }

  /// Folds a code point, so that texts that differ only in case or normalization become equal.
  ///
  /// Marks from different code points must still be put in canonical order.
  ///
  /// - Parameters:
  ///   - scalar: A scalar; for other values the result is arbitrary but safe.
  ///   - foldsCase: Whether to fold case.
  ///   - isTurkic: Whether dotted and dotless i are distinct letters.
  ///   - body: A closure that receives each of the code points, in order.
  /// - SeeAlso: The Unicode Standard, section 3.13, D145; `CaseFolding.txt`, C and F.
  package static func fold(
    _ scalar: UInt32, foldsCase: Bool, isTurkic: Bool, _ body: (FoldedScalar) -> Void
  ) {
    let capacity = Int(CICU_FOLD_CAPACITY)
    // Surrogates and values beyond Unicode cannot be represented in ICU's strings.
    guard scalar < 0xD800 || scalar > 0xDFFF, scalar <= 0x10FFFF else { return }
    let folded = unsafe [cicu_folded](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = Int(unsafe cicu_fold(scalar, foldsCase, isTurkic, buffer.baseAddress))
    }
    for item in folded {
      body(
        FoldedScalar(
          scalar: item.scalar, combiningClass: item.combining_class,
          isNonspacing: item.is_nonspacing))
    }
  }
}
