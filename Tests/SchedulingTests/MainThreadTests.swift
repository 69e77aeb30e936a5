import Dispatch
import Testing

@testable import GalleyScheduling

@MainActor @Suite struct MainThreadTests {
  let journal = Journal()

  @Test func `work performed on main from main runs at once`() {
    #expect(isOnMain)
    performOnMain { journal.note("inside") }
    journal.note("after")
    #expect(journal.lines == ["inside", "after"])
  }

  @Test func `work performed on main from another thread runs on main later`() async {
    let (steps, continuation) = AsyncStream<Bool>.makeStream()
    DispatchQueue.global().async {
      continuation.yield(isOnMain)
      performOnMain { continuation.yield(isOnMain) }
    }
    var places: [Bool] = []
    for await step in steps.prefix(2) { places.append(step) }
    #expect(places == [false, true])
  }

  @Test
  func `work performed in the background from main leaves main, and other threads run it at once`()
    async
  {
    let (steps, continuation) = AsyncStream<String>.makeStream()
    performInBackground {
      performInBackground { continuation.yield("inside, on main: \(isOnMain)") }
      continuation.yield("after")
    }
    var lines: [String] = []
    for await step in steps.prefix(2) { lines.append(step) }
    #expect(lines == ["inside, on main: false", "after"])
  }

  // MARK: The main serial queue

  // N14: work submitted while the queue is drained runs in the same drain.
  @Test func `work enqueued by other threads runs at the next tick, all of it`() {
    let loop = DisplayLoop(clock: ManualClock(), executor: ManualExecutor())
    let (journal, queue) = (journal, loop.serialQueue)
    offMain {
      queue.perform {
        queue.perform { journal.note("pushed by a") }
        journal.note("a")
      }
      queue.perform { journal.note("b") }
    }
    loop.perform(in: .serialQueue) { journal.note("later") }
    #expect(queue.count == 2)
    #expect(loop.needsTick)
    #expect(journal.lines == [])
    loop.tick()
    // Inside a, the queue continues with earlier items.
    #expect(journal.lines == ["b", "pushed by a", "a", "later"])
    #expect(queue.count == 0)
    #expect(!loop.needsTick)
  }

  @Test func `work enqueued on main runs at once, after the pending work`() {
    let queue = MainSerialQueue(wake: {})
    let journal = journal
    offMain { queue.perform { journal.note("a") } }
    queue.perform { journal.note("b") }
    #expect(journal.lines == ["a", "b"])
  }

  @Test func `work that another thread pushes during a drain runs in the same drain`() {
    let wakes = Journal()
    let queue = MainSerialQueue(wake: { wakes.note("wake") })
    let journal = journal
    queue.perform {
      offMain { queue.perform { journal.note("pushed") } }
      journal.note("a")
    }
    #expect(journal.lines == ["a", "pushed"])
  }

  // MARK: Deferred release

  // L18: main-actor objects are released on the main actor.
  @Test func `objects that are released elsewhere die on main, ten at a tick`() {
    let loop = DisplayLoop(clock: ManualClock(), executor: ManualExecutor())
    let journal = journal
    offMain {
      for _ in 0..<25 {
        var object: Mortal? = Mortal(journal)
        loop.releases.release(&object)
        #expect(object == nil)
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

  @Test func `all can be released at once, and nothing is no object`() {
    let releases = DeferredRelease(wake: {})
    for _ in 0..<25 {
      var object: Mortal? = Mortal(journal)
      releases.release(&object)
      releases.release(&object)
    }
    #expect(releases.count == 25)
    releases.releaseAll()
    #expect(journal.lines.count == 25)
    #expect(releases.count == 0)
  }
}

/// Runs `body` on another thread and waits for it.
func offMain(_ body: @escaping @Sendable () -> Void) {
  let threads = Threads(1) { _ in body() }
  threads.wait()
}

/// An object that reports the thread of its deinitialization.
private final class Mortal: Sendable {
  private let journal: Journal

  init(_ journal: Journal) { self.journal = journal }

  deinit { journal.note("died on main: \(isOnMain)") }
}
