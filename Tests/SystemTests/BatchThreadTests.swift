import Dispatch
import GalleySystem
import Synchronization
import Testing

@Suite struct BatchThreadTests {
  @Test func `things are done one after the other, in their order`() {
    let thread = BatchThread(name: "test")
    let done = Mutex<[Int]>([])
    for number in 0..<1_000 { thread.async { done.withLock { $0.append(number) } } }
    thread.sync {}
    #expect(done.withLock { $0 } == Array(0..<1_000))
  }

  @Test func `whoever waits gets what comes of it`() {
    #expect(BatchThread(name: "test").sync { 42 } == 42)
  }

  @Test func `the thread waits for its turn, those it starts do not`() {
    let isOther = BatchThread(name: "test").sync {
      hasBatchScheduling
        && BatchThread(name: "a name that is much too long").sync { hasBatchScheduling }
    }
    #expect(isOther)
    #expect(!hasBatchScheduling)
  }

  @Test func `submitted work is done though the thread was released`() {
    let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    do {
      let thread = BatchThread(name: "test")
      thread.async { gate.wait() }
      thread.async { end.signal() }
    }
    gate.signal()
    #expect(end.wait(timeout: .now() + 30) == .success)
  }

  @Test func `many threads take things from many others`() {
    let threads = (0..<4).map { BatchThread(name: "test \($0)") }
    let sum = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      threads[number % 4].async { sum.withLock { $0 += number } }
    }
    for thread in threads { thread.sync {} }
    #expect(sum.withLock { $0 } == 400 * 399 / 2)
  }

  @Test func `a thread ends when nobody has it and nothing is left`() {
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
    #expect(gone.wait(timeout: .now() + 30) == .success)
  }
}
