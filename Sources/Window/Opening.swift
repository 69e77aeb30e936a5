internal import Dispatch
public import GalleyTypesetting
internal import Glibc

/// Hands the destinations of links to the program that the system opens them with.
public enum Opening {
  /// Starts `xdg-open` with a destination, and does not wait for it.
  ///
  /// Ask first where ``LinkDestination/needsConfirmation`` says so.
  ///
  /// - Returns: Whether the program was started.
  @discardableResult public static func open(_ destination: LinkDestination) -> Bool {
    var process = pid_t()
    let status = unsafe "xdg-open".withCString { name in
      unsafe destination.url.withCString { address in
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
          UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: address), nil,
        ]
        return unsafe posix_spawnp(&process, name, nil, nil, &arguments, environ)
      }
    }
    guard status == 0 else { return false }
    let child = process
    // Nobody else takes note of its end.
    DispatchQueue.global(qos: .utility).async { waitpid(child, nil, 0) }
    return true
  }
}
