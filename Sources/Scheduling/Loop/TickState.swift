/// The scheduling state of a loop, without locking.
struct TickState {
  /// A call to request from the driver.
  struct Call: Equatable {
    /// The delay until the tick, in seconds.
    let delay: Double
    /// The number of the call, which supersedes lower ones.
    let generation: UInt64
  }

  /// The maximum number of ticks per second; invalid rates count as 60.
  var frameRate = 60.0 {
    didSet { if !(frameRate > 0 && frameRate.isFinite) { frameRate = 60 } }
  }
  /// The number of requests for continuous ticks.
  private var frameRequests = 0
  private var isNeeded = false
  private var isTicking = false
  private var generation: UInt64 = 0
  /// The due time of the last tick.
  private var lastFrame = -Double.infinity
  /// The due time of the scheduled tick.
  private var nextFrame: Double?
  /// The running phase.
  var phase: DisplayLoop.Phase?
  private var bodies: [[@MainActor () -> Void]] = DisplayLoop.Phase.allCases.map { _ in [] }
  /// The closures that wait for a time, by ascending time.
  private var timers: [Timer] = []

  /// A closure to run in a phase of the first tick at or after a time.
  private struct Timer {
    let due: Double
    let phase: DisplayLoop.Phase
    let body: @MainActor () -> Void
  }

  /// The minimum time between ticks, in seconds.
  private var interval: Double { 1 / frameRate }

  /// Requests a tick, unless `phase` is still ahead in the current one.
  ///
  /// - Returns: A driver call; `nil` if one is pending.
  mutating func setNeeded(for phase: DisplayLoop.Phase? = nil, at time: Double) -> Call? {
    if let phase, let current = self.phase, current < phase { return nil }
    guard !isNeeded else { return nil }
    isNeeded = true
    return isTicking ? nil : makeCall(at: time)
  }

  /// Adds a closure to a phase, to run once.
  mutating func add(
    _ body: @escaping @MainActor () -> Void, to phase: DisplayLoop.Phase, at time: Double
  ) -> Call? {
    bodies[phase.rawValue].append(body)
    return self.phase == phase ? nil : setNeeded(for: phase, at: time)
  }

  /// Adds a closure to a phase of the first tick at or after a time, to run once.
  mutating func add(
    _ body: @escaping @MainActor () -> Void, to phase: DisplayLoop.Phase, due: Double,
    at time: Double
  ) -> Call? {
    let index = timers.firstIndex { $0.due > due } ?? timers.endIndex
    timers.insert(Timer(due: due, phase: phase, body: body), at: index)
    // A needed tick is earlier, and the call for the next timer follows it.
    return index == 0 && !isNeeded && !isTicking ? makeCall(at: time) : nil
  }

  /// Returns whether a tick is requested, or a timer is due.
  func needsTick(at time: Double) -> Bool {
    isNeeded || (timers.first.map { $0.due <= time } ?? false)
  }

  /// Adds or removes requests for continuous ticks.
  mutating func requestFrames(_ change: Int, at time: Double) -> Call? {
    frameRequests += change
    return frameRequests > 0 ? setNeeded(at: time) : nil
  }

  /// Returns whether a call has not been superseded.
  func isCurrent(_ generation: UInt64) -> Bool {
    (isNeeded || !timers.isEmpty) && !isTicking && generation == self.generation
  }

  mutating func beginTick(at time: Double) {
    isNeeded = false
    isTicking = true
    // A slightly late tick does not shift the following ones; a very late one does.
    let due = nextFrame ?? time
    lastFrame = time > due + interval ? time : min(due, time)
    nextFrame = nil
    let dueCount = timers.firstIndex { $0.due > time } ?? timers.endIndex
    for timer in timers[..<dueCount] { bodies[timer.phase.rawValue].append(timer.body) }
    timers.removeSubrange(..<dueCount)
  }

  /// Takes the closures of the running phase.
  mutating func takeBodies() -> [@MainActor () -> Void] {
    guard let phase else { return [] }
    defer { bodies[phase.rawValue] = [] }
    return bodies[phase.rawValue]
  }

  mutating func endTick(at time: Double) -> Call? {
    phase = nil
    isTicking = false
    if frameRequests > 0 || bodies.contains(where: { !$0.isEmpty }) { isNeeded = true }
    return isNeeded || !timers.isEmpty ? makeCall(at: time) : nil
  }

  /// Returns a call for a needed tick, or for the next timer.
  private mutating func makeCall(at time: Double) -> Call {
    let wanted = isNeeded ? time : max(time, timers.first?.due ?? time)
    let due = max(wanted, lastFrame + interval)
    nextFrame = due
    generation += 1
    return Call(delay: due - time, generation: generation)
  }
}
