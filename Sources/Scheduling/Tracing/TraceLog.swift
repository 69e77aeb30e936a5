import Synchronization

/// What was done when, and on which thread: for whoever wants to see it afterwards.
///
/// Nobody has a log unless it was asked for; then noting something costs some hundred nanoseconds.
public final class TraceLog: Sendable {
  /// The threads that are told apart.
  public enum Track: Hashable, Sendable {
    /// The main actor.
    case main
    /// A thread of the pool that draws and measures, by its number.
    case display(Int)
    /// What makes frames of layers.
    case compositor
    /// Any other thread.
    case other
  }

  /// Something that was done.
  public struct Event: Sendable {
    /// What it was.
    public let name: StaticString
    /// Where it was done.
    public let track: Track
    /// When it began, in seconds by the clock of the loop.
    public let start: Double
    /// How long it took, in seconds; `nil` for what happened at once.
    public let duration: Double?
    /// How many things it was done with; `nil` if that is not counted.
    public let count: Int?
  }

  /// The most events that are kept; those that come later are not.
  public static let limit = 4_000_000

  private let log = Mutex<[Event]>([])

  /// Makes an empty log.
  public init() {}

  /// What was noted, in the order in which it ended.
  public var events: [Event] { log.withLock { $0 } }

  /// Notes something that has taken some time.
  ///
  /// - Parameters:
  ///   - name: What it was.
  ///   - track: Where it was done; what is noted of one thread is within each other or apart.
  ///   - start: When it began, in seconds.
  ///   - end: When it ended, in seconds.
  ///   - count: How many things it was done with.
  public func note(
    _ name: StaticString, on track: Track, from start: Double, to end: Double, count: Int? = nil
  ) {
    add(
      Event(name: name, track: track, start: start, duration: max(0, end - start), count: count))
  }

  /// Notes something that happened at once.
  public func note(_ name: StaticString, on track: Track, at time: Double, count: Int? = nil) {
    add(Event(name: name, track: track, start: time, duration: nil, count: count))
  }

  private func add(_ event: Event) {
    log.withLock { if $0.count < Self.limit { $0.append(event) } }
  }
}

extension TickPhase {
  /// What the phase is called in a log.
  var traceName: StaticString {
    switch self {
    case .input: "input"
    case .serialQueue: "serial queue"
    case .finishedWork: "finished work"
    case .changeSets: "change sets"
    case .interfaceStates: "interface states"
    case .measurement: "measurement"
    case .pendingStates: "pending states"
    case .layout: "layout"
    case .display: "display"
    case .commit: "commit"
    case .releases: "releases"
    }
  }
}
