internal import Glibc

/// The signals with which a user ends a server: Ctrl-C, or `kill`.
package struct Interruption: Sendable {
  private let signals: sigset_t

  /// Holds the signals back in this thread and in threads that start later.
  ///
  /// Call it before other threads start, because they would still end the process.
  package init() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    self.signals = signals
  }

  /// Waits for one of the signals.
  package func wait() {
    var signals = signals
    var signal: Int32 = 0
    while unsafe sigwait(&signals, &signal) != 0 {}
  }
}
