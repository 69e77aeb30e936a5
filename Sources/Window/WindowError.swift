/// Why there is no window.
public enum WindowError: Error, Hashable, Sendable {
  /// SDL is not installed, or finds no screen; `reason` is its own.
  case unavailable(reason: String)
  /// The window cannot be opened; `reason` is SDL's.
  case notOpened(reason: String)
}

extension WindowError: CustomStringConvertible {
  /// What is wrong, and what to do about it, in one line.
  public var description: String {
    switch self {
    case .unavailable(let reason):
      "no window can be opened: \(reason); it takes a screen and the package libsdl2-2.0-0"
    case .notOpened(let reason): "the window cannot be opened: \(reason)"
    }
  }
}
