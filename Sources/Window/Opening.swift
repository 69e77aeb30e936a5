internal import Dispatch
internal import Glibc

/// Hands addresses to whatever the system opens them with.
public enum Opening {
  /// The schemes that are handed over; a file of this machine is nobody's link.
  public static let schemes: Set = ["http", "https", "mailto", "tel", "tg", "xmpp"]

  /// Whether an address is one that may be handed over.
  public static func accepts(_ address: String) -> Bool {
    guard let end = address.firstIndex(of: ":") else { return false }
    return schemes.contains(address[..<end].lowercased())
      && !address.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
  }

  /// Has `xdg-open` open an address, and does not wait for it.
  ///
  /// - Returns: Whether that was begun.
  @discardableResult public static func open(_ address: String) -> Bool {
    guard accepts(address) else { return false }
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
      unsafe address.withCString { address in
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
