import Synchronization

/// A clock that only advances explicitly.
public final class ManualClock: DisplayClock {
  private let time: Mutex<Double>

  /// Creates a clock that shows `now`, in seconds.
  public init(now: Double = 0) {
    time = Mutex(now)
  }

  /// The time, in seconds.
  public var now: Double { time.withLock { $0 } }

  /// Advances the clock.
  ///
  /// - Parameter seconds: The time to advance by; NaN and negative values have no effect.
  public func advance(by seconds: Double) {
    guard seconds > 0 else { return }
    time.withLock { $0 += seconds }
  }
}
