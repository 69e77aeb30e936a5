import Dispatch
import GalleySystem
import Synchronization
import Testing

@Suite struct BatchThreadTests {
  @Test func `submitted work runs serially and in order`() {
    let thread = BatchThread(name: "test")
    let done = Mutex<[Int]>([])
    for number in 0..<1_000 { thread.async { done.withLock { $0.append(number) } } }
    thread.sync {}
    #expect(done.withLock { $0 } == Array(0..<1_000))
  }

  @Test func `a waiting thread gets the result`() {
    #expect(BatchThread(name: "test").sync { 42 } == 42)
  }

  @Test func `batch threads use batch scheduling, their creator does not`() {
    let isOther = BatchThread(name: "test").sync {
      hasBatchScheduling
        && BatchThread(name: "a name that is much too long").sync { hasBatchScheduling }
    }
    #expect(isOther)
    #expect(!hasBatchScheduling)
  }

  @Test(.enabled(if: threadSlice > 0, "Linux 6.12 tells the time slices of threads"))
  func `a thread that keeps its core has a shorter slice than batch threads`() {
    let slices = BatchThread(name: "test").sync {
      let own = threadSlice
      keepCore()
      return (batch: own, kept: threadSlice, isBatch: hasBatchScheduling)
    }
    #expect(slices.batch == 2 * slices.kept)
    #expect(slices.kept > 1_500)
    #expect(slices.isBatch)
  }

  @Test func `only background threads are nicer than their creator`() {
    let usual = threadNiceness
    #expect(BatchThread(name: "test").sync { threadNiceness } == usual)
    #expect(BatchThread(name: "test", isBackground: true).sync { threadNiceness } > usual)
    #expect(threadNiceness == usual)
  }

  @Test func `processor time advances with the work of the calling thread only`() {
    let start = ProcessorTime.ofThread
    var sum = 0.0
    while ProcessorTime.ofThread - start < 0.005 { sum += 1 }
    #expect(sum > 0)
    #expect(BatchThread(name: "test").sync { ProcessorTime.ofThread } < ProcessorTime.ofThread)
  }

  @Test func `submitted work still runs after the thread is released`() {
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    do {
      let thread = BatchThread(name: "test")
      thread.async { gate.wait() }
      thread.async { end.signal() }
    }
    gate.signal()
    #expect(end.wait(timeout: .now() + 600) == .success)
  }

  @Test func `batch threads accept work from many threads concurrently`() {
    let threads = (0..<4).map { BatchThread(name: "test \($0)") }
    let sum = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      threads[number % 4].async { sum.withLock { $0 += number } }
    }
    for thread in threads { thread.sync {} }
    #expect(sum.withLock { $0 } == 400 * 399 / 2)
  }

  @Test func `a released thread ends when its work is done`() {
    final class Probe: Sendable {
      let gone: DispatchSemaphore
      init(_ gone: DispatchSemaphore) { self.gone = gone }
      deinit { gone.signal() }
    }
    let gone = DispatchSemaphore(value: 0)
    do {
      let thread = BatchThread(name: "test")
      let probe = Probe(gone)
      thread.async { _ = probe }
    }
    #expect(gone.wait(timeout: .now() + 600) == .success)
  }
}
