import Dispatch
import Synchronization

/// What the parts of display cost that are there however little is drawn.
package struct SchedulingFigures: Sendable {
  /// What it costs to ask a ticket, in nanoseconds.
  package var ticketCheck = 0.0
  /// What it costs to issue a ticket, which overtakes another, in nanoseconds.
  package var ticketIssue = 0.0
  /// What it costs to submit a piece of work by itself, and one of 64, in nanoseconds for each.
  package var submission = 0.0, batchedSubmission = 0.0
  /// What it costs to give one of 1,000 pieces that wait another key, all at once, in nanoseconds.
  package var rekeying = 0.0
  /// How long it takes from a submission to a pool with nothing to do until the work begins.
  package var hop = Durations()
  /// How long it takes from the invalidation until drawing that does nothing but ask has stopped.
  package var stop = Durations()
  /// How long a tick takes in which nothing happens.
  package var emptyTick = Durations()

  /// Measures, for about a second, with nothing else going on.
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
      precondition(stale == 0, "nobody has overtaken the ticket")
    }
    figures.ticketIssue = nanoseconds(each: 200_000) { count in
      for _ in 0..<count { _ = sentinel.issueTicket() }
    }
  }

  private static func measureSubmissions(_ figures: inout SchedulingFigures) {
    // What has been measured is canceled, so that no queue is longer than another.
    let executor = ManualExecutor(clock: clock)
    let works = (0..<1_024).map { _ in DisplayWork(body: { _ in }) }
    let key = WorkKey(.visible)
    figures.submission = nanoseconds(each: works.count) { _ in
      for work in works { executor.submit(work, key: key) }
    }
    let keys = Dictionary(
      uniqueKeysWithValues: works.prefix(1_000).enumerated().map { index, work in
        (work.id, WorkKey(.display, distance: Double(index * 7_919 % 1_000)))
      })
    figures.rekeying = nanoseconds(each: keys.count) { _ in executor.rekey(keys) }
    executor.cancel(works.map(\.id))
    let batches = (0..<16).map { _ in
      (0..<64).map { _ in Submission(DisplayWork(body: { _ in }), key: key) }
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
      pool.submit(work, key: WorkKey(.visible))
      begun.wait()
      let invalidation = DispatchTime.now().uptimeNanoseconds
      sentinel.overtake()
      pool.waitUntilIdle()
      figures.hop.add(Double(moments.begin.load(ordering: .relaxed) - submission) / 1e9)
      figures.stop.add(Double(moments.end.load(ordering: .relaxed) - invalidation) / 1e9)
    }
  }

  /// How long `body` takes for each of `count` things, in nanoseconds.
  private static func nanoseconds(each count: Int, _ body: (Int) -> Void) -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    body(count)
    return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(max(1, count))
  }
}

/// When work began and ended, in the nanoseconds of the machine.
private final class Moments: Sendable {
  // Relaxed: they are read when the pool is idle, which orders them.
  let begin = Atomic<UInt64>(0)
  let end = Atomic<UInt64>(0)
}
