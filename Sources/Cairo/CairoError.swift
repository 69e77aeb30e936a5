internal import GalleyCCairo

/// What is wrong with Cairo, or what it says is wrong.
package enum CairoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library cannot be loaded.
  case notLoaded(reason: String)
  /// Cairo's number for what is wrong, a `cairo_status_t`.
  case status(UInt32)

  init(_ status: cairo_status_t) {
    self = .status(status.rawValue)
  }

  /// What is wrong, for people; of a status, Cairo's words for it.
  package var description: String {
    switch self {
    case .notLoaded(let reason):
      "Cairo cannot be loaded: \(reason)"
    case .status(let code):
      unsafe cairo.status_to_string(cairo_status_t(rawValue: code)).map {
        unsafe String(cString: $0)
      } ?? "status \(code)"
    }
  }
}
