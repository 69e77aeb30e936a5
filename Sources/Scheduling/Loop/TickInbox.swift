import Synchronization

/// Where any thread leaves what a display loop is to do, and asks it to tick.
///
/// It is the half of the loop that its parts hold on to; the loop itself they need not keep alive.
final class TickInbox: Sendable {
  let clock: any DisplayClock
  private let driver: (any TickDriver)?
  private let state: Mutex<TickState>
  private let target = Mutex<(@MainActor () -> Void)?>(nil)

  init(clock: any DisplayClock, driver: (any TickDriver)?, frameRate: Double) {
    self.clock = clock
    self.driver = driver
    state = Mutex(TickState(interval: Self.interval(ofRate: frameRate)))
  }

  /// Sets what a tick is.
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

  /// Asks for a tick, unless `phase` is still to come in the one under way.
  func setNeedsTick(for phase: TickPhase) {
    change { $0.setNeeded(for: phase, at: $1) }
  }

  func add(_ body: @escaping @MainActor () -> Void, to phase: TickPhase) {
    change { $0.add(body, to: phase, at: $1) }
  }

  func requestFrames(_ change: Int) {
    self.change { $0.requestFrames(change, at: $1) }
  }

  func beginTick(at time: Double) {
    state.withLock { $0.beginTick(at: time) }
  }

  func begin(_ phase: TickPhase) {
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

  /// The least time between ticks, in seconds; rates that mean nothing are 60.
  private static func interval(ofRate rate: Double) -> Double {
    rate > 0 && rate.isFinite ? 1 / rate : 1 / 60
  }
}
