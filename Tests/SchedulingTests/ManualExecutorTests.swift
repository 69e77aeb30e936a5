import GalleyScheduling
import Synchronization
import Testing

@Suite struct ManualExecutorTests {
  let executor = ManualExecutor()
  let journal = Journal()

  @Test func `submitted work does not run until requested`() {
    let work = submit("a")
    #expect(journal.lines == [])
    #expect(executor.waiting == [work.id])
    executor.runAll()
    #expect(journal.lines == ["draw a", "a finished"])
    #expect(executor.waiting == [])
  }

  @Test func `work runs in order of key, then of submission`() {
    submit("far", key: DisplayWork.Key(.display, distance: 100))
    submit("near", key: DisplayWork.Key(.display, distance: 1))
    submit("seen", key: DisplayWork.Key(.visible, distance: 500))
    submit("seen too", key: DisplayWork.Key(.visible, distance: 500))
    submit("nowhere", key: DisplayWork.Key(.none, distance: .nan))
    executor.runAll()
    #expect(journal.drawn == ["seen", "seen too", "near", "far", "nowhere"])
  }

  @Test func `rekeyed pending work runs in the order of its new key`() {
    let works = ["a", "b", "c"].map { submit($0, key: DisplayWork.Key(.preload)) }
    executor.rekey([works[2].id: DisplayWork.Key(.visible), works[0].id: DisplayWork.Key(.none)])
    executor.runAll()
    #expect(journal.drawn == ["c", "b", "a"])
  }

  @Test func `work that becomes stale while pending never runs`() {
    let sentinel = Sentinel()
    submit("old", ticket: sentinel.issueTicket())
    submit("new", ticket: sentinel.issueTicket())
    executor.runAll()
    #expect(journal.lines == ["old canceledBeforeStart", "draw new", "new finished"])
  }

  @Test func `canceled work ends immediately and never runs`() {
    let work = submit("a")
    executor.cancel(work.id)
    #expect(journal.lines == ["a canceledBeforeStart"])
    executor.runAll()
    executor.run(work.id)
    #expect(journal.lines.count == 1)
  }

  @Test func `started work cannot be canceled`() {
    let work = submit("a")
    executor.startNext()
    executor.cancel(work.id)
    executor.finish(work.id)
    #expect(journal.lines == ["draw a", "a finished"])
  }

  @Test func `a cancel between start and drawing is visible to the drawing`() {
    let sentinel = Sentinel()
    let work = submit("a", ticket: sentinel.issueTicket())
    #expect(executor.start(work.id))
    sentinel.cancel()
    executor.finish(work.id)
    #expect(journal.lines == ["a saw that it is stale", "a staleAtEnd"])
  }

  @Test func `a cancel between drawing and finish ends the work as stale`() {
    let sentinel = Sentinel()
    let work = submit("a", ticket: sentinel.issueTicket())
    executor.start(work.id)
    executor.draw(work.id)
    sentinel.cancel()
    executor.finish(work.id)
    #expect(journal.lines == ["draw a", "a staleAtEnd"])
  }

  @Test func `work submitted during a run runs in the same run`() {
    let (executor, journal) = (executor, journal)
    let outer = DisplayWork { _ in
      let inner = DisplayWork { _ in journal.note("draw inner") }
      executor.submit(inner, key: DisplayWork.Key(.visible))
    }
    executor.submit(outer, key: DisplayWork.Key(.visible))
    executor.runAll()
    #expect(journal.drawn == ["inner"])
  }

  @Test func `each work item is counted under one ending`() {
    let clock = ManualClock()
    let executor = ManualExecutor(clock: clock)
    let sentinel = Sentinel()
    let works = (0..<4).map { _ in
      DisplayWork(ticket: Sentinel().issueTicket(), body: { _ in clock.advance(by: 0.001) })
    }
    let stopped = DisplayWork(ticket: sentinel.issueTicket()) { _ in
      clock.advance(by: 0.002)
      sentinel.cancel()
    }
    let kept = DisplayWork { _ in clock.advance(by: 0.003) }
    executor.submit(
      (works + [stopped, kept]).map { DisplayWork.Submission($0, key: DisplayWork.Key(.visible)) })
    executor.runAll()
    let counters = executor.counters
    #expect(counters.submitted == 6)
    #expect(counters.canceledBeforeStart == 4)
    #expect(counters.started == 2)
    #expect(counters.finished == 1)
    #expect(counters.staleAtEnd == 1)
    #expect(abs(counters.wastedMicroseconds - 2_000) < 1e-6)
    #expect(abs(counters.drawingMicroseconds - 5_000) < 1e-6)
    #expect(abs(counters.queueWait.longest - 0.002) < 1e-9)
    #expect(counters.open == 0)
  }

  @Test(arguments: 0..<20)
  func `a shuffle runs each work item once, in a reproducible order`(seed: UInt64) {
    let orders = (0..<2).map { _ in
      let (executor, journal) = (ManualExecutor(), Journal())
      for name in "abcdefgh" {
        let work = DisplayWork(
          body: { _ in journal.note("draw \(name)") }, ended: { journal.note("\(name) \($0)") })
        executor.submit(work, key: DisplayWork.Key(.visible))
      }
      executor.runAll(shuffledBy: seed)
      return journal.lines
    }
    #expect(orders[0] == orders[1])
    #expect(
      orders[0].filter { $0.hasSuffix("finished") }.sorted() == "abcdefgh".map { "\($0) finished" })
    #expect(orders[0].count == 16)
  }

  @discardableResult private func submit(
    _ name: String, key: DisplayWork.Key = DisplayWork.Key(.visible), ticket: Ticket = .unlimited
  ) -> DisplayWork {
    let journal = journal
    let work = DisplayWork(
      ticket: ticket,
      body: { journal.note($0.isStale ? "\(name) saw that it is stale" : "draw \(name)") },
      ended: { journal.note("\(name) \($0)") })
    executor.submit(work, key: key)
    return work
  }
}

/// A log of events in order, from any thread.
final class Journal: Sendable {
  private let entries = Mutex<[String]>([])

  var lines: [String] { entries.withLock { $0 } }

  /// The logged drawings, in order.
  var drawn: [String] {
    lines.filter { $0.hasPrefix("draw ") }.map { String($0.dropFirst("draw ".count)) }
  }

  func note(_ line: String) { entries.withLock { $0.append(line) } }
}
