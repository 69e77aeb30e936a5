internal import GalleyCCairo

/// An error of Cairo, or of loading it.
package enum CairoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The library cannot be loaded.
  case notLoaded(reason: String)
  /// Cairo's status code, a `ccairo_status_t`.
  case status(UInt32)

  init(_ status: ccairo_status_t) { self = .status(status.rawValue) }

  /// A description of the error; for a status, Cairo's own.
  package var description: String {
    switch self {
    case .notLoaded(let reason): "Cairo cannot be loaded: \(reason)"
    case .status(let code):
      unsafe cairo.status_to_string(ccairo_status_t(rawValue: code)).map {
        unsafe String(cString: $0)
      } ?? "status \(code)"
    }
  }
}
