internal import GalleyCCairo

/// What Cairo says is wrong.
package struct CairoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Cairo's number, a `cairo_status_t`.
  package let code: UInt32

  init(_ status: cairo_status_t) {
    code = status.rawValue
  }

  /// Cairo's words for it.
  package var description: String {
    unsafe String(cString: cairo_status_to_string(cairo_status_t(rawValue: code)))
  }
}
