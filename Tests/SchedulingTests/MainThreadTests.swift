import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import GalleyScheduling

@MainActor @Suite struct MainThreadTests {
  let journal = Journal()

  // L18, Q01, Q05, Q07: main-actor objects are released on the main actor, ten per tick.
  @Test func `objects released off main are deallocated on main, ten per tick`() {
    let loop = DisplayLoop(clock: ManualClock(), executor: ManualExecutor())
    let journal = journal
    elsewhere {
      for _ in 0..<25 {
        var object: Mortal? = Mortal(journal)
        loop.releases.release(&object)
        #expect(object == nil)
        // Nothing is no object.
        loop.releases.release(&object)
      }
    }
    #expect(journal.lines == [])
    var counts: [Int] = []
    while loop.needsTick {
      loop.tick()
      counts.append(journal.lines.count)
    }
    #expect(counts == [10, 20, 25])
    #expect(journal.lines.allSatisfy { $0 == "died on main: true" })
  }

  @Test func `values of several ticks are released by one work item`() {
    let executor = ManualExecutor()
    let loop = DisplayLoop(clock: ManualClock(), executor: executor)
    for _ in 0..<3 {
      loop.backgroundReleases.add(Mortal(journal))
      loop.backgroundReleases.add([Mortal(journal), Mortal(journal)])
      loop.tick()
      #expect(executor.waiting.count == 1)
    }
    #expect(!loop.needsTick)
    #expect(journal.lines == [])
    executor.runAll()
    #expect(journal.lines.count == 9)
    loop.tick()
    #expect(executor.waiting.isEmpty)
    loop.backgroundReleases.add(Mortal(journal))
    #expect(loop.needsTick)
    loop.tick()
    executor.runAll()
    #expect(journal.lines.count == 10)
  }

  @Test func `the values of a tick are released on a thread of the executor`() {
    let executor = PoolExecutor(threads: 1)
    let loop = DisplayLoop(clock: ManualClock(), executor: executor)
    for _ in 0..<5 { loop.backgroundReleases.add(Mortal(journal)) }
    loop.tick()
    executor.waitUntilIdle()
    #expect(journal.lines == Array(repeating: "died on main: false", count: 5))
  }
}

// Q11: 100,000 calls on at most two threads per core, each number once.
@Suite struct ParallelApplyTests {
  @Test(arguments: [0, 1, 3, 8])
  func `each of 100,000 iterations runs exactly once`(threads: Int) {
    let counts = (0..<100_000).map { _ in Counter() }
    let others = Counter()
    parallelApply(iterations: counts.count, threads: threads) { index in
      (counts.indices.contains(index) ? counts[index] : others).count.wrappingAdd(
        1, ordering: .relaxed)
    }
    #expect(counts.allSatisfy { $0.count.load(ordering: .relaxed) == 1 })
    #expect(others.count.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 100])
  func `iterations run on several threads, but at most the limit`(limit: Int) {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let most = limit == 0 ? 2 * cores : min(limit, 2 * cores)
    let least = min(most, cores, 2)
    // Dispatch may have one thread only while other tests keep the cores busy; with few threads,
    // one of them may take all iterations.
    var (isConcurrent, isPossible) = (false, false)
    for _ in 0..<20 where !isConcurrent {
      let level = concurrency(upTo: least) { body in
        parallelApply(iterations: 8 * most, threads: limit) { _ in body() }
      }
      #expect(level <= most)
      isConcurrent = level >= least
      let reference = concurrency(upTo: least) { body in
        DispatchQueue.concurrentPerform(iterations: 8 * most) { _ in body() }
      }
      isPossible = isPossible || reference >= least
    }
    if limit == 0 || limit > 2 * cores { #expect(isConcurrent || !isPossible) }
  }

  /// Returns the maximum number of calls at the same time; the first ones wait for others.
  private func concurrency(upTo least: Int, _ run: (@Sendable @escaping () -> Void) -> Void) -> Int
  {
    let level = Shared((now: 0, most: 0))
    let clock = SystemClock()
    let begin = clock.now
    run {
      let start = clock.now
      level.change { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
      while clock.now < (level.current.most < least ? begin + 0.2 : start + 0.002) {}
      level.change { $0.now -= 1 }
    }
    #expect(level.current.now == 0)
    return level.current.most
  }

  @Test func `a negative iteration count makes no calls`() {
    parallelApply(iterations: -1, threads: 2) { _ in Issue.record("called") }
  }
}

/// A counter that several threads may increment.
private final class Counter: Sendable {
  let count = Atomic(0)
}

/// An object that reports the thread of its deinitialization.
private final class Mortal: Sendable {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  deinit { journal.note("died on main: \(isOnMain)") }
}
