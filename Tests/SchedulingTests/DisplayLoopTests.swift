import GalleyScheduling
import Glibc
import Synchronization
import TestSupport
import Testing

@MainActor @Suite struct DisplayLoopTests {
  let clock = ManualClock()
  let executor = ManualExecutor()
  let driver = ManualDriver()
  let journal = Journal()
  let loop: DisplayLoop

  init() { loop = DisplayLoop(clock: clock, executor: executor, driver: driver, frameRate: 50) }

  // N19: commit follows layout.
  @Test func `the phases of a tick run in order`() {
    for phase in DisplayLoop.Phase.allCases.reversed() {
      loop.perform(in: phase) { journal.note("\(phase)") }
    }
    loop.tick()
    #expect(
      journal.lines == [
        "input", "finishedWork", "changeSets", "interfaceStates", "measurement",
        "pendingStates", "layout", "display", "commit", "releases",
      ])
    loop.tick()
    #expect(journal.lines.count == 10)
  }

  @Test func `work submitted in a tick does not compete with the rest of it`() {
    let pool = PoolExecutor(threads: 1)
    let loop = DisplayLoop(clock: clock, executor: pool)
    let journal = journal
    loop.perform(in: .input) {
      pool.submit(DisplayWork { _ in journal.note("work") }, key: DisplayWork.Key(.visible))
    }
    loop.perform(in: .releases) {
      usleep(20_000)
      journal.note("releases")
    }
    loop.tick()
    pool.waitUntilIdle()
    #expect(journal.lines == ["releases", "work"])
  }

  @Test func `work for the current phase or a later one runs in the same tick`() {
    loop.perform(in: .layout) {
      journal.note("layout")
      loop.perform(in: .layout) { journal.note("layout again") }
      loop.perform(in: .commit) { journal.note("commit") }
    }
    loop.tick()
    #expect(journal.lines == ["layout", "layout again", "commit"])
    #expect(!loop.needsTick)
  }

  @Test func `work for a completed phase runs in the next tick`() {
    loop.perform(in: .layout) {
      loop.perform(in: .input) { journal.note("input") }
    }
    loop.tick()
    #expect(journal.lines == [])
    #expect(loop.needsTick)
    loop.tick()
    #expect(journal.lines == ["input"])
    #expect(!loop.needsTick)
  }

  // N14: work submitted while the queue is drained runs in the same drain.
  @Test func `work enqueued from another thread joins the running phase in order`() {
    let (loop, journal) = (loop, journal)
    elsewhere {
      loop.perform(in: .layout) {
        elsewhere { loop.perform(in: .layout) { journal.note("added by a") } }
        journal.note("a")
      }
      loop.perform(in: .layout) { journal.note("b") }
    }
    #expect(loop.needsTick && journal.lines == [])
    loop.tick()
    #expect(journal.lines == ["a", "b", "added by a"])
    #expect(!loop.needsTick)
  }

  @Test func `work that re-enqueues itself forever does not block the tick`() {
    var isOver = false
    @MainActor func again() {
      journal.note("again")
      if !isOver { loop.perform(in: .layout) { again() } }
    }
    again()
    loop.tick()
    #expect(journal.lines.count > 1)
    #expect(loop.needsTick)
    isOver = true
    loop.tick()
    #expect(!loop.needsTick)
  }

  @Test func `a handler runs on each tick until released`() {
    var kept: DisplayLoop.Handler? = loop.onEachTick(in: .layout) {
      journal.note("kept \($0.number)")
    }
    for _ in 0..<2 { loop.tick() }
    #expect(kept != nil)
    kept = nil
    loop.tick()
    #expect(journal.lines == ["kept 1", "kept 2"])
  }

  @Test func `all phases of a tick get the same time`() {
    var times: [Double] = []
    let handlers = [DisplayLoop.Phase.input, .commit].map { phase in
      loop.onEachTick(in: phase) { tick in
        times.append(tick.time)
        clock.advance(by: 1)
      }
    }
    clock.advance(by: 5)
    loop.tick()
    loop.tick()
    #expect(times == [5, 5, 7, 7])
    #expect(loop.tickDurations.count == 2)
    withExtendedLifetime(handlers) {}
  }

  // MARK: Asking for ticks

  @Test func `repeated tick requests are coalesced into one tick`() {
    for _ in 0..<3 { loop.setNeedsTick() }
    #expect(driver.delays == [0])
    driver.fire()
    #expect(loop.tickDurations.count == 1)
    #expect(driver.delays == [])
  }

  @Test func `a tick requested during a tick runs one frame later`() {
    loop.perform(in: .input) {
      loop.setNeedsTick()
      loop.setNeedsTick()
      #expect(!loop.tick())
    }
    driver.fire()
    #expect(loop.tickDurations.count == 1)
    #expect(driver.delays == [0.02])
  }

  @Test func `a scheduled call superseded by a manual tick does nothing`() {
    loop.setNeedsTick()
    loop.tick()
    driver.fire()
    #expect(loop.tickDurations.count == 1)
  }

  @Test func `requested frames repeat without accumulating lateness`() {
    let request = loop.requestFrames()
    var times: [Double] = []
    let handler = loop.onEachTick(in: .input) { times.append($0.time) }
    for lateness in [0, 0.005, 0.001, 0, 0.05] {
      clock.advance(by: (driver.delays.first ?? 0) + lateness)
      driver.fire()
    }
    #expect(times.map { ($0 * 1_000).rounded() } == [0, 25, 41, 60, 130])
    #expect(driver.delays.map { ($0 * 1_000).rounded() } == [20])
    request.end()
    driver.fire()
    #expect(driver.delays == [])
    withExtendedLifetime(handler) {}
  }

  @Test func `frames end with the last frame request`() {
    var requests = [loop.requestFrames(), loop.requestFrames()]
    driver.fire()
    #expect(driver.delays.count == 1)
    requests.removeLast()
    driver.fire()
    #expect(driver.delays.count == 1)
    requests.removeLast()
    driver.fire()
    #expect(driver.delays == [])
  }

  @Test func `a pending tick of a deallocated loop does nothing`() {
    weak var gone: DisplayLoop?
    do {
      let loop = DisplayLoop(clock: clock, executor: executor, driver: driver)
      loop.setNeedsTick()
      gone = loop
    }
    #expect(gone == nil)
    driver.fire()
  }

  // MARK: Transactions

  @Test func `a tick commits its transactions and a later tick completes them`() {
    loop.perform(in: .display) { draw("a") }
    loop.perform(in: .commit) { journal.note("waiting: \(executor.waiting.count)") }
    loop.tick()
    #expect(!loop.needsTick)
    #expect(journal.lines == ["waiting: 1"])

    executor.runAll()
    #expect(loop.needsTick)
    loop.perform(in: .input) { journal.note("before") }
    loop.perform(in: .changeSets) { journal.note("after") }
    loop.tick()
    #expect(journal.lines == ["waiting: 1", "draw a", "before", "a is there", "after"])
    #expect(loop.transactions.isEmpty)
  }

  @Test func `a transaction opened between ticks requests a tick`() {
    _ = loop.transactions.makeTransaction()
    #expect(loop.needsTick)
    loop.tick()
    #expect(loop.transactions.isEmpty)
    #expect(!loop.needsTick)
  }

  @Test func `settling runs ticks until no work is left`() {
    draw("a", then: { draw("b") })
    let count = loop.settle()
    #expect(count == 3)
    #expect(journal.lines == ["draw a", "a is there", "draw b", "b is there"])
    #expect(loop.settle() == 0)
    let request = loop.requestFrames()
    #expect(loop.settle(limit: 7) == 7)
    request.end()
  }

  @Test func `a delayed closure runs in the first tick after its delay`() {
    loop.perform(after: 0.5, in: .input) { journal.note("later") }
    loop.perform(after: 0.2, in: .commit) { journal.note("sooner") }
    #expect(driver.delays.map { ($0 * 1_000).rounded() } == [500, 200])
    #expect(!loop.needsTick)
    loop.tick()
    clock.advance(by: 0.25)
    #expect(loop.needsTick)
    loop.tick()
    #expect(journal.lines == ["sooner"])
    #expect(!loop.needsTick)
    clock.advance(by: 0.25)
    driver.fire()
    #expect(journal.lines == ["sooner", "later"])
    #expect(loop.tickDurations.count == 3)
    driver.fire()
    #expect(loop.tickDurations.count == 3)
  }

  @Test func `a requested tick comes before a delayed closure and does not run it`() {
    loop.perform(after: 1, in: .input) { journal.note("later") }
    loop.setNeedsTick()
    driver.fire()
    #expect(journal.lines == [])
    // The call for the closure follows the tick.
    #expect(driver.delays == [1])
    clock.advance(by: 1)
    driver.fire()
    #expect(journal.lines == ["later"])
  }

  @Test func `a closure delayed by an invalid time runs in the next tick`() {
    for delay in [-1, .nan, .infinity] {
      loop.perform(after: delay, in: .layout) { journal.note("\(delay)") }
    }
    #expect(loop.needsTick)
    loop.tick()
    #expect(journal.lines == ["-1.0", "nan", "inf"])
  }

  @Test func `the main queue driver delivers ticks`() async {
    let (ticks, continuation) = AsyncStream<Void>.makeStream()
    let loop = DisplayLoop(
      clock: SystemClock(), executor: executor, driver: DisplayLoop.MainQueueDriver())
    loop.perform(in: .commit) { continuation.yield() }
    for await _ in ticks.prefix(1) { journal.note("ticked") }
    loop.perform(in: .commit) { continuation.yield() }
    for await _ in ticks.prefix(1) { journal.note("ticked a frame later") }
    #expect(journal.lines == ["ticked", "ticked a frame later"])
    #expect(loop.tickDurations.count == 2)
  }

  private func draw(_ name: String, then next: @escaping @MainActor () -> Void = {}) {
    let journal = journal
    loop.transactions.makeTransaction().add(DisplayWork.Key(.visible)) { _ -> String? in
      journal.note("draw \(name)")
      return "\(name) is there"
    } completion: { value in
      journal.note(value ?? "nothing")
      next()
    }
  }
}

/// A driver with manual ticks.
@MainActor final class ManualDriver: DisplayLoop.Driver {
  private nonisolated let calls = Mutex<[(delay: Double, tick: @MainActor () -> Void)]>([])

  /// The delays of pending calls, from the time of scheduling.
  var delays: [Double] { calls.withLock { $0.map(\.delay) } }

  nonisolated func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    calls.withLock { $0.append((delay, tick)) }
  }

  /// Makes all pending calls.
  func fire() {
    let due = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    for call in due { call.tick() }
  }
}
