import Dispatch

/// Says what time it is, in seconds.
///
/// Times of one clock only grow, and mean nothing beside those of another.
public protocol DisplayClock: Sendable {
  /// The time, in seconds since a moment of the clock's own choosing.
  var now: Double { get }
}

/// The time of the machine, which goes on whatever happens to the time of day.
public struct SystemClock: DisplayClock {
  /// Makes a clock; all of them show the same time.
  public init() {}

  /// The time since the machine was started, in seconds.
  public var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
}
