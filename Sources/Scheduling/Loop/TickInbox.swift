import Synchronization

/// The thread-safe part of a display loop, which collects closures and requests ticks.
///
/// The parts of the loop retain it instead of the loop itself.
final class TickInbox: Sendable {
  let state = Mutex(TickState())
  private let clock: any DisplayClock
  private let driver: (any DisplayLoop.Driver)?
  private let target = Mutex<(@MainActor () -> Void)?>(nil)

  init(clock: any DisplayClock, driver: (any DisplayLoop.Driver)?) {
    self.clock = clock
    self.driver = driver
  }

  /// Sets the closure that runs a tick.
  func connect(_ tick: @escaping @MainActor () -> Void) {
    target.withLock { $0 = tick }
  }

  /// Requests a tick, unless `phase` is still ahead in the current one.
  func setNeedsTick(for phase: DisplayLoop.Phase? = nil) {
    change { $0.setNeeded(for: phase, at: $1) }
  }

  /// Changes the state at the current time, and makes the driver call that results.
  func change(_ body: (inout TickState, _ time: Double) -> TickState.Call?) {
    let time = clock.now
    guard let call = state.withLock({ body(&$0, time) }), let driver else { return }
    driver.schedule(after: call.delay) { [weak self] in self?.fire(call.generation) }
  }

  @MainActor private func fire(_ generation: UInt64) {
    guard state.withLock({ $0.isCurrent(generation) }) else { return }
    let tick = target.withLock { $0 }
    tick?()
  }
}
