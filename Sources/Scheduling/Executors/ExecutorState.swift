/// What executors of all kinds keep behind their mutex: the queue and the counters.
///
/// Its methods end no work, since that calls out: they give back what has to be ended.
struct ExecutorState {
  /// Work that has been claimed, and is to be run and ended by whoever claimed it.
  struct Running {
    let work: DisplayWork
    /// When the work was started, in the seconds of the executor's clock.
    let start: Double
  }

  var queue: WorkQueue
  var counters = DisplayCounters()

  init(agingInterval: Int) {
    queue = WorkQueue(agingInterval: agingInterval)
  }

  mutating func submit(_ batch: [Submission], at time: Double) {
    for submission in batch
    where queue.insert(submission.work, key: submission.key, at: time) {
      counters.submitted += 1
    }
  }

  /// Takes work out that has not started.
  ///
  /// - Returns: What the caller has to discard, with no lock held.
  mutating func cancel(_ ids: [WorkID]) -> [DisplayWork] {
    let canceled = ids.compactMap { queue.remove($0)?.work }
    counters.canceledBeforeStart += canceled.count
    return canceled
  }

  /// Claims the next piece that is still wanted.
  ///
  /// - Parameters:
  ///   - time: Now, in the seconds of the executor's clock.
  ///   - discarded: Gets what was not wanted any more, for the caller to discard with no lock held.
  /// - Returns: What the caller has to run and end, or `nil` if nothing waits any more.
  mutating func startNext(at time: Double, discarded: inout [DisplayWork]) -> Running? {
    while let entry = queue.takeNext() {
      if let running = start(entry, at: time, discarded: &discarded) { return running }
    }
    return nil
  }

  /// Claims a certain piece, if it waits and is still wanted.
  mutating func start(
    _ id: WorkID, at time: Double, discarded: inout [DisplayWork]
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
