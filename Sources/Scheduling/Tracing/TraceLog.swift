import Synchronization

/// A log of timed events by thread, for later inspection.
///
/// Tracing is opt-in; an event costs some hundred nanoseconds.
public final class TraceLog: Sendable {
  /// The track of an event.
  public enum Track: Hashable, Sendable {
    /// The main actor.
    case main
    /// A thread of the display pool, by its index.
    case display(Int)
    /// The compositor.
    case compositor
    /// Any other thread.
    case other
  }

  /// A traced event.
  public struct Event: Sendable {
    /// The name of the event.
    public let name: StaticString
    /// The track of the event.
    public let track: Track
    /// The start time, in seconds of the loop's clock.
    public let start: Double
    /// The duration in seconds; `nil` for an instantaneous event.
    public let duration: Double?
    /// The number of affected items; `nil` if not counted.
    public let count: Int?
  }

  /// The maximum number of events; later ones are dropped.
  public static let limit = 4_000_000

  private let log = Mutex<[Event]>([])

  /// Creates an empty log.
  public init() {}

  /// The events, in the order in which they ended.
  public var events: [Event] { log.withLock { $0 } }

  /// Records an event with a duration.
  ///
  /// - Parameters:
  ///   - name: The name of the event.
  ///   - track: The track; the events of a track are either nested or disjoint.
  ///   - start: The start time, in seconds.
  ///   - end: The end time, in seconds.
  ///   - count: The number of affected items.
  public func note(
    _ name: StaticString, on track: Track, from start: Double, to end: Double, count: Int? = nil
  ) {
    add(Event(name: name, track: track, start: start, duration: max(0, end - start), count: count))
  }

  /// Records an instantaneous event.
  public func note(_ name: StaticString, on track: Track, at time: Double, count: Int? = nil) {
    add(Event(name: name, track: track, start: time, duration: nil, count: count))
  }

  private func add(_ event: Event) {
    log.withLock { if $0.count < Self.limit { $0.append(event) } }
  }
}
