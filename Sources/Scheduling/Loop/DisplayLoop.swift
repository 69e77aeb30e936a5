internal import GalleySystem
import Synchronization

/// A loop on the main actor that updates the screen, one tick at a time.
///
/// A tick runs the phases of ``Phase`` in order. Each phase first runs the closures scheduled
/// with ``perform(in:_:)``, then the handlers added with ``onEachTick(in:_:)``.
///
/// The effects of a tick depend only on its inputs and on the time of the clock.
@MainActor public final class DisplayLoop {
  /// The maximum number of times that a phase checks for closures added while it runs.
  ///
  /// Further closures wait for the next tick; that affects only closures that keep adding
  /// themselves to their own phase.
  static let roundLimit = 64
  /// The minimum duration of a traced phase, in seconds.
  private static let leastTraced = 0.5e-6
  /// Asks the system once that drawing threads do not interrupt ticks.
  private static let hasKeptCore: Void = keepCore()

  /// The clock of the loop.
  public nonisolated let clock: any DisplayClock
  /// The executor of display work.
  public nonisolated let executor: any DisplayExecutor
  /// The open transactions of the tick, committed at its end, and those in flight.
  package let transactions: TransactionGroup
  /// The queue of objects to release on the main actor.
  package nonisolated let releases: DeferredRelease
  /// The queue of values to release off the main actor.
  package nonisolated let backgroundReleases: BackgroundRelease
  /// The results from outside of the program.
  public nonisolated let arrivals: ExternalResults
  /// The durations of the ticks.
  package private(set) var tickDurations = Durations()

  /// The log of ticks and their phases, if any.
  public var trace: TraceLog?

  private nonisolated let inbox: TickInbox
  private let onPhase: @MainActor (Phase) -> Void
  private var handlers: [[Handler.Weak]] = Phase.allCases.map { _ in [] }
  private var current: Tick?
  private var count: UInt64 = 0

  /// Creates a loop.
  ///
  /// - Parameters:
  ///   - clock: The clock of the loop.
  ///   - executor: The executor of display work.
  ///   - driver: Runs ticks when they are due; `nil` if the owner calls ``tick()``.
  ///   - frameRate: The maximum number of ticks per second that the driver runs.
  ///   - onPhase: Called in each phase of every tick before the handlers.
  public nonisolated init(
    clock: any DisplayClock, executor: any DisplayExecutor, driver: (any Driver)? = nil,
    frameRate: Double = 60, onPhase: @escaping @MainActor (Phase) -> Void = { _ in }
  ) {
    let inbox = TickInbox(clock: clock, driver: driver)
    self.clock = clock
    self.executor = executor
    self.inbox = inbox
    self.onPhase = onPhase
    transactions = TransactionGroup(
      executor: executor,
      didOpen: { inbox.setNeedsTick(for: .commit) },
      didFinish: { inbox.setNeedsTick(for: .finishedWork) })
    releases = DeferredRelease { inbox.setNeedsTick(for: .releases) }
    backgroundReleases = BackgroundRelease { inbox.setNeedsTick(for: .releases) }
    arrivals = ExternalResults { inbox.setNeedsTick(for: .input) }
    self.frameRate = frameRate
    inbox.connect { [weak self] in self?.tick() }
  }

  // MARK: Requesting ticks

  /// Requests a tick; callable from any thread.
  ///
  /// Requests are coalesced into one tick.
  public nonisolated func setNeedsTick() {
    inbox.setNeedsTick()
  }

  /// Whether a requested tick has not begun, or a delayed closure is due.
  public nonisolated var needsTick: Bool {
    let time = clock.now
    return inbox.state.withLock { $0.needsTick(at: time) }
  }

  /// The maximum number of ticks per second that the driver runs.
  public nonisolated var frameRate: Double {
    get { inbox.state.withLock { $0.frameRate } }
    set { inbox.state.withLock { $0.frameRate = newValue } }
  }

  /// Requests a tick per frame until the returned token ends or is released.
  public nonisolated func requestFrames() -> FrameRequest {
    FrameRequest(inbox: inbox)
  }

  // MARK: Adding work to ticks

  /// Runs a closure once, in the current tick if `phase` has not passed, otherwise in the next.
  ///
  /// Callable from any thread. The closures of a phase run in the order in which they were added.
  public nonisolated func perform(in phase: Phase, _ body: @escaping @MainActor () -> Void) {
    inbox.change { $0.add(body, to: phase, at: $1) }
  }

  /// Runs a closure once, in the first tick after a delay.
  ///
  /// Callable from any thread. Requests a tick for that time only, so that the loop sleeps until
  /// then.
  ///
  /// - Parameters:
  ///   - delay: The delay in seconds of the loop's clock; an invalid delay counts as 0.
  ///   - phase: The phase of the tick.
  ///   - body: The closure.
  public nonisolated func perform(
    after delay: Double, in phase: Phase, _ body: @escaping @MainActor () -> Void
  ) {
    let delay = delay.isFinite ? max(0, delay) : 0
    inbox.change { $0.add(body, to: phase, due: $1 + delay, at: $1) }
  }

  /// Runs a closure in a phase of every tick until the returned handler is released.
  public func onEachTick(in phase: Phase, _ body: @escaping @MainActor (Tick) -> Void) -> Handler {
    let handler = Handler(body)
    handlers[phase.rawValue].append(Handler.Weak(target: handler))
    return handler
  }

  /// Runs a closure in a phase of every tick, and requests a tick per frame, until the returned
  /// handler is released.
  package func onEachFrame(
    in phase: Phase, _ body: @escaping @MainActor (Tick) -> Void
  ) -> Handler {
    let handler = onEachTick(in: phase, body)
    handler.frames = requestFrames()
    return handler
  }

  // MARK: Ticking

  /// Runs a tick, whether or not one was requested.
  ///
  /// A call during a tick requests another tick instead.
  ///
  /// - Returns: Whether a tick ran.
  @discardableResult public func tick() -> Bool {
    guard current == nil else {
      setNeedsTick()
      return false
    }
    count += 1
    let tick = Tick(number: count, time: clock.now)
    current = tick
    inbox.state.withLock { $0.beginTick(at: tick.time) }
    var start = tick.time
    _ = Self.hasKeptCore
    executor.delayWaking()
    for phase in Phase.allCases {
      run(phase, in: tick)
      let end = clock.now
      if end - start > Self.leastTraced {
        trace?.note(phase.traceName, on: .main, from: start, to: end)
      }
      start = end
    }
    executor.wakeThreads()
    tickDurations.add(start - tick.time)
    trace?.note("tick", on: .main, from: tick.time, to: start)
    current = nil
    inbox.change { $0.endTick(at: $1) }
    return true
  }

  /// Runs ticks and waits for the executor until there is nothing left to do.
  ///
  /// - Parameter limit: The maximum number of ticks, as some work never settles.
  /// - Returns: The number of ticks run.
  @discardableResult public func settle(limit: Int = 1_000) -> Int {
    for count in 0..<max(0, limit) {
      executor.waitUntilIdle()
      guard needsTick, tick() else { return count }
    }
    return max(0, limit)
  }

  private func run(_ phase: Phase, in tick: Tick) {
    inbox.state.withLock { $0.phase = phase }
    switch phase {
    case .input: arrivals.deliverAll()
    case .finishedWork: transactions.completeFinished()
    default: break
    }
    runBodies()
    onPhase(phase)
    var hasEnded = false
    for handler in handlers[phase.rawValue] {
      if let target = handler.target { target.body(tick) } else { hasEnded = true }
    }
    if hasEnded { handlers[phase.rawValue].removeAll { $0.target == nil } }
    runBodies()
    switch phase {
    case .display: transactions.submit()
    case .commit: transactions.commit()
    case .releases:
      releases.releaseBatch()
      backgroundReleases.submit(to: executor)
    default: break
    }
  }

  private func runBodies() {
    for _ in 0..<Self.roundLimit {
      let bodies = inbox.state.withLock { $0.takeBodies() }
      if bodies.isEmpty { return }
      for body in bodies { body() }
    }
  }
}
