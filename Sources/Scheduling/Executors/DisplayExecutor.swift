/// An executor of display work off the main actor.
///
/// Every submitted work item ends exactly once: it runs, or it is discarded because its ticket was
/// stale when its turn came, or because it was canceled. All methods may be called from any thread.
public protocol DisplayExecutor: Sendable {
  /// Submits a batch of work items.
  ///
  /// A batch costs one wake-up per thread; separate calls may cost one wake-up per item.
  func submit(_ batch: [DisplayWork.Submission])

  /// Delays the waking of threads for work that the main actor submits, until
  /// ``wakeThreads()``.
  ///
  /// Woken threads would compete with the rest of a tick.
  func delayWaking()

  /// Wakes threads for the work that was submitted since ``delayWaking()``.
  func wakeThreads()

  /// Changes the keys of work that has not started, keeping its age; other identifiers are ignored.
  func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key])

  /// Cancels work that has not started, ending it before this returns; other identifiers are
  /// ignored.
  func cancel(_ ids: [DisplayWork.ID])

  /// Runs the given work that has not started on the calling thread.
  ///
  /// Call it before waiting for the work: then only work that already runs on other threads is
  /// waited for.
  func run(_ ids: [DisplayWork.ID])

  /// Waits until no work is pending or running.
  ///
  /// Work must not call it.
  func waitUntilIdle()

  /// The statistics so far.
  var counters: DisplayWork.Counters { get }
}

extension DisplayExecutor {
  /// Does nothing: the executor has no threads that would compete with a tick.
  public func delayWaking() {}

  /// Does nothing.
  public func wakeThreads() {}

  /// Submits one work item.
  public func submit(_ work: DisplayWork, key: DisplayWork.Key) {
    submit([DisplayWork.Submission(work, key: key)])
  }

  /// Cancels a work item, if it has not started.
  public func cancel(_ id: DisplayWork.ID) {
    cancel([id])
  }
}
