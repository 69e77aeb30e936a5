/// An error that prevents a window from opening.
public enum WindowError: Error, Hashable, Sendable {
  /// SDL is not installed or finds no display; `reason` is SDL's message.
  case unavailable(reason: String)
  /// The window cannot be opened; `reason` is SDL's message.
  case notOpened(reason: String)
}

extension WindowError: CustomStringConvertible {
  /// A description of the problem and its remedy, on one line.
  public var description: String {
    switch self {
    case .unavailable(let reason):
      "cannot open a window: \(reason); a display and the package libsdl2-2.0-0 are required"
    case .notOpened(let reason): "cannot open the window: \(reason)"
    }
  }
}
