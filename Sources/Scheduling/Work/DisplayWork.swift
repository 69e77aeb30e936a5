import Synchronization

/// A work item of a display executor, the unit of scheduling.
///
/// Changing threads costs as much as laying out a message, so small tasks should be batched into
/// one item. Each item ends exactly once, whether it ran or not.
public final class DisplayWork: Sendable {
  /// The ways in which work can end.
  public enum Ending: Sendable {
    /// The work ran and was not stale at the end.
    case finished
    /// The work never ran.
    case canceledBeforeStart
    /// The work ran and went stale before it finished.
    case staleAtEnd
  }

  private enum Progress: UInt8, AtomicRepresentable {
    case waiting, running, ended
  }

  /// The identifier of the work.
  public let id = ID()
  /// The ticket of the pass that the work belongs to.
  public let ticket: Ticket
  /// The name of the work in a trace.
  public let label: StaticString

  private let body: @Sendable (Ticket) -> Void
  private let ended: @Sendable (Ending) -> Void
  private let progress = Atomic(Progress.waiting)

  /// The label of drawings, and of work that has no other.
  public static let drawing: StaticString = "drawing"

  /// Creates work to be submitted.
  ///
  /// - Parameters:
  ///   - ticket: The ticket of the pass that the work belongs to. Stale work is not started.
  ///   - label: The name of the work in a trace.
  ///   - body: Does the work on any thread, checking the ticket periodically.
  ///   - ended: Called once, on any thread, with the way in which the work ended.
  public init(
    ticket: Ticket = .unlimited, label: StaticString = DisplayWork.drawing,
    body: @escaping @Sendable (Ticket) -> Void,
    ended: @escaping @Sendable (Ending) -> Void = { _ in }
  ) {
    self.ticket = ticket
    self.label = label
    self.body = body
    self.ended = ended
  }

  /// Claims the work in order to run it.
  ///
  /// - Returns: Whether the work had neither been claimed nor ended before.
  package func start() -> Bool {
    // Relaxed, here and below: executors hand work between threads through their mutex.
    progress.compareExchange(expected: .waiting, desired: .running, ordering: .relaxed).exchanged
  }

  /// Runs the work, after ``start()``.
  package func run() {
    body(ticket)
  }

  /// Runs the work, after ``start()``, for another ticket than its own.
  func run(for ticket: Ticket) {
    body(ticket)
  }

  /// Ends work that has run.
  ///
  /// - Returns: The way in which it ended.
  @discardableResult package func finish() -> Ending {
    let ending: Ending = ticket.isStale ? .staleAtEnd : .finished
    if progress.exchange(.ended, ordering: .relaxed) == .running { end(ending) }
    return ending
  }

  /// Ends work that will not run.
  ///
  /// - Returns: Whether the work had neither been claimed nor ended before.
  @discardableResult package func discard() -> Bool {
    let isMine = progress.compareExchange(
      expected: .waiting, desired: .ended, ordering: .relaxed
    ).exchanged
    if isMine { end(.canceledBeforeStart) }
    return isMine
  }

  private func end(_ ending: Ending) {
    ticket.state.end()
    ended(ending)
  }
}

extension DisplayWork {
  /// An identifier of a work item, unique in the process.
  ///
  /// Identifiers grow in the order of creation.
  public struct ID: Hashable, Comparable, Sendable {
    private let number: UInt64

    // Relaxed: the numbers only have to differ.
    private static let count = Atomic<UInt64>(0)

    /// Creates a new identifier.
    init() {
      number = Self.count.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// Returns whether the left work was created before the right one.
    public static func < (left: ID, right: ID) -> Bool { left.number < right.number }
  }

  /// A work item with its priority.
  public struct Submission: Sendable {
    /// The work, which may be submitted only once.
    public let work: DisplayWork
    /// The priority of the work.
    public let key: Key

    /// Creates a submission.
    public init(_ work: DisplayWork, key: Key) {
      self.work = work
      self.key = key
    }
  }
}
