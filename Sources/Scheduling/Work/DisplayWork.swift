import Synchronization

/// A name for a piece of work that no other has in the process.
///
/// Names grow in the order in which work is made.
public struct WorkID: Hashable, Comparable, Sendable {
  private let number: UInt64

  // Relaxed: the numbers only have to differ.
  private static let count = Atomic<UInt64>(0)

  /// Makes a name that was not there before.
  init() {
    number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether one piece of work was made before another.
  public static func < (left: WorkID, right: WorkID) -> Bool { left.number < right.number }
}

/// A piece of work for a display executor: the least that goes to a thread at once.
///
/// Changing threads costs as much as laying out a message, so a piece that is small does several
/// things. It ends exactly once, whether it ran or not.
public final class DisplayWork: Sendable {
  /// How a piece of work can end.
  public enum Ending: Sendable {
    /// It ran, and was wanted to the end.
    case finished
    /// It never ran.
    case canceledBeforeStart
    /// It ran, and went stale before it was done.
    case canceledWhileDrawing
  }

  private enum Progress: UInt8, AtomicRepresentable {
    case waiting, running, ended
  }

  /// The name of the work.
  public let id = WorkID()
  /// The claim of the pass that the work is for.
  public let ticket: Ticket
  /// What the work is called in a log.
  public let label: StaticString

  private let body: @Sendable (Ticket) -> Void
  private let ended: @Sendable (Ending) -> Void
  private let progress = Atomic(Progress.waiting)

  /// Makes work that waits to be submitted.
  ///
  /// - Parameters:
  ///   - ticket: The claim of the pass that the work is for. What is stale is not started.
  ///   - label: What it is called in a log.
  ///   - body: Does the work, on any thread, and asks the ticket now and then.
  ///   - ended: Is told how the work ended, on any thread, once.
  public init(
    ticket: Ticket = .unlimited, label: StaticString = "drawing",
    body: @escaping @Sendable (Ticket) -> Void,
    ended: @escaping @Sendable (Ending) -> Void = { _ in }
  ) {
    self.ticket = ticket
    self.label = label
    self.body = body
    self.ended = ended
  }

  /// Claims the work, for one who will run it.
  ///
  /// - Returns: Whether nobody had claimed it before, and it had not ended.
  package func start() -> Bool {
    // Relaxed, here and below: executors hand work from thread to thread by their mutex.
    progress.compareExchange(expected: .waiting, desired: .running, ordering: .relaxed).exchanged
  }

  /// Does the work, after ``start()``.
  package func run() {
    body(ticket)
  }

  /// Ends work that has run.
  ///
  /// - Returns: How it ended.
  @discardableResult package func finish() -> Ending {
    let ending: Ending = ticket.isStale ? .canceledWhileDrawing : .finished
    if progress.exchange(.ended, ordering: .relaxed) == .running { end(ending) }
    return ending
  }

  /// Ends work that will not run.
  ///
  /// - Returns: Whether it had not been claimed before.
  @discardableResult package func discard() -> Bool {
    let isMine = progress.compareExchange(
      expected: .waiting, desired: .ended, ordering: .relaxed
    ).exchanged
    if isMine { end(.canceledBeforeStart) }
    return isMine
  }

  private func end(_ ending: Ending) {
    ticket.pass.end()
    ended(ending)
  }
}
