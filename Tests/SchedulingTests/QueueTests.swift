import Dispatch
import Glibc
import Testing

@testable import GalleyScheduling

@MainActor @Suite struct RunLoopQueueTests {
  let journal = Journal()

  // Q01: nil is not an item.
  @Test func `nothing is no item`() {
    let queue = makeQueue()
    queue.enqueue(nil)
    #expect(queue.isEmpty)
    #expect(journal.lines == [])
  }

  // Q02: an item is queued once.
  @Test func `an item that is in the queue is not put in again`() {
    let (queue, item) = (makeQueue(), Item("a"))
    queue.enqueue(item)
    queue.enqueue(item)
    drain(queue)
    #expect(journal.lines == ["wake", "a, drained"])
    queue.enqueue(item)
    drain(queue)
    #expect(journal.lines.count == 4)
  }

  // Q03: duplicates, if allowed.
  @Test func `an item may be put in twice, if the queue allows it`() {
    let (queue, item) = (makeQueue { $0.isExclusive = false }, Item("a"))
    queue.enqueue(item)
    queue.enqueue(item)
    drain(queue)
    #expect(handled == ["a", "a, drained"])
  }

  // Q04: one item per tick.
  @Test func `items are handled one at a tick`() {
    let loop = DisplayLoop(clock: ManualClock(), executor: ManualExecutor())
    let journal = journal
    let (queue, hold) = loop.makeQueue { (item: Item, isDrained) in
      journal.note("\(item.name)\(isDrained ? ", drained" : "")")
    }
    let items = ["a", "b", "c"].map(Item.init)
    for item in items { queue.enqueue(item) }
    var counts: [Int] = []
    while loop.needsTick {
      loop.tick()
      counts.append(journal.lines.count)
    }
    #expect(counts == [1, 2, 3])
    #expect(journal.lines == ["a", "b", "c, drained"])
    withExtendedLifetime(hold) {}
  }

  // Q05: batches have the requested size.
  // Q06: only the last item of a batch is marked as last.
  @Test func `batches have their size, and only the last of all items hears that it is`() {
    let queue = makeQueue { $0.batchSize = 2 }
    let items = ["a", "b", "c", "d", "e"].map(Item.init)
    for item in items { queue.enqueue(item) }
    queue.processBatch()
    #expect(handled == ["a", "b"])
    queue.processBatch()
    #expect(handled == ["a", "b", "c", "d"])
    #expect(!queue.isEmpty)
    queue.processBatch()
    #expect(handled == ["a", "b", "c", "d", "e, drained"])
    #expect(queue.isEmpty)
  }

  // Q07: a queue retains its items.
  @Test func `a queue keeps its items alive`() {
    let queue = makeQueue()
    queue.enqueue(Item("a"))
    drain(queue)
    #expect(handled == ["a, drained"])
  }

  // Q08: a weak queue skips released items.
  @Test func `a weak queue does not, and does not handle the dead`() {
    let queue = makeQueue { $0.isStrong = false }
    let kept = Item("kept")
    queue.enqueue(Item("dead"))
    queue.enqueue(kept)
    queue.enqueue(Item("dead"))
    drain(queue)
    #expect(handled == ["kept, drained"])
  }

  // Q09: a weak queue of released items is empty.
  @Test func `a weak queue of the dead is empty`() {
    let queue = makeQueue { $0.isStrong = false }
    for _ in 0..<10 { queue.enqueue(Item("dead")) }
    #expect(queue.isEmpty)
    queue.processBatch()
    #expect(handled == [])
  }

  @Test func `a weak queue takes what stands where something dead did`() {
    let queue = makeQueue { $0.isStrong = false }
    var kept: [Item] = []
    for _ in 0..<100 {
      queue.enqueue(Item("dead"))
      let item = Item("kept")
      queue.enqueue(item)
      queue.enqueue(item)
      kept.append(item)
    }
    drain(queue)
    #expect(handled.count == kept.count)
  }

  @Test func `a queue without a handler lets go, a batch at a time`() {
    let queue = RunLoopQueue<Item>(wake: {}, handler: nil)
    weak var first: Item?
    weak var second: Item?
    do {
      let items = [Item("a"), Item("b")]
      (first, second) = (items[0], items[1])
      for item in items { queue.enqueue(item) }
    }
    queue.processBatch()
    #expect(first == nil)
    #expect(second != nil)
  }

  private var handled: [String] { journal.lines.filter { $0 != "wake" } }

  private func makeQueue(
    _ configure: (inout RunLoopQueue<Item>.Options) -> Void = { _ in }
  ) -> RunLoopQueue<Item> {
    var options = RunLoopQueue<Item>.Options()
    configure(&options)
    let journal = journal
    return RunLoopQueue(
      options: options, wake: { journal.note("wake") },
      handler: { item, isDrained in
        journal.note("\(item.name)\(isDrained ? ", drained" : "")")
      })
  }

  private func drain(_ queue: RunLoopQueue<Item>) {
    repeat { queue.processBatch() } while !queue.isEmpty
  }
}

// Q10: a weak set does not contain released members.
@Suite struct WeakSetTests {
  @Test func `a released object is not in the set`() {
    var set = WeakSet<Item>()
    #expect(set.isEmpty)
    let kept = Item("kept")
    let insertions = [set.insert(kept), set.insert(kept)]
    #expect(insertions == [true, false])
    do {
      let dying = Item("dying")
      set.insert(dying)
      #expect(set.count == 2)
      #expect(set.contains(dying))
    }
    #expect(set.count == 1)
    #expect(set.elements.map(\.name) == ["kept"])
    #expect(!set.contains(Item("other")))
    let removals = [set.remove(kept), set.remove(kept)]
    #expect(removals == [true, false])
    #expect(set.isEmpty)
  }

  @Test func `the room of the dead is used again`() {
    var set = WeakSet<Item>()
    let kept = Item("kept")
    set.insert(kept)
    for _ in 0..<1_000 { set.insert(Item("dead")) }
    #expect(set.elements.map(\.name) == ["kept"])
    set.removeAll()
    #expect(set.isEmpty)
    let isNew = set.insert(kept)
    #expect(isNew)
  }
}

// Q11: 100,000 calls on at most two threads per core, each number once.
@Suite struct ParallelApplyTests {
  @Test(arguments: [0, 1, 3, 8])
  func `each number comes once`(threads: Int) {
    let counts = Shared([Int](repeating: 0, count: 1_000))
    parallelApply(iterations: 1_000, threads: threads) { index in
      counts.change { $0[index] += 1 }
    }
    #expect(counts.current == [Int](repeating: 1, count: 1_000))
  }

  @Test func `no more threads work at a time than may`() {
    let level = Shared((now: 0, most: 0))
    parallelApply(iterations: 10_000, threads: 2) { _ in
      level.change { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
      level.change { $0.now -= 1 }
    }
    #expect(level.current.most <= 2)
  }

  @Test func `a hundred thousand numbers come once each, on two threads for each core at most`() {
    let seen = Shared((counts: [UInt8](repeating: 0, count: 100_000), threads: Set<UInt>()))
    let done = DispatchSemaphore(value: 0)
    parallelApplyInBackground(
      iterations: 100_000,
      { index in
        let thread = UInt(pthread_self())
        seen.change {
          $0.counts[index] &+= 1
          $0.threads.insert(thread)
        }
      }, completion: { done.signal() })
    done.wait()
    #expect(seen.current.counts.allSatisfy { $0 == 1 })
    #expect(seen.current.threads.count <= 2 * PoolExecutor.coreCount)
  }

  @Test(arguments: [0, 1, 100])
  func `the background is done when it says so`(iterations: Int) {
    let sum = Shared(0)
    let done = DispatchSemaphore(value: 0)
    parallelApplyInBackground(
      iterations: iterations, { index in sum.change { $0 += index } },
      completion: { done.signal() })
    done.wait()
    #expect(sum.current == iterations * (iterations - 1) / 2)
  }

  @Test func `no numbers are no calls`() {
    parallelApply(iterations: -1, threads: 2) { _ in Issue.record("called") }
  }
}

private final class Item: Sendable {
  let name: String

  init(_ name: String) { self.name = name }
}
