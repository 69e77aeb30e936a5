public import Synchronization

/// A token of one display pass that tells whether its result is still wanted.
///
/// A ticket goes stale when its pass is superseded or canceled. Drawing checks it periodically and
/// stops when it is stale; a check costs one load and no reference counting.
@frozen public struct Ticket: Sendable {
  @usableFromInline let state: TicketState

  @usableFromInline init(state: TicketState) {
    self.state = state
  }

  /// The number of the pass in its sentinel, counted from 1; 0 without a sentinel.
  package var number: UInt64 { state.number }

  /// Whether the pass is no longer wanted.
  ///
  /// Once `true`, it stays `true`. It is meant for drawing code; `Sentinel.publish(_:)` decides
  /// whether a finished result may be shown.
  @inlinable public var isStale: Bool {
    // Relaxed: the flag publishes nothing. Results reach the main actor through a mutex.
    state.staleness.load(ordering: .relaxed)
  }

  /// A ticket that never goes stale, for drawing that cannot be superseded.
  public static let unlimited = Ticket(state: TicketState(number: 0))
}

/// The state of a pass that its sentinel and the drawing threads share.
@usableFromInline final class TicketState: Sendable {
  /// The number of the pass in its sentinel.
  let number: UInt64
  @usableFromInline let staleness = Atomic<Bool>(false)
  private let ending = Atomic<Bool>(false)

  init(number: UInt64) {
    self.number = number
  }

  /// Makes the ticket stale.
  func expire() {
    staleness.store(true, ordering: .relaxed)
  }

  /// Marks the pass as ended, with nothing more to draw.
  func end() {
    // Relaxed: it only ends shielding, and orders no other memory accesses.
    ending.store(true, ordering: .relaxed)
  }

  /// Whether the pass has ended.
  var hasEnded: Bool { ending.load(ordering: .relaxed) }
}
