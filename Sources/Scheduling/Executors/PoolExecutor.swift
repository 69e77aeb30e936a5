import Dispatch
internal import GalleySystem
import Glibc
import Synchronization

/// An executor with its own threads, which run work in priority order.
///
/// A thread runs until no work is pending, and is idle until there is more. It does not take a core
/// from the main actor that has just submitted the work.
public final class PoolExecutor: DisplayExecutor {
  /// The default number of threads: one per core, and at least two.
  public static let defaultThreadCount = max(2, CurrentProcess.coreCount)

  private struct State {
    var executor: ExecutorState
    /// The indices of idle threads.
    var idle: [Int]
    /// Whether work submitted on the main actor wakes no threads.
    var isWakingDelayed = false
    /// The number of threads that run or end work, including callers that wait for or cancel it.
    var busy = 0
    var waiters: [DispatchSemaphore] = []

    /// Takes an idle thread to wake if work is pending.
    mutating func takeIdle() -> Int? { executor.queue.count > 0 ? idle.popLast() : nil }

    /// Takes the waiters if the executor is idle.
    mutating func takeWaiters() -> [DispatchSemaphore] {
      guard executor.queue.count == 0, busy == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  /// The next step of a thread.
  private struct Step {
    var running: ExecutorState.Running?
    var discarded: [DisplayWork] = []
    var waiters: [DispatchSemaphore] = []
    /// The index of the pool's thread; `nil` for another thread.
    var thread: Int?
    /// The idle thread to wake for the rest of the work.
    var woken: Int?

    var isBusy: Bool { running != nil || !discarded.isEmpty }

    /// The trace track of the step.
    var track: TraceLog.Track { thread.map { .display($0) } ?? (isOnMain ? .main : .other) }
  }

  /// The result of a step: the ending of its work item, if any, and the duration in seconds.
  private struct Outcome {
    var ending: DisplayWork.Ending?
    var duration = 0.0
    /// Whether the work item ends later, which another outcome will report.
    var isDelayed = false
  }

  /// The number of threads in the pool.
  public let threadCount: Int

  private let clock: any DisplayClock
  private let trace: TraceLog?
  private let pace: DisplayPace
  private let threads: [BatchThread]
  private let state: Mutex<State>

  /// Creates an idle pool.
  ///
  /// - Parameters:
  ///   - threads: The number of threads, at least one. A single thread runs work in exact priority
  ///     order.
  ///   - clock: The clock that measures waiting and drawing.
  ///   - trace: The log of events, if any.
  ///   - pace: A deliberate slowing for debugging; a serial pace uses a single thread.
  public init(
    threads: Int = PoolExecutor.defaultThreadCount, clock: any DisplayClock = SystemClock(),
    trace: TraceLog? = nil, pace: DisplayPace = .ofProcess
  ) {
    threadCount = pace.isSerial ? 1 : max(1, threads)
    self.pace = pace
    self.clock = clock
    self.trace = trace
    self.threads = (0..<threadCount).map {
      BatchThread(name: "galley.display.\($0)", isBackground: true)
    }
    let queue =
      pace.isSerial ? ExecutorState(agingInterval: 0) : ExecutorState()
    state = Mutex(State(executor: queue, idle: Array((0..<threadCount).reversed())))
  }

  /// The statistics so far.
  public var counters: DisplayWork.Counters { state.withLock { $0.executor.counters } }

  /// Submits a batch, waking an idle thread, which wakes another one as long as work is pending.
  public func submit(_ batch: [DisplayWork.Submission]) {
    let (time, isOnMain) = (clock.now, isOnMain)
    let thread = state.withLock { state in
      state.executor.submit(batch, at: time)
      return state.isWakingDelayed && isOnMain ? nil : state.takeIdle()
    }
    if let thread { wake(thread) }
  }

  /// Delays the waking of threads for work that the main actor submits.
  public func delayWaking() { state.withLock { $0.isWakingDelayed = true } }

  /// Wakes threads for the work that was submitted since ``delayWaking()``.
  public func wakeThreads() {
    let thread = state.withLock { state in
      state.isWakingDelayed = false
      return state.takeIdle()
    }
    if let thread { wake(thread) }
  }

  private func wake(_ thread: Int) { threads[thread].async { self.work(on: thread) } }

  /// Changes the keys of pending work.
  public func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key]) {
    state.withLock { $0.executor.queue.rekey(keys) }
  }

  /// Discards pending work.
  public func cancel(_ ids: [DisplayWork.ID]) {
    let step = next(after: nil, on: nil) { state, _, discarded in
      discarded = state.cancel(ids)
      return nil
    }
    conclude(perform(step))
  }

  /// Runs pending work on the calling thread; work running on other threads is left to them.
  public func run(_ ids: [DisplayWork.ID]) {
    for id in ids {
      let step = next(after: nil, on: nil) { $0.start(id, at: $1, discarded: &$2) }
      conclude(perform(step))
    }
  }

  /// Waits until no work is pending or running.
  public func waitUntilIdle() {
    wakeThreads()
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard state.executor.queue.count > 0 || state.busy > 0 else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      state.waiters.append(waiter)
      return waiter
    }
    waiter?.wait()
  }

  /// Runs work until none is pending.
  private func work(on thread: Int) {
    var outcome: Outcome?
    repeat {
      BatchThread.yieldCore()
      let step = next(after: outcome, on: thread) { $0.startNext(at: $1, discarded: &$2) }
      outcome = perform(step)
    } while outcome != nil
  }

  /// Records the outcome of a step without a next one.
  private func conclude(_ outcome: Outcome?) {
    if let outcome { _ = perform(next(after: outcome, on: nil) { _, _, _ in nil }) }
  }

  /// Records the outcome of a step and claims the next, under one lock.
  ///
  /// - Parameters:
  ///   - outcome: The outcome of the previous step, if any.
  ///   - thread: The pool's thread, which becomes idle if there is nothing to claim.
  ///   - claim: Claims a work item at a time, and collects discarded work.
  /// - Returns: The step to perform with no lock held.
  private func next(
    after outcome: Outcome?, on thread: Int?,
    claim: (inout ExecutorState, Double, inout [DisplayWork]) -> ExecutorState.Running?
  ) -> Step {
    let time = clock.now
    return state.withLock { state in
      if let outcome, !outcome.isDelayed { state.busy -= 1 }
      if let outcome, let ending = outcome.ending {
        state.executor.counters.countEnd(ending, duration: outcome.duration)
      }
      var step = Step()
      step.thread = thread
      step.running = claim(&state.executor, time, &step.discarded)
      if step.isBusy {
        state.busy += 1
        // Waking a thread takes time that whoever submits the work need not spend.
        step.woken = state.isWakingDelayed ? nil : state.takeIdle()
      } else {
        if let thread { state.idle.append(thread) }
        step.waiters = state.takeWaiters()
      }
      return step
    }
  }

  /// Performs a step, with no lock held.
  ///
  /// - Returns: The outcome; `nil` if there was nothing to do.
  private func perform(_ step: Step) -> Outcome? {
    if let thread = step.woken { wake(thread) }
    for work in step.discarded { work.discard() }
    if let trace, !step.discarded.isEmpty {
      trace.note("canceled", on: step.track, at: clock.now, count: step.discarded.count)
    }
    for waiter in step.waiters { waiter.signal() }
    guard step.isBusy else { return nil }
    guard let running = step.running else { return Outcome() }
    running.work.run()
    let end = clock.now
    trace?.note(running.work.label, on: step.track, from: running.start, to: end)
    let delay = step.thread == nil ? 0 : pace.delay(of: running.work)
    guard delay > 0 else { return finish(running, at: end, on: step.track) }
    guard pace.isSerial else {
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
        self.conclude(self.finish(running, at: end, on: step.track))
      }
      return Outcome(isDelayed: true)
    }
    usleep(UInt32(delay * 1e6))
    return finish(running, at: end, on: step.track)
  }

  /// Finishes a work item that ran until `end`.
  private func finish(
    _ running: ExecutorState.Running, at end: Double, on track: TraceLog.Track
  ) -> Outcome {
    let ending = running.work.finish()
    if ending == .staleAtEnd { trace?.note("canceled while drawing", on: track, at: end) }
    return Outcome(ending: ending, duration: end - running.start)
  }
}
