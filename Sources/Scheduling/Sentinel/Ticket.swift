public import Synchronization

/// One display pass's claim to be wanted.
///
/// A ticket goes stale when its pass is overtaken or called off. Drawing asks for it now and then,
/// and stops when it is: the answer costs one load, and no reference is counted for it.
@frozen public struct Ticket: Sendable {
  @usableFromInline let pass: DisplayPass

  @usableFromInline init(pass: DisplayPass) {
    self.pass = pass
  }

  /// The pass's place among all of its sentinel's passes, counted from 1; 0 is of no sentinel.
  public var number: UInt64 { pass.number }

  /// Whether nobody wants the pass any more.
  ///
  /// Once true, it stays true. It is a question for the drawing. Whether a result that is there may be shown is for
  /// ``Sentinel/publish(_:)`` to say.
  @inlinable public var isStale: Bool {
    // Relaxed: nothing is published through the flag. Results reach the main actor by a mutex.
    pass.staleness.load(ordering: .relaxed)
  }

  /// A ticket that never goes stale, for drawing that nobody can overtake.
  public static let unlimited = Ticket(pass: DisplayPass(number: 0))
}

/// What a sentinel and the threads that draw for it know of one pass.
@usableFromInline final class DisplayPass: Sendable {
  /// The pass's place among its sentinel's passes.
  let number: UInt64
  @usableFromInline let staleness = Atomic<Bool>(false)
  private let ending = Atomic<Bool>(false)

  init(number: UInt64) {
    self.number = number
  }

  /// Makes the pass's ticket stale.
  func overtake() {
    staleness.store(true, ordering: .relaxed)
  }

  /// Notes that nothing will be drawn for the pass any more.
  func end() {
    // Relaxed: it only decides how long a shield is held, not what anybody sees in memory.
    ending.store(true, ordering: .relaxed)
  }

  /// Whether nothing will be drawn for the pass any more.
  var hasEnded: Bool { ending.load(ordering: .relaxed) }
}
