import Synchronization

/// A clock that stands still until it is told to go on.
public final class ManualClock: DisplayClock {
  private let time: Mutex<Double>

  /// Makes a clock that shows `now`, in seconds.
  public init(now: Double = 0) {
    time = Mutex(now)
  }

  /// The time, in seconds.
  public var now: Double { time.withLock { $0 } }

  /// Moves the clock on.
  ///
  /// - Parameter seconds: How far, which is not negative; NaN and negative distances move nothing.
  public func advance(by seconds: Double) {
    guard seconds > 0 else { return }
    time.withLock { $0 += seconds }
  }
}
