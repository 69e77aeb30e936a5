import Synchronization

/// An executor that does only what it is told, on the thread that tells it.
///
/// Work is started, drawn and finished in separate steps, so that a test can put anything between
/// them: between the first two what comes before drawing asks its ticket, between the last two what
/// comes after it has asked for the last time.
public final class ManualExecutor: DisplayExecutor {
  private struct State {
    var executor: ExecutorState
    var submitted: [WorkID] = []
    var started: [(running: ExecutorState.Running, isDrawn: Bool)] = []

    mutating func note(_ running: ExecutorState.Running?) -> WorkID? {
      guard let running else { return nil }
      started.append((running, false))
      return running.work.id
    }
  }

  private let clock: any DisplayClock
  private let state: Mutex<State>

  /// Makes an executor with nothing to do.
  ///
  /// - Parameters:
  ///   - clock: What waiting and drawing are measured by.
  ///   - agingInterval: Every how many starts the oldest piece comes first; 0 is never.
  public init(clock: any DisplayClock = ManualClock(), agingInterval: Int = 8) {
    self.clock = clock
    state = Mutex(State(executor: ExecutorState(agingInterval: agingInterval)))
  }

  /// The names of all work ever submitted, in that order.
  public var submitted: [WorkID] { state.withLock { $0.submitted } }

  /// The names of what has not started, oldest first.
  public var waiting: [WorkID] { state.withLock { $0.executor.queue.ids } }

  /// The names of what has started and not finished, in the order it was started.
  public var started: [WorkID] { state.withLock { $0.started.map(\.running.work.id) } }

  /// What has become of all work so far.
  public var counters: DisplayCounters { state.withLock { $0.executor.counters } }

  // MARK: Steps

  /// Starts the next piece that is still wanted, and discards those before it.
  ///
  /// - Returns: What was started, or `nil` if nothing is left that waits.
  @discardableResult public func startNext() -> WorkID? {
    claim { state, time, discarded in state.startNext(at: time, discarded: &discarded) }
  }

  /// Starts a piece out of its turn; what is stale is discarded instead.
  ///
  /// - Returns: Whether it was started: it waited, and was wanted.
  @discardableResult public func start(_ id: WorkID) -> Bool {
    claim { $0.start(id, at: $1, discarded: &$2) } != nil
  }

  /// Draws a piece that has started, once.
  public func draw(_ id: WorkID) {
    let work = state.withLock { state -> DisplayWork? in
      let index = state.started.firstIndex { $0.running.work.id == id && !$0.isDrawn }
      guard let index else { return nil }
      state.started[index].isDrawn = true
      return state.started[index].running.work
    }
    work?.run()
  }

  /// Finishes a piece that has started, and draws it first if that has not been done.
  public func finish(_ id: WorkID) {
    draw(id)
    let running = state.withLock { state -> ExecutorState.Running? in
      let index = state.started.firstIndex { $0.running.work.id == id }
      return index.map { state.started.remove(at: $0).running }
    }
    guard let running else { return }
    let duration = clock.now - running.start
    let ending = running.work.finish()
    state.withLock { $0.executor.counters.countEnd(ending, duration: duration) }
  }

  // MARK: Whole pieces

  /// Runs the next piece that is still wanted, from start to finish.
  ///
  /// - Returns: What was run, or `nil` if nothing is left that waits.
  @discardableResult public func runNext() -> WorkID? {
    guard let id = startNext() else { return nil }
    finish(id)
    return id
  }

  /// Runs a piece from wherever it is to its end.
  public func run(_ id: WorkID) {
    start(id)
    finish(id)
  }

  /// Runs everything in its turn, and first what has been started; also what is submitted meanwhile.
  public func runAll() {
    while true {
      for id in started { finish(id) }
      guard runNext() != nil else { return }
    }
  }

  /// Runs everything, its steps in an order that only depends on `seed`.
  ///
  /// - Parameters:
  ///   - seed: Names the order.
  ///   - threads: How many pieces may have been started at a time.
  public func runAll(shuffledBy seed: UInt64, threads: Int = 4) {
    var random = SplitMix64(seed: seed)
    var drawn: Set<WorkID> = []
    while true {
      let (waiting, started) = (waiting, started)
      let canStart = started.count < max(1, threads) ? waiting.count : 0
      guard canStart + started.count > 0 else { return }
      let choice = Int.random(in: 0..<(canStart + started.count), using: &random)
      if choice < canStart {
        start(waiting[choice])
      } else if drawn.insert(started[choice - canStart]).inserted {
        draw(started[choice - canStart])
      } else {
        finish(started[choice - canStart])
      }
    }
  }

  // MARK: DisplayExecutor

  /// Takes work on, and leaves it.
  public func submit(_ batch: [Submission]) {
    let time = clock.now
    state.withLock { state in
      state.executor.submit(batch, at: time)
      state.submitted += batch.map(\.work.id)
    }
  }

  /// Gives work that has not started other keys.
  public func rekey(_ keys: [WorkID: WorkKey]) {
    state.withLock { $0.executor.queue.rekey(keys) }
  }

  /// Drops work that has not started.
  public func cancel(_ ids: [WorkID]) {
    for work in state.withLock({ $0.executor.cancel(ids) }) { work.discard() }
  }

  /// Runs work to its end, also what has started.
  public func run(_ ids: [WorkID]) {
    for id in ids { run(id) }
  }

  /// Runs everything in its turn.
  public func waitUntilIdle() {
    runAll()
  }

  private func claim(
    _ body: (inout ExecutorState, Double, inout [DisplayWork]) -> ExecutorState.Running?
  ) -> WorkID? {
    let time = clock.now
    let (id, discarded) = state.withLock { state in
      var discarded: [DisplayWork] = []
      let running = body(&state.executor, time, &discarded)
      return (state.note(running), discarded)
    }
    for work in discarded { work.discard() }
    return id
  }
}

/// A generator of random numbers that gives the same ones for the same seed.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
