import Synchronization

/// The authority on which display passes of a node are current, usable from any thread.
///
/// Every pass takes a ticket, and a newer ticket *supersedes* the older ones: they go stale, and
/// their drawing stops at its next check. On the main actor, ``publish(_:)`` decides whether a
/// result may be shown, which requires that it is newer than the last one shown.
///
/// A node invalidated faster than it can be drawn would never show anything. So once more than
/// `patience` passes in a row have been superseded without one being published, the sentinel
/// *shields* the next: its ticket stays valid despite newer ones until it is published, ends, or is
/// canceled by ``cancel()``.
package final class Sentinel: Sendable {
  /// The default number of consecutive superseded passes before one is shielded.
  ///
  /// A guess: at one pass per tick and 60 ticks per second, new contents appear at least every 80
  /// ms or so.
  package static let defaultPatience = 3

  private let state: Mutex<SentinelState>

  /// Creates a sentinel.
  ///
  /// - Parameter patience: The number of consecutive passes that may be superseded without one
  ///   being published, before one is shielded.
  package init(patience: Int = Sentinel.defaultPatience) {
    state = Mutex(SentinelState(patience: patience))
  }

  deinit {
    cancel()
  }

  /// Begins a pass, which supersedes the earlier ones.
  package func issueTicket() -> Ticket {
    Ticket(state: state.withLock { $0.issue() })
  }

  /// Supersedes all passes without beginning another, as when contents are invalidated.
  ///
  /// The pass that follows does not count as superseding them again.
  package func supersede() {
    state.withLock { $0.supersede() }
  }

  /// Cancels all passes, shielded ones included; none of them will be published.
  package func cancel() {
    state.withLock { $0.cancel() }
  }

  /// Decides whether the result of a pass may be shown, and records it as shown.
  ///
  /// - Parameter ticket: A ticket of this sentinel.
  /// - Returns: Whether the pass is newer than the last published one and was not canceled. A
  ///   superseded pass may be published: the contents shown instead are even older.
  package func publish(_ ticket: Ticket) -> Bool {
    state.withLock { $0.publish(ticket.number) }
  }

  /// Whether any pass that was not canceled is in flight.
  package var isDisplaying: Bool { state.withLock { $0.isDisplaying } }
}
