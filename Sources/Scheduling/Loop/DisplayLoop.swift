/// Brings the screen up to date, one tick at a time, on the main actor.
///
/// A tick runs the phases of ``TickPhase`` in their order: input, the main serial queue, work that
/// has finished on other threads, change sets, interface states, measurement, pending states,
/// layout, display, commit, releases. In each phase first what was put there for once runs, by
/// ``perform(in:_:)``, then what runs at each tick, by ``onEachTick(in:_:)``.
///
/// What happens in a tick depends only on what was put into it, and on the time that the clock shows.
@MainActor public final class DisplayLoop {
  /// How often a phase looks for what was put into it while it ran.
  ///
  /// After that the rest waits for the next tick, which befalls only what puts itself into its own
  /// phase again and again.
  static let roundLimit = 64
  /// Phases that took less are not noted, in seconds.
  private static let leastTraced = 0.5e-6

  /// What the loop tells the time by.
  public nonisolated let clock: any DisplayClock
  /// What draws.
  public nonisolated let executor: any DisplayExecutor
  /// The transactions of the tick, committed at its end, and those under way.
  public let transactions: TransactionGroup
  /// Closures that run on the main actor one after the other.
  public nonisolated let serialQueue: MainSerialQueue
  /// What waits to be released on the main actor.
  public nonisolated let releases: DeferredRelease
  /// How long ticks took, each.
  public private(set) var tickDurations = Durations()

  /// Where ticks and their phases are noted; nowhere at first.
  public var trace: TraceLog?

  nonisolated let inbox: TickInbox
  private var handlers: [[TickHandler.Weak]] = TickPhase.allCases.map { _ in [] }
  private var phaseDurations = TickPhase.allCases.map { _ in Durations() }
  private var current: Tick?
  private var count: UInt64 = 0

  /// Makes a loop that has not ticked.
  ///
  /// - Parameters:
  ///   - clock: What the loop tells the time by.
  ///   - executor: What draws.
  ///   - driver: Calls ticks when they are due; `nil` if the owner does, by ``tick()``.
  ///   - frameRate: How many ticks there are in a second at most, if the driver calls them.
  public init(
    clock: any DisplayClock, executor: any DisplayExecutor, driver: (any TickDriver)? = nil,
    frameRate: Double = 60
  ) {
    let inbox = TickInbox(clock: clock, driver: driver, frameRate: frameRate)
    self.clock = clock
    self.executor = executor
    self.inbox = inbox
    transactions = TransactionGroup(
      executor: executor,
      didOpen: { inbox.setNeedsTick(for: .commit) },
      didFinish: { inbox.setNeedsTick(for: .finishedWork) })
    serialQueue = MainSerialQueue { inbox.setNeedsTick(for: .serialQueue) }
    releases = DeferredRelease { inbox.setNeedsTick(for: .releases) }
    inbox.connect { [weak self] in self?.tick() }
  }

  // MARK: Asking for ticks

  /// Asks for a tick, on any thread; however often that is, one comes.
  public nonisolated func setNeedsTick() {
    inbox.setNeedsTick()
  }

  /// Whether a tick has been asked for that has not begun.
  public nonisolated var needsTick: Bool { inbox.needsTick }

  /// Whether a tick is under way.
  public var isTicking: Bool { current != nil }

  /// How many ticks the driver calls in a second at most.
  public nonisolated var frameRate: Double {
    get { 1 / inbox.interval }
    set { inbox.setFrameRate(newValue) }
  }

  /// Has a tick follow each other, a frame apart, as long as what is returned lives, or until it ends.
  public nonisolated func requestFrames() -> FrameRequest {
    FrameRequest(inbox: inbox)
  }

  // MARK: Putting things into ticks

  /// Has `body` run once, when `phase` comes: in the tick under way, if that has not got past it.
  ///
  /// May be called on any thread. What is put into one phase runs in the order it was put there.
  public nonisolated func perform(in phase: TickPhase, _ body: @escaping @MainActor () -> Void) {
    inbox.add(body, to: phase)
  }

  /// Has `body` run in each tick, when `phase` comes, as long as what is returned lives.
  public func onEachTick(
    in phase: TickPhase, _ body: @escaping @MainActor (Tick) -> Void
  ) -> TickHandler {
    let handler = TickHandler(body)
    handlers[phase.rawValue].append(TickHandler.Weak(handler))
    return handler
  }

  // MARK: Ticking

  /// Runs a tick, whether or not one was asked for.
  ///
  /// A tick that is called for during a tick follows later instead.
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
    inbox.beginTick(at: tick.time)
    var start = tick.time
    for phase in TickPhase.allCases {
      run(phase, in: tick)
      let end = clock.now
      phaseDurations[phase.rawValue].add(end - start)
      if end - start > Self.leastTraced {
        trace?.note(phase.traceName, on: .main, from: start, to: end)
      }
      start = end
    }
    tickDurations.add(start - tick.time)
    trace?.note("tick", on: .main, from: tick.time, to: start)
    current = nil
    inbox.endTick()
    return true
  }

  /// Ticks and lets the executor finish its work, until there is nothing left to do.
  ///
  /// - Parameter limit: How many ticks are run at most, since some things never settle.
  /// - Returns: How many ticks were run.
  @discardableResult public func settle(limit: Int = 1_000) -> Int {
    for count in 0..<max(0, limit) {
      executor.waitUntilIdle()
      guard needsTick, tick() else { return count }
    }
    return max(0, limit)
  }

  /// How long a phase took in each tick.
  public func durations(of phase: TickPhase) -> Durations {
    phaseDurations[phase.rawValue]
  }

  private func run(_ phase: TickPhase, in tick: Tick) {
    inbox.begin(phase)
    switch phase {
    case .serialQueue: serialQueue.drain()
    case .finishedWork: transactions.completeFinished()
    default: break
    }
    runBodies()
    runHandlers(of: phase, in: tick)
    runBodies()
    switch phase {
    case .display: transactions.submit()
    case .commit: transactions.commit()
    case .releases: releases.releaseBatch()
    default: break
    }
  }

  private func runBodies() {
    for _ in 0..<Self.roundLimit {
      let bodies = inbox.takeBodies()
      if bodies.isEmpty { return }
      for body in bodies { body() }
    }
  }

  private func runHandlers(of phase: TickPhase, in tick: Tick) {
    let handlers = handlers[phase.rawValue]
    for handler in handlers { handler.target?.call(tick) }
    self.handlers[phase.rawValue].removeAll { $0.target == nil }
  }
}
