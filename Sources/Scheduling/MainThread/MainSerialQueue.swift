import Synchronization

/// Closures that run on the main actor, one after the other, in the order they were put in.
///
/// What is put in on the main actor runs at once, after what was there before; what is put in
/// elsewhere runs at the next tick. Closures that are put in while others run do so in the same go,
/// before anything else that waits for the main actor.
public final class MainSerialQueue: Sendable {
  private struct State {
    var closures: [@MainActor () -> Void] = []
    /// How many of the closures have begun.
    var next = 0

    mutating func pop() -> (@MainActor () -> Void)? {
      guard next < closures.count else {
        closures.removeAll(keepingCapacity: closures.count <= 64)
        next = 0
        return nil
      }
      let closure = closures[next]
      closures[next] = {}  // What it holds goes when it has run, not when all have.
      next += 1
      return closure
    }
  }

  private let state = Mutex(State())
  private let wake: @Sendable () -> Void

  /// Makes an empty queue.
  ///
  /// - Parameter wake: Asks on any thread for a call of ``drain()``.
  public init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  /// How many closures have not begun.
  public var count: Int { state.withLock { $0.closures.count - $0.next } }

  /// Has `body` run: on the main actor before this returns, elsewhere when the queue is drained.
  ///
  /// Called by a closure of the queue, it runs what is left in the queue inside of that closure.
  public func perform(_ body: @escaping @MainActor () -> Void) {
    state.withLock { $0.closures.append(body) }
    if isOnMain { MainActor.assumeIsolated { drain() } } else { wake() }
  }

  /// Runs what is in the queue, and what is put there meanwhile, until it is empty.
  @MainActor public func drain() {
    while let closure = state.withLock({ $0.pop() }) { closure() }
  }
}
