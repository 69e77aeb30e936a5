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
    var attributes = posix_spawnattr_t()
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { return false }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Signals that a command ignores would stay ignored.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let status = unsafe "xdg-open".withCString { name in
      unsafe destination.url.withCString { address in
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
          UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: address), nil,
        ]
        return unsafe posix_spawnp(&process, name, nil, &attributes, &arguments, environ)
      }
    }
    guard status == 0 else { return false }
    let child = process
    // Nobody else takes note of its end.
    DispatchQueue.global(qos: .utility).async { waitpid(child, nil, 0) }
    return true
  }
}
