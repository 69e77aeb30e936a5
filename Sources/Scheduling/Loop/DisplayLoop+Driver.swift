import Dispatch

extension DisplayLoop {
  /// A driver that runs ticks when they are due.
  ///
  /// Without one, a display loop ticks when its owner says so, as in tests and programs without a
  /// window.
  public protocol Driver: Sendable {
    /// Calls `tick` on the main actor, once, after `delay` seconds and never before this returns.
    ///
    /// Callable from any thread. Only the newest call counts; the loop ignores older ones.
    func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void)
  }

  /// A driver that runs ticks on the main dispatch queue.
  public struct MainQueueDriver: Driver {
    /// Creates a driver; all instances are equivalent.
    public init() {}

    /// Schedules `tick` on the main queue.
    public func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
      guard delay > 0 else {
        return DispatchQueue.main.async { MainActor.assumeIsolated { tick() } }
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
        MainActor.assumeIsolated { tick() }
      }
    }
  }
}
