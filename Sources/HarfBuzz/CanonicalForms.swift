internal import GalleyCHarfBuzz

/// Canonical composition and decomposition of characters.
package enum CanonicalForms {
  /// Returns the composition of two characters, such as é from e and an acute, or `nil` if there is
  /// none.
  package static func composition(of first: UInt32, _ second: UInt32) -> UInt32? {
    var composed: UInt32 = 0
    let isThere = unsafe hb_unicode_compose(
      hb_unicode_funcs_get_default(), first, second, &composed)
    return isThere != 0 ? composed : nil
  }

  /// Returns the two characters that `scalar` decomposes into, or one and zero, or `nil` if it does
  /// not decompose.
  package static func decomposition(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
    var first: UInt32 = 0
    var second: UInt32 = 0
    let isThere = unsafe hb_unicode_decompose(
      hb_unicode_funcs_get_default(), scalar, &first, &second)
    return isThere != 0 ? (first, second) : nil
  }
}

/// The HarfBuzz library in use.
package enum Library {
  /// The version of HarfBuzz, such as `"6.0.0"`.
  package static var version: String { unsafe String(cString: hb_version_string()) }
}
