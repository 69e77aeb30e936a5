/// Runs display work off the main actor.
///
/// Every piece that is submitted ends exactly once: it runs, or it is discarded because its ticket was
/// stale when its turn came, or because it was canceled before. All methods may be called on any thread.
public protocol DisplayExecutor: Sendable {
  /// Takes work on, all of it at once.
  ///
  /// Many pieces in one call cost one wake-up of each thread; one piece in each of many calls may
  /// cost a wake-up each.
  func submit(_ batch: [Submission])

  /// Gives work that has not started other keys; its age stays. Other names are ignored.
  func rekey(_ keys: [WorkID: WorkKey])

  /// Drops work that has not started; it ends before this returns. Other names are ignored.
  func cancel(_ ids: [WorkID])

  /// Runs here and now what of `ids` has not started.
  ///
  /// For one who will wait for the work: so it waits for no more than what other threads are at.
  func run(_ ids: [WorkID])

  /// Returns when nothing waits and nothing runs. Work must not call it.
  func waitUntilIdle()

  /// What has become of all work so far.
  var counters: DisplayCounters { get }
}

/// A piece of work and how soon it is wanted.
public struct Submission: Sendable {
  /// The work, which is submitted once.
  public let work: DisplayWork
  /// How soon it is wanted.
  public let key: WorkKey

  /// Makes a submission.
  public init(_ work: DisplayWork, key: WorkKey) {
    self.work = work
    self.key = key
  }
}

extension DisplayExecutor {
  /// Takes one piece of work on.
  public func submit(_ work: DisplayWork, key: WorkKey) {
    submit([Submission(work, key: key)])
  }

  /// Drops a piece of work, if it has not started.
  public func cancel(_ id: WorkID) {
    cancel([id])
  }
}
