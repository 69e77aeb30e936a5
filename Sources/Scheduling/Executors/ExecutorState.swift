/// The queue and counters that an executor protects with its mutex.
///
/// Its methods do not end work, because that calls out: they return the work for the caller to end.
struct ExecutorState {
  /// A claimed work item, which the claimant runs and ends.
  struct Running {
    let work: DisplayWork
    /// The start time, in seconds of the executor's clock.
    let start: Double
  }

  var queue: WorkQueue
  var counters = DisplayWork.Counters()

  /// Creates the state of an idle executor; `agingInterval` is that of its queue.
  init(agingInterval: Int = WorkQueue.defaultAgingInterval) {
    queue = WorkQueue(agingInterval: agingInterval)
  }

  mutating func submit(_ batch: [DisplayWork.Submission], at time: Double) {
    for submission in batch
    where queue.insert(submission.work, key: submission.key, at: time) {
      counters.submitted += 1
    }
  }

  /// Removes work that has not started.
  ///
  /// - Returns: The work for the caller to discard with no lock held.
  mutating func cancel(_ ids: [DisplayWork.ID]) -> [DisplayWork] {
    let canceled = ids.compactMap { queue.remove($0)?.work }
    counters.canceledBeforeStart += canceled.count
    return canceled
  }

  /// Claims the next work item that is not stale.
  ///
  /// - Parameters:
  ///   - time: The current time, in seconds of the executor's clock.
  ///   - discarded: Collects stale work for the caller to discard with no lock held.
  /// - Returns: The work for the caller to run and end; `nil` if none is left.
  mutating func startNext(at time: Double, discarded: inout [DisplayWork]) -> Running? {
    while let entry = queue.takeNext() {
      if let running = start(entry, at: time, discarded: &discarded) { return running }
    }
    return nil
  }

  /// Claims a given work item, if it is pending and not stale.
  mutating func start(
    _ id: DisplayWork.ID, at time: Double, discarded: inout [DisplayWork]
  ) -> Running? {
    queue.remove(id).flatMap { start($0, at: time, discarded: &discarded) }
  }

  private mutating func start(
    _ entry: WorkQueue.Entry, at time: Double, discarded: inout [DisplayWork]
  ) -> Running? {
    guard !entry.work.ticket.isStale, entry.work.start() else {
      counters.canceledBeforeStart += 1
      discarded.append(entry.work)
      return nil
    }
    counters.countStart(wait: time - entry.submission)
    return Running(work: entry.work, start: time)
  }
}
