internal import GalleyCICU

extension ICU {
  /// A code point that was folded for searching.
  package struct FoldedScalar: Hashable, Sendable {
    /// The code point.
    package var scalar: UInt32
    /// `Canonical_Combining_Class`.
    package var combiningClass: UInt8
    /// Whether the general category is Mn.
    package var isNonspacing: Bool
  }

  /// Folds a code point, so that texts which differ in case or in normalization become the same.
  ///
  /// The marks of different code points remain to be put in canonical order.
  ///
  /// - Parameters:
  ///   - scalar: A scalar; of what is none, the answer is something else that is harmless.
  ///   - foldsCase: Whether letters of different case become the same.
  ///   - isTurkic: Whether dotted and dotless i are letters of their own.
  ///   - body: Gets each of the code points, in order.
  /// - SeeAlso: The Unicode Standard, section 3.13, D145; `CaseFolding.txt`, C and F.
  package static func fold(
    _ scalar: UInt32, foldsCase: Bool, isTurkic: Bool, _ body: (FoldedScalar) -> Void
  ) {
    let capacity = Int(CICU_FOLD_CAPACITY)
    // A surrogate or a number beyond Unicode has no place in ICU's strings.
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
