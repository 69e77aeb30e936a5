internal import Synchronization

/// A driver whose calls are separate steps of a recording: either results are passed on, or a tick
/// runs.
package final class RecordingDriver: DisplayLoop.Driver {
  /// A step on the main actor.
  package enum Step: Sendable {
    /// Finished work can be passed on.
    case results
    /// A tick is due; the closure runs it.
    case tick(@MainActor @Sendable () -> Void)
  }

  private struct Pending {
    var tick: (@MainActor () -> Void)?
    var due = 0.0
  }

  private let driver: any DisplayLoop.Driver
  private let clock: any DisplayClock
  private let pending = Mutex(Pending())
  private let perform: @MainActor @Sendable (Step) -> Void

  /// Creates a driver.
  ///
  /// - Parameters:
  ///   - driver: The driver that calls this one.
  ///   - clock: The clock of that driver.
  ///   - perform: Performs a step.
  package init(
    over driver: any DisplayLoop.Driver, clock: any DisplayClock,
    perform: @escaping @MainActor @Sendable (Step) -> Void
  ) {
    self.driver = driver
    self.clock = clock
    self.perform = perform
  }

  /// Schedules a tick, replacing the pending one.
  package func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    let due = clock.now + max(0, delay)
    pending.withLock { $0 = Pending(tick: tick, due: due) }
    driver.schedule(after: delay) { [weak self] in self?.fire() }
  }

  /// Passes results on as soon as possible; callable on any thread.
  package func wake() {
    driver.schedule(after: 0) { [weak self] in self?.fire() }
  }

  @MainActor private func fire() {
    perform(.results)
    let (tick, rest) = pending.withLock { pending -> ((@MainActor () -> Void)?, Double) in
      let rest = pending.due - clock.now
      guard rest <= 0 else { return (nil, rest) }
      return (pending.tick.take(), rest)
    }
    if let tick {
      perform(.tick(tick))
    } else if pending.withLock({ $0.tick != nil }) {
      driver.schedule(after: rest) { [weak self] in self?.fire() }
    }
  }
}
