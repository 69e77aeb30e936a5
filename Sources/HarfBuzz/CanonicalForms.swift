internal import GalleyCHarfBuzz

/// What Unicode has to say about characters that are other characters put together.
package enum CanonicalForms {
  /// The character that is `first` with `second` added to it, such as é of e and an acute; or `nil`.
  package static func composition(of first: UInt32, _ second: UInt32) -> UInt32? {
    var composed: UInt32 = 0
    let isThere = unsafe hb_unicode_compose(
      hb_unicode_funcs_get_default(), first, second, &composed)
    return isThere != 0 ? composed : nil
  }

  /// The two characters that `scalar` is put together of, or one and zero; `nil` if it is not.
  package static func decomposition(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
    var first: UInt32 = 0
    var second: UInt32 = 0
    let isThere = unsafe hb_unicode_decompose(
      hb_unicode_funcs_get_default(), scalar, &first, &second)
    return isThere != 0 ? (first, second) : nil
  }
}

/// The library that is in use.
package enum Library {
  /// The version of HarfBuzz, such as `"6.0.0"`.
  package static var version: String {
    unsafe String(cString: hb_version_string())
  }
}
