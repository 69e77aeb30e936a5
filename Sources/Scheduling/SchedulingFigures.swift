import Dispatch
import Synchronization

/// The measured overhead of scheduling, independent of drawing.
package struct SchedulingFigures: Sendable {
  /// The cost of checking a ticket, in nanoseconds.
  package var ticketCheck = 0.0
  /// The cost of issuing a ticket that supersedes another, in nanoseconds.
  package var ticketIssue = 0.0
  /// The costs per work item of a single submission and of a batch of 64, in nanoseconds.
  package var submission = 0.0, batchedSubmission = 0.0
  /// The cost per work item of rekeying 1,000 pending ones at once, in nanoseconds.
  package var rekeying = 0.0
  /// The latencies from a submission to an idle pool until the work starts.
  package var startLatency = Durations()
  /// The latencies from an invalidation until work that only checks its ticket stops.
  package var stopLatency = Durations()
  /// The durations of empty ticks.
  package var emptyTick = Durations()

  /// Measures the overhead, for about a second in an otherwise idle process.
  @MainActor package static func measure() -> SchedulingFigures {
    var figures = SchedulingFigures()
    measureTickets(&figures)
    measureSubmissions(&figures)
    measureThreads(&figures)
    let loop = DisplayLoop(clock: clock, executor: ManualExecutor(clock: clock))
    for _ in 0..<1_000 { loop.tick() }
    figures.emptyTick = loop.tickDurations
    return figures
  }

  private static let clock = SystemClock()

  private static func measureTickets(_ figures: inout SchedulingFigures) {
    let sentinel = Sentinel()
    let ticket = sentinel.issueTicket()
    figures.ticketCheck = nanoseconds(each: 20_000_000) { count in
      var stale = 0
      for _ in 0..<count where ticket.isStale { stale += 1 }
      precondition(stale == 0, "ticket is stale")
    }
    figures.ticketIssue = nanoseconds(each: 200_000) { count in
      for _ in 0..<count { _ = sentinel.issueTicket() }
    }
  }

  private static func measureSubmissions(_ figures: inout SchedulingFigures) {
    // Measured work is canceled, so that all queues have the same length.
    let executor = ManualExecutor(clock: clock)
    let works = (0..<1_024).map { _ in DisplayWork(body: { _ in }) }
    let key = DisplayWork.Key(.visible)
    figures.submission = nanoseconds(each: works.count) { _ in
      for work in works { executor.submit(work, key: key) }
    }
    let keys = Dictionary(
      uniqueKeysWithValues: works.prefix(1_000).enumerated().map { index, work in
        (work.id, DisplayWork.Key(.display, distance: Double(index * 7_919 % 1_000)))
      })
    figures.rekeying = nanoseconds(each: keys.count) { _ in executor.rekey(keys) }
    executor.cancel(works.map(\.id))
    let batches = (0..<16).map { _ in
      (0..<64).map { _ in DisplayWork.Submission(DisplayWork(body: { _ in }), key: key) }
    }
    figures.batchedSubmission = nanoseconds(each: 16 * 64) { _ in
      for batch in batches { executor.submit(batch) }
    }
  }

  private static func measureThreads(_ figures: inout SchedulingFigures) {
    let pool = PoolExecutor(threads: 1)
    for _ in 0..<1_000 {
      let sentinel = Sentinel()
      let begun = DispatchSemaphore(value: 0)
      let moments = Moments()
      let work = DisplayWork(ticket: sentinel.issueTicket()) { ticket in
        moments.begin.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
        begun.signal()
        while !ticket.isStale {}
        moments.end.store(DispatchTime.now().uptimeNanoseconds, ordering: .relaxed)
      }
      let submission = DispatchTime.now().uptimeNanoseconds
      pool.submit(work, key: DisplayWork.Key(.visible))
      begun.wait()
      let invalidation = DispatchTime.now().uptimeNanoseconds
      sentinel.supersede()
      pool.waitUntilIdle()
      figures.startLatency.add(Double(moments.begin.load(ordering: .relaxed) - submission) / 1e9)
      figures.stopLatency.add(Double(moments.end.load(ordering: .relaxed) - invalidation) / 1e9)
    }
  }

  /// Measures the time that `body` takes per item, in nanoseconds.
  private static func nanoseconds(each count: Int, _ body: (Int) -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body(count)
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(max(1, count))
  }
}

/// The start and end of work, in nanoseconds of the machine's clock.
private final class Moments: Sendable {
  // Relaxed: read when the pool is idle, which orders the accesses.
  let begin = Atomic<UInt64>(0)
  let end = Atomic<UInt64>(0)
}
