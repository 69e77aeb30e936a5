import Dispatch
import GalleyScheduling
import GalleySystem
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite struct PoolExecutorTests {
  let journal = Journal()

  @Test(arguments: [1, 2, 4])
  func `submitted work runs once within the thread limit`(threads: Int) {
    let pool = PoolExecutor(threads: threads)
    let level = Mutex((now: 0, most: 0))
    let ran = Mutex([Int](repeating: 0, count: 200))
    let works = (0..<200).map { index in
      DisplayWork { _ in
        level.withLock {
          $0.now += 1
          $0.most = max($0.most, $0.now)
        }
        ran.withLock { $0[index] += 1 }
        level.withLock { $0.now -= 1 }
      }
    }
    pool.submit(
      works.prefix(100).map { DisplayWork.Submission($0, key: DisplayWork.Key(.visible)) })
    for work in works.suffix(100) { pool.submit(work, key: DisplayWork.Key(.display)) }
    pool.waitUntilIdle()
    #expect(ran.withLock { $0 } == [Int](repeating: 1, count: 200))
    #expect(level.withLock { $0.most } <= threads)
    #expect(pool.counters.finished == 200)
    #expect(pool.counters.open == 0)
  }

  @Test func `pool threads use batch scheduling, a helping caller does not`() {
    let pool = PoolExecutor(threads: 2)
    let policies = Mutex<[Bool]>([])
    let work = DisplayWork { _ in policies.withLock { $0.append(hasBatchScheduling) } }
    let mine = DisplayWork { _ in policies.withLock { $0.append(hasBatchScheduling) } }
    pool.submit(work, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    let gates = [holdUp(pool), holdUp(pool)]
    pool.submit(mine, key: DisplayWork.Key(.visible))
    pool.run([mine.id])
    for gate in gates { gate.signal() }
    pool.waitUntilIdle()
    #expect(policies.withLock { $0 } == [true, false])
  }

  @Test func `a single thread takes work in order of its current keys`() {
    let pool = PoolExecutor(threads: 1)
    let gate = holdUp(pool)
    let works = ["a", "b", "c", "d"].map(work)
    pool.submit(works.map { DisplayWork.Submission($0, key: DisplayWork.Key(.preload)) })
    pool.rekey([works[2].id: DisplayWork.Key(.visible), works[0].id: DisplayWork.Key(.none)])
    pool.cancel(works[3].id)
    #expect(journal.lines == ["d canceledBeforeStart"])
    gate.signal()
    pool.waitUntilIdle()
    #expect(journal.drawn == ["c", "b", "a"])
  }

  @Test func `work that becomes stale while pending does not run`() {
    let pool = PoolExecutor(threads: 1)
    let gate = holdUp(pool)
    let sentinel = Sentinel()
    let journal = journal
    let stale = DisplayWork(ticket: sentinel.issueTicket()) { _ in
      journal.note("draw stale")
    } ended: {
      journal.note("\($0)")
    }
    pool.submit(stale, key: DisplayWork.Key(.visible))
    sentinel.cancel()
    gate.signal()
    pool.waitUntilIdle()
    #expect(journal.lines == ["canceledBeforeStart"])
  }

  @Test func `work that goes stale while it runs is counted as wasted`() {
    let clock = ManualClock()
    let pool = PoolExecutor(threads: 1, clock: clock)
    let sentinel = Sentinel()
    let stopped = DisplayWork(ticket: sentinel.issueTicket()) { ticket in
      clock.advance(by: 0.25)
      sentinel.supersede()
      if !ticket.isStale { clock.advance(by: 100) }
    }
    pool.submit(stopped, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(pool.counters.staleAtEnd == 1)
    #expect(pool.counters.wastedMicroseconds == 250_000)
  }

  @Test @MainActor func `work of a tick starts when its threads are woken, other work at once`() {
    let pool = PoolExecutor(threads: 1)
    let threads = Mutex<[Bool]>([])
    let works = (0..<3).map { _ in DisplayWork { _ in threads.withLock { $0.append(isOnMain) } } }
    pool.delayWaking()
    pool.submit(works[0], key: DisplayWork.Key(.visible))
    usleep(20_000)
    pool.run([works[0].id])
    #expect(threads.withLock { $0 } == [true])
    pool.submit(works[1], key: DisplayWork.Key(.visible))
    pool.wakeThreads()
    pool.waitUntilIdle()
    #expect(threads.withLock { $0 } == [true, false])
    pool.delayWaking()
    DispatchQueue.global().sync { pool.submit(works[2], key: DisplayWork.Key(.visible)) }
    expectTime(below: 5) { while threads.withLock({ $0.count }) < 3 { usleep(1_000) } }
    pool.wakeThreads()
  }

  @Test @MainActor func `waiting for a pool wakes its threads`() {
    let pool = PoolExecutor(threads: 1)
    pool.delayWaking()
    pool.submit(work("drawn"), key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(journal.drawn == ["drawn"])
  }

  @Test func `a caller runs only the requested pending work`() {
    let pool = PoolExecutor(threads: 1)
    let gate = holdUp(pool)
    let works = ["a", "b", "c"].map(work)
    pool.submit(works.map { DisplayWork.Submission($0, key: DisplayWork.Key(.visible)) })
    pool.run([works[1].id, works[0].id])
    #expect(journal.drawn == ["b", "a"])
    gate.signal()
    pool.waitUntilIdle()
    #expect(journal.drawn == ["b", "a", "c"])
    #expect(pool.counters.open == 0)
  }

  @Test func `running work can submit more work`() {
    let pool = PoolExecutor(threads: 2)
    let inner = work("inner")
    let outer = DisplayWork { _ in pool.submit(inner, key: DisplayWork.Key(.visible)) }
    pool.submit(outer, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(journal.drawn == ["inner"])
  }

  @Test func `a pool has at least one thread, by default at least two`() {
    #expect(PoolExecutor(threads: -1).threadCount == 1)
    #expect(PoolExecutor.defaultThreadCount >= 2)
    PoolExecutor().waitUntilIdle()
  }

  @Test func `the threads of a pool leave most CPU time to others`() {
    let pool = PoolExecutor(threads: 1)
    let niceness = Mutex(0)
    let work = DisplayWork { _ in niceness.withLock { $0 = threadNiceness } }
    pool.submit(work, key: DisplayWork.Key(.visible))
    pool.waitUntilIdle()
    #expect(niceness.withLock { $0 } > threadNiceness)
  }

  /// Keeps the pool's only thread busy until the semaphore is signaled.
  private func holdUp(_ pool: PoolExecutor) -> DispatchSemaphore {
    let (gate, isBusy) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let plug = DisplayWork { _ in
      isBusy.signal()
      gate.wait()
    }
    pool.submit(plug, key: DisplayWork.Key(.visible))
    isBusy.wait()
    return gate
  }

  private func work(_ name: String) -> DisplayWork {
    let journal = journal
    return DisplayWork { _ in
      journal.note("draw \(name)")
    } ended: { ending in
      if ending != .finished { journal.note("\(name) \(ending)") }
    }
  }
}
