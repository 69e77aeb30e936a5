import Dispatch
import GalleyScheduling
import TestSupport
import Testing

/// Four threads that access one object, for the thread sanitizer.
@Suite struct HammerTests {
  @Test func `a sentinel publishes tickets at most once and in increasing order`() {
    let sentinel = Sentinel()
    let published = Shared<[UInt64]>([])
    let threads = Threads(4) { thread in
      for round in 0..<2_000 {
        let ticket = sentinel.issueTicket()
        if round % 64 == thread { sentinel.cancel() }
        if round % 16 == thread { sentinel.supersede() }
        _ = ticket.isStale
        // Under the lock, so that the log is in order of publication.
        published.change { if sentinel.publish(ticket) { $0.append(ticket.number) } }
        #expect(!sentinel.publish(ticket))
      }
    }
    threads.wait()
    let numbers = published.current
    #expect(!numbers.isEmpty)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `drawing on all threads stops when its ticket goes stale`() {
    let sentinel = Sentinel()
    let stops = Shared(0)
    let begun = DispatchSemaphore(value: 0)
    let ticket = sentinel.issueTicket()
    let threads = Threads(3) { _ in
      begun.signal()
      while !ticket.isStale {}
      stops.change { $0 += 1 }
    }
    for _ in 0..<3 { begun.wait() }
    sentinel.supersede()
    threads.wait()
    #expect(stops.current == 3)
  }

  @Test func `each work item ends once with four submitting and four pool threads`() {
    let pool = PoolExecutor(threads: 4)
    let endings = Shared<[DisplayWork.ID: Int]>([:])
    let sentinels = (0..<8).map { _ in Sentinel() }
    let threads = Threads(4) { thread in
      for round in 0..<200 {
        let batch = (0..<3).map { index in
          let name = Shared<DisplayWork.ID?>(nil)
          let ticket = sentinels[(thread + round + index) % 8].issueTicket()
          let work = DisplayWork(ticket: ticket) {
            _ = $0.isStale
          } ended: { _ in
            if let id = name.current { endings.change { $0[id, default: 0] += 1 } }
          }
          name.change { $0 = work.id }
          return work
        }
        pool.submit(
          batch.map {
            DisplayWork.Submission($0, key: DisplayWork.Key(.preload, distance: Double(round)))
          })
        pool.rekey([batch[0].id: DisplayWork.Key(.visible)])
        if round % 3 == 0 { pool.cancel(batch[1].id) }
        if round % 5 == 0 { pool.run([batch[2].id]) }
        if round % 50 == 0 { pool.waitUntilIdle() }
      }
    }
    threads.wait()
    pool.waitUntilIdle()
    let counters = pool.counters
    #expect(counters.submitted == 4 * 200 * 3)
    #expect(counters.open == 0)
    #expect(endings.current.count == counters.submitted)
    #expect(endings.current.values.allSatisfy { $0 == 1 })
  }

  @MainActor @Test func `work posted by four threads runs once, in each thread's order`() {
    let loop = DisplayLoop(clock: SystemClock(), executor: ManualExecutor())
    let posts = Shared([[Int]](repeating: [], count: 4))
    let threads = Threads(4) { thread in
      for round in 0..<300 {
        loop.perform(in: .finishedWork) { posts.change { $0[thread].append(round) } }
        var thing: Thing? = Thing()
        loop.releases.release(&thing)
        if round % 50 == 0 { loop.requestFrames().end() }
      }
    }
    for _ in 0..<200 { loop.tick() }
    threads.wait()
    loop.settle(limit: 2_000)
    #expect(posts.current == [[Int]](repeating: Array(0..<300), count: 4))
    #expect(loop.releases.count == 0)
  }

  @MainActor @Test func `completions run once while their work ends on four threads`() {
    let loop = DisplayLoop(clock: SystemClock(), executor: PoolExecutor(threads: 4))
    var completions = 0
    for round in 0..<100 {
      let transaction = loop.transactions.makeTransaction()
      for index in 0..<4 {
        transaction.add(
          DisplayWork.Key(.visible), work: { _ in index }, completion: { _ in completions += 1 })
      }
      loop.tick()
      if round % 7 == 0 { transaction.waitUntilComplete() }
    }
    loop.settle()
    #expect(loop.transactions.isEmpty)
    #expect(completions == 400)
  }
}

private final class Thing: Sendable {}
