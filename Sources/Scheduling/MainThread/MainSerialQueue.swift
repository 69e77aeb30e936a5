import Synchronization

/// A FIFO queue of closures that run on the main actor.
///
/// A closure added on the main actor runs immediately, after those already in the queue; one added
/// from another thread runs in the next tick. Closures added while others run are run in the same
/// drain, before other work of the main actor.
public final class MainSerialQueue: Sendable {
  private struct State {
    var closures: [@MainActor () -> Void] = []
    /// The index of the next closure to run.
    var next = 0

    mutating func pop() -> (@MainActor () -> Void)? {
      guard next < closures.count else {
        closures.removeAll(keepingCapacity: closures.count <= 64)
        next = 0
        return nil
      }
      let closure = closures[next]
      closures[next] = {}  // Releases its captures as soon as it has run.
      next += 1
      return closure
    }
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Creates an empty queue.
  ///
  /// - Parameter wake: Requests a call of ``drain()``, from any thread.
  public init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// The number of closures that have not started.
  public var count: Int { state.withLock { $0.closures.count - $0.next } }

  /// Runs a closure: before this returns on the main actor, otherwise when the queue is drained.
  ///
  /// A nested call from a closure of the queue drains the rest of the queue inside that closure.
  public func perform(_ body: @escaping @MainActor () -> Void) {
    state.withLock { $0.closures.append(body) }
    if isOnMain { MainActor.assumeIsolated { drain() } } else { wake() }
  }

  /// Runs closures, including those added meanwhile, until the queue is empty.
  @MainActor public func drain() {
    while let closure = state.withLock({ $0.pop() }) { closure() }
  }
}
