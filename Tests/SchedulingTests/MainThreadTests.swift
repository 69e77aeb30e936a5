import Dispatch
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
}

// Q11: 100,000 calls on at most two threads per core, each number once.
@Suite struct ParallelApplyTests {
  @Test(arguments: [0, 1, 3, 8])
  func `each iteration runs exactly once`(threads: Int) {
    let counts = Shared([Int](repeating: 0, count: 1_000))
    parallelApply(iterations: 1_000, threads: threads) { index in
      counts.change { $0[index] += 1 }
    }
    #expect(counts.current == [Int](repeating: 1, count: 1_000))
  }

  @Test func `concurrency does not exceed the thread limit`() {
    let level = Shared((now: 0, most: 0))
    parallelApply(iterations: 10_000, threads: 2) { _ in
      level.change { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
      level.change { $0.now -= 1 }
    }
    #expect(level.current.most <= 2)
  }

  @Test func `a negative iteration count makes no calls`() {
    parallelApply(iterations: -1, threads: 2) { _ in Issue.record("called") }
  }
}

/// An object that reports the thread of its deinitialization.
private final class Mortal: Sendable {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  deinit { journal.note("died on main: \(isOnMain)") }
}
