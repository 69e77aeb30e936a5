import Dispatch

/// Calls ticks when they are due.
///
/// A display loop without one ticks when its owner says so, as tests and programs without a window do.
public protocol TickDriver: Sendable {
  /// Calls `tick` on the main actor, once, after `delay` seconds and never before this returns.
  ///
  /// May be called on any thread. At most one call counts at a time; the loop ignores older ones.
  func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void)
}

/// Calls ticks on the main queue, among everything else that the program does there.
public struct MainQueueDriver: TickDriver {
  /// Makes a driver; all of them do the same.
  public init() {}

  /// Calls `tick` on the main queue.
  public func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    guard delay > 0 else {
      return DispatchQueue.main.async { MainActor.assumeIsolated { tick() } }
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
      MainActor.assumeIsolated { tick() }
    }
  }
}
