import Dispatch

/// A monotonic clock that measures seconds.
///
/// Times of different clocks are not comparable.
public protocol DisplayClock: Sendable {
  /// The time, in seconds since an arbitrary origin.
  var now: Double { get }
}

/// The machine's monotonic clock, which is unaffected by changes of the time of day.
public struct SystemClock: DisplayClock {
  /// Creates a clock; all instances show the same time.
  public init() {}

  /// The time since the machine was started, in seconds.
  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
