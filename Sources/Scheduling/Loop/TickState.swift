/// What is to be done at coming ticks, and when the next one comes, apart from any lock.
struct TickState {
  /// A call of the driver that the state asks for.
  struct Call: Equatable {
    /// How long from now the tick should come, in seconds.
    let delay: Double
    /// Tells the call from those that came before it, which then no longer count.
    let generation: UInt64
  }

  /// How long a tick lasts at least while one follows another, in seconds.
  var interval: Double
  /// How many want ticks to follow one another.
  private var frameRequests = 0
  private(set) var isNeeded = false
  private var isTicking = false
  private var generation: UInt64 = 0
  /// When the last tick was due.
  private var lastFrame = -Double.infinity
  /// When the tick that was called for is due.
  private var nextFrame: Double?
  /// The phase that is running.
  private var phase: TickPhase?
  private var bodies: [[@MainActor () -> Void]] = TickPhase.allCases.map { _ in [] }

  init(interval: Double) {
    self.interval = interval
  }

  /// Asks for a tick; gives a call only if none is outstanding.
  mutating func setNeeded(at time: Double) -> Call? {
    guard !isNeeded else { return nil }
    isNeeded = true
    return isTicking ? nil : makeCall(at: time)
  }

  /// Asks for a tick, unless a phase that is still to come in this one does as well.
  mutating func setNeeded(for phase: TickPhase, at time: Double) -> Call? {
    if let current = self.phase, current < phase { return nil }
    return setNeeded(at: time)
  }

  /// Puts a body into a phase, once.
  mutating func add(
    _ body: @escaping @MainActor () -> Void, to phase: TickPhase, at time: Double
  ) -> Call? {
    bodies[phase.rawValue].append(body)
    if self.phase == phase { return nil }
    return setNeeded(for: phase, at: time)
  }

  /// Asks for ticks without end, or says that one who did is content.
  mutating func requestFrames(_ change: Int, at time: Double) -> Call? {
    frameRequests += change
    return frameRequests > 0 ? setNeeded(at: time) : nil
  }

  /// Whether a call still counts.
  func isCurrent(_ generation: UInt64) -> Bool {
    isNeeded && !isTicking && generation == self.generation
  }

  mutating func beginTick(at time: Double) {
    isNeeded = false
    isTicking = true
    // A tick that is a little late does not move those after it; one that is very late does.
    let due = nextFrame ?? time
    lastFrame = time > due + interval ? time : min(due, time)
    nextFrame = nil
  }

  /// Begins a phase.
  mutating func begin(_ phase: TickPhase) {
    self.phase = phase
  }

  /// Takes what is in the phase that is running.
  mutating func takeBodies() -> [@MainActor () -> Void] {
    guard let phase else { return [] }
    defer { bodies[phase.rawValue] = [] }
    return bodies[phase.rawValue]
  }

  mutating func endTick(at time: Double) -> Call? {
    phase = nil
    isTicking = false
    if frameRequests > 0 || bodies.contains(where: { !$0.isEmpty }) { isNeeded = true }
    return isNeeded ? makeCall(at: time) : nil
  }

  private mutating func makeCall(at time: Double) -> Call {
    let due = max(time, lastFrame + interval)
    nextFrame = due
    generation += 1
    return Call(delay: due - time, generation: generation)
  }
}
