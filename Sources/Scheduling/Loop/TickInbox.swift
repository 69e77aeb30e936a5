import Synchronization

/// The thread-safe part of a display loop, which collects closures and requests ticks.
///
/// The parts of the loop retain it instead of the loop itself.
final class TickInbox: Sendable {
  let clock: any DisplayClock
  private let driver: (any DisplayLoop.Driver)?
  private let state: Mutex<TickState>
  private let target = Mutex<(@MainActor () -> Void)?>(nil)

  init(clock: any DisplayClock, driver: (any DisplayLoop.Driver)?, frameRate: Double) {
    self.clock = clock
    self.driver = driver
    state = Mutex(TickState(interval: Self.interval(ofRate: frameRate)))
  }

  /// Sets the closure that runs a tick.
  func connect(_ tick: @escaping @MainActor () -> Void) {
    target.withLock { $0 = tick }
  }

  var needsTick: Bool { state.withLock { $0.isNeeded } }

  var interval: Double { state.withLock { $0.interval } }

  func setFrameRate(_ rate: Double) {
    state.withLock { $0.interval = Self.interval(ofRate: rate) }
  }

  func setNeedsTick() {
    change { $0.setNeeded(at: $1) }
  }

  /// Requests a tick, unless `phase` is still ahead in the current one.
  func setNeedsTick(for phase: DisplayLoop.Phase) {
    change { $0.setNeeded(for: phase, at: $1) }
  }

  func add(_ body: @escaping @MainActor () -> Void, to phase: DisplayLoop.Phase) {
    change { $0.add(body, to: phase, at: $1) }
  }

  func requestFrames(_ change: Int) {
    self.change { $0.requestFrames(change, at: $1) }
  }

  func beginTick(at time: Double) {
    state.withLock { $0.beginTick(at: time) }
  }

  func begin(_ phase: DisplayLoop.Phase) {
    state.withLock { $0.begin(phase) }
  }

  func takeBodies() -> [@MainActor () -> Void] {
    state.withLock { $0.takeBodies() }
  }

  func endTick() {
    change { $0.endTick(at: $1) }
  }

  private func change(_ body: (inout TickState, Double) -> TickState.Call?) {
    let time = clock.now
    guard let call = state.withLock({ body(&$0, time) }), let driver else { return }
    driver.schedule(after: call.delay) { [weak self] in self?.fire(call.generation) }
  }

  @MainActor private func fire(_ generation: UInt64) {
    guard state.withLock({ $0.isCurrent(generation) }) else { return }
    let tick = target.withLock { $0 }
    tick?()
  }

  /// Returns the minimum time between ticks, in seconds; invalid rates count as 60.
  private static func interval(ofRate rate: Double) -> Double {
    rate > 0 && rate.isFinite ? 1 / rate : 1 / 60
  }
}
