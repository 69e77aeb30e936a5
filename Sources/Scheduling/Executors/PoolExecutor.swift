import Dispatch
internal import GalleyThreads
import Glibc
import Synchronization

/// An executor with threads of its own, which take the most wanted work first.
///
/// A thread works until nothing waits, and costs nothing until something does again. It waits for a core
/// rather than take that of the main actor, which has just asked for the work.
public final class PoolExecutor: DisplayExecutor {
  /// How many threads a pool has unless told otherwise: one for each core, and at least two.
  public static let defaultThreadCount = max(2, coreCount)

  /// How many cores there are to run on.
  static let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  private struct State {
    var executor: ExecutorState
    /// The threads that have nothing to do.
    var idle: [Int]
    /// How many are at something, of the pool's threads and of those who wait for or cancel work.
    var busy = 0
    var waiters: [DispatchSemaphore] = []

    /// Takes those who wait, if there is nothing left to wait for.
    mutating func takeWaiters() -> [DispatchSemaphore] {
      guard executor.queue.count == 0, busy == 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  /// What a thread does next.
  private struct Step {
    var running: ExecutorState.Running?
    var discarded: [DisplayWork] = []
    var waiters: [DispatchSemaphore] = []
    /// The thread of the pool that does it; `nil` if it is another.
    var thread: Int?

    var isBusy: Bool { running != nil || !discarded.isEmpty }

    /// Where it is done.
    var track: TraceLog.Track { thread.map { .display($0) } ?? (isOnMain ? .main : .other) }
  }

  /// What came of a step: how the piece ended that was run, if any was, and how long it took, in
  /// seconds.
  private struct Outcome {
    var ending: DisplayWork.Ending?
    var duration = 0.0
  }

  /// How many threads the pool has.
  public let threadCount: Int

  private let clock: any DisplayClock
  private let delay: Double
  private let trace: TraceLog?
  private let threads: [BatchThread]
  private let state: Mutex<State>

  /// Makes a pool that has nothing to do.
  ///
  /// - Parameters:
  ///   - threads: How many threads work at a time, at least one. With one, work runs in exactly the
  ///     order it is wanted.
  ///   - delay: How long to wait before each piece of work, in seconds, for whoever wants to see
  ///     what is on screen until it is done.
  ///   - clock: What waiting and drawing are measured by.
  ///   - agingInterval: Every how many starts the oldest piece comes first; 0 is never.
  ///   - trace: Where it is noted what was done, if it is.
  public init(
    threads: Int = PoolExecutor.defaultThreadCount, delay: Double = 0,
    clock: any DisplayClock = SystemClock(), agingInterval: Int = 8, trace: TraceLog? = nil
  ) {
    threadCount = max(1, threads)
    self.clock = clock
    self.delay = delay
    self.trace = trace
    self.threads = (0..<threadCount).map { BatchThread(name: "galley.display.\($0)") }
    state = Mutex(
      State(
        executor: ExecutorState(agingInterval: agingInterval),
        idle: Array((0..<threadCount).reversed())))
  }

  /// What has become of all work so far.
  public var counters: DisplayCounters { state.withLock { $0.executor.counters } }

  /// Takes work on, and wakes as many idle threads as there are pieces.
  public func submit(_ batch: [Submission]) {
    let time = clock.now
    let woken = state.withLock { state in
      state.executor.submit(batch, at: time)
      let count = min(state.idle.count, state.executor.queue.count)
      defer { state.idle.removeLast(count) }
      return state.idle.suffix(count)
    }
    for thread in woken { threads[thread].async { self.work(on: thread) } }
  }

  /// Gives work that has not started other keys.
  public func rekey(_ keys: [WorkID: WorkKey]) {
    state.withLock { $0.executor.queue.rekey(keys) }
  }

  /// Drops work that has not started.
  public func cancel(_ ids: [WorkID]) {
    let step = next(after: nil, on: nil) { state, _, discarded in
      discarded = state.cancel(ids)
      return nil
    }
    conclude(perform(step))
  }

  /// Runs here what has not started; what other threads are at is left to them.
  public func run(_ ids: [WorkID]) {
    for id in ids {
      let step = next(after: nil, on: nil) { $0.start(id, at: $1, discarded: &$2) }
      conclude(perform(step))
    }
  }

  /// Returns when nothing waits and nothing runs.
  public func waitUntilIdle() {
    let waiter = state.withLock { state -> DispatchSemaphore? in
      guard state.executor.queue.count > 0 || state.busy > 0 else { return nil }
      let waiter = DispatchSemaphore(value: 0)
      state.waiters.append(waiter)
      return waiter
    }
    waiter?.wait()
  }

  /// Works until nothing waits.
  private func work(on thread: Int) {
    var outcome: Outcome?
    repeat {
      let step = next(after: outcome, on: thread) { $0.startNext(at: $1, discarded: &$2) }
      outcome = perform(step)
    } while outcome != nil
  }

  /// Notes the outcome of a step that is not followed by another.
  private func conclude(_ outcome: Outcome?) {
    if let outcome { _ = perform(next(after: outcome, on: nil) { _, _, _ in nil }) }
  }

  /// Notes what came of a step, and claims the next, with one turn of the lock for both.
  ///
  /// - Parameters:
  ///   - outcome: What came of the last step, if there was one.
  ///   - thread: The thread of the pool that is idle if there is nothing to claim.
  ///   - claim: Claims a piece, at a time, and says what is to be discarded.
  /// - Returns: What to do with no lock held.
  private func next(
    after outcome: Outcome?, on thread: Int?,
    claim: (inout ExecutorState, Double, inout [DisplayWork]) -> ExecutorState.Running?
  ) -> Step {
    let time = clock.now
    return state.withLock { state in
      if outcome != nil { state.busy -= 1 }
      if let outcome, let ending = outcome.ending {
        state.executor.counters.countEnd(ending, duration: outcome.duration)
      }
      var step = Step()
      step.thread = thread
      step.running = claim(&state.executor, time, &step.discarded)
      if step.isBusy {
        state.busy += 1
      } else {
        if let thread { state.idle.append(thread) }
        step.waiters = state.takeWaiters()
      }
      return step
    }
  }

  /// Does what a step says, with no lock held.
  ///
  /// - Returns: What came of it, or `nil` if there was nothing to do.
  private func perform(_ step: Step) -> Outcome? {
    for work in step.discarded { work.discard() }
    if let trace, !step.discarded.isEmpty {
      trace.note("canceled", on: step.track, at: clock.now, count: step.discarded.count)
    }
    for waiter in step.waiters { waiter.signal() }
    guard step.isBusy else { return nil }
    guard let running = step.running else { return Outcome() }
    if delay > 0 { usleep(UInt32(min(delay, 10) * 1e6)) }
    running.work.run()
    let end = clock.now
    let ending = running.work.finish()
    if let trace {
      trace.note(running.work.label, on: step.track, from: running.start, to: end)
      if ending == .canceledWhileDrawing {
        trace.note("canceled while drawing", on: step.track, at: end)
      }
    }
    return Outcome(ending: ending, duration: end - running.start)
  }
}
