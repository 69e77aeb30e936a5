internal import Dispatch
public import GalleyTypesetting
internal import Glibc

extension LinkDestination {
  /// Starts `xdg-open` with the destination, without waiting for it.
  ///
  /// Ask for confirmation first if `LinkDestination.needsConfirmation` is `true`.
  ///
  /// - Returns: Whether the program was started.
  @discardableResult public func open() -> Bool {
    var process = pid_t()
    var attributes = posix_spawnattr_t()
    guard unsafe posix_spawnattr_init(&attributes) == 0 else { return false }
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // Signals ignored by this process would remain ignored in the child.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&signals, signal) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let status = unsafe "xdg-open".withCString { name in
      unsafe url.withCString { address in
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [
          UnsafeMutablePointer(mutating: name), UnsafeMutablePointer(mutating: address), nil,
        ]
        return unsafe posix_spawnp(&process, name, nil, &attributes, &arguments, environ)
      }
    }
    guard status == 0 else { return false }
    let child = process
    // Reaps the child process.
    DispatchQueue.global(qos: .utility).async { waitpid(child, nil, 0) }
    return true
  }
}
