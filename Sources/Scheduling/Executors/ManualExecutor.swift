internal import GalleyBasics
import Synchronization

/// An executor that runs work only on request, on the requesting thread.
///
/// Work is started, drawn and finished in separate steps, so that a test can interleave anything:
/// between the first two, it runs before drawing checks its ticket; between the last two, after the
/// last check.
public final class ManualExecutor: DisplayExecutor {
  private struct State {
    var executor = ExecutorState()
    var submitted: [DisplayWork.ID] = []
    var started: [(running: ExecutorState.Running, isDrawn: Bool)] = []

    mutating func note(_ running: ExecutorState.Running?) -> DisplayWork.ID? {
      guard let running else { return nil }
      started.append((running, false))
      return running.work.id
    }
  }

  private let clock: any DisplayClock
  private let state = Mutex(State())

  /// Creates an idle executor.
  ///
  /// - Parameter clock: The clock that measures waiting and drawing.
  public init(clock: any DisplayClock = ManualClock()) {
    self.clock = clock
  }

  /// The identifiers of all work ever submitted, in order.
  public var submitted: [DisplayWork.ID] { state.withLock { $0.submitted } }

  /// The identifiers of pending work, oldest first.
  public var waiting: [DisplayWork.ID] { state.withLock { $0.executor.queue.ids } }

  /// The identifiers of started, unfinished work, in the order of their starts.
  public var started: [DisplayWork.ID] { state.withLock { $0.started.map(\.running.work.id) } }

  /// The statistics so far.
  public var counters: DisplayWork.Counters { state.withLock { $0.executor.counters } }

  // MARK: Steps

  /// Starts the next work item that is not stale, discarding those before it.
  ///
  /// - Returns: The started work; `nil` if none is left.
  @discardableResult public func startNext() -> DisplayWork.ID? {
    claim { state, time, discarded in state.startNext(at: time, discarded: &discarded) }
  }

  /// Starts a work item out of order, or discards it if it is stale.
  ///
  /// - Returns: Whether the work was started.
  @discardableResult public func start(_ id: DisplayWork.ID) -> Bool {
    claim { $0.start(id, at: $1, discarded: &$2) } != nil
  }

  /// Draws a started work item, once.
  public func draw(_ id: DisplayWork.ID) {
    let work = state.withLock { state -> DisplayWork? in
      let index = state.started.firstIndex { $0.running.work.id == id && !$0.isDrawn }
      guard let index else { return nil }
      state.started[index].isDrawn = true
      return state.started[index].running.work
    }
    work?.run()
  }

  /// Finishes a started work item, drawing it first if necessary.
  public func finish(_ id: DisplayWork.ID) {
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

  // MARK: Whole work items

  /// Runs the next work item that is not stale, from start to finish.
  ///
  /// - Returns: The work; `nil` if none is left.
  @discardableResult public func runNext() -> DisplayWork.ID? {
    guard let id = startNext() else { return nil }
    finish(id)
    return id
  }

  /// Runs a work item from its current step to its end.
  public func run(_ id: DisplayWork.ID) {
    start(id)
    finish(id)
  }

  /// Finishes started work, then runs all pending work in order, including work submitted
  /// meanwhile.
  public func runAll() {
    while true {
      for id in started { finish(id) }
      guard runNext() != nil else { return }
    }
  }

  /// Runs all work with the steps interleaved in a pseudorandom order.
  ///
  /// - Parameters:
  ///   - seed: The seed of the order.
  ///   - threads: The maximum number of started work items at a time.
  public func runAll(shuffledBy seed: UInt64, threads: Int = 4) {
    var random = SplitMix64(seed: seed)
    var drawn: Set<DisplayWork.ID> = []
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

  /// Enqueues work without running it.
  public func submit(_ batch: [DisplayWork.Submission]) {
    let time = clock.now
    state.withLock { state in
      state.executor.submit(batch, at: time)
      state.submitted += batch.map(\.work.id)
    }
  }

  /// Changes the keys of pending work.
  public func rekey(_ keys: [DisplayWork.ID: DisplayWork.Key]) {
    state.withLock { $0.executor.queue.rekey(keys) }
  }

  /// Discards pending work.
  public func cancel(_ ids: [DisplayWork.ID]) {
    for work in state.withLock({ $0.executor.cancel(ids) }) { work.discard() }
  }

  /// Runs work to its end, even if it has started.
  public func run(_ ids: [DisplayWork.ID]) {
    for id in ids { run(id) }
  }

  /// Runs all work in order.
  public func waitUntilIdle() {
    runAll()
  }

  private func claim(
    _ body: (inout ExecutorState, Double, inout [DisplayWork]) -> ExecutorState.Running?
  ) -> DisplayWork.ID? {
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
