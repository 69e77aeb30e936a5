import Synchronization

/// Tells the display passes of one node apart, on any thread.
///
/// Every pass, synchronous or not, takes a ticket, and a newer ticket *overtakes* the older ones:
/// they go stale, and their drawing stops at its next question. On the main actor a result may be
/// shown if ``publish(_:)`` says so, which it does only for what is newer than what was last shown.
///
/// A node that is invalidated faster than it can be drawn would never show anything that way. So once
/// more than `patience` passes in a row have been overtaken without any being published, the
/// sentinel *shields* the next: its ticket stays fresh while newer ones come and go, until it is
/// published, ends without that, or is called off by ``cancel()``.
public final class Sentinel: Sendable {
  /// How many passes in a row may be overtaken before one is shielded, unless said otherwise.
  ///
  /// A guess: at one pass a tick, and 60 ticks a second, new contents come every 80 ms at least.
  public static let defaultPatience = 3

  private let state: Mutex<SentinelState>

  /// Makes a sentinel that has issued no tickets.
  ///
  /// - Parameter patience: How many passes in a row may be overtaken without one being published
  ///   before one is shielded.
  public init(patience: Int = Sentinel.defaultPatience) {
    state = Mutex(SentinelState(patience: patience))
  }

  deinit {
    cancel()
  }

  /// Begins a pass, which overtakes those before it.
  public func issueTicket() -> Ticket {
    Ticket(pass: state.withLock { $0.issue() })
  }

  /// Overtakes all passes so far without beginning another, as when contents are invalidated.
  ///
  /// The pass that follows is not counted as overtaking anything once more.
  public func overtake() {
    state.withLock { $0.overtake() }
  }

  /// Calls off all passes so far: none is shielded, and none will be published.
  public func cancel() {
    state.withLock { $0.cancel() }
  }

  /// Decides whether the result of a pass may be shown, and remembers it as what is shown.
  ///
  /// - Parameter ticket: A ticket of this sentinel.
  /// - Returns: Whether the pass is newer than the last one published, and was not called off. That
  ///   it has been overtaken is no hindrance: what is shown instead is older still.
  public func publish(_ ticket: Ticket) -> Bool {
    state.withLock { $0.publish(ticket.pass.number) }
  }

  /// Whether a pass is under way that neither was called off nor has ended.
  public var isDisplaying: Bool { state.withLock { $0.isDisplaying } }
}
