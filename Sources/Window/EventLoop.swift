internal import Dispatch
internal import GalleyCSDL
internal import Glibc
public import GalleyScheduling
internal import Synchronization

/// The loop of a program with a window: events, the main queue, ticks and frames, in turns.
///
/// It runs on the thread that the program began on, and runs there what waits for the main queue, so that
/// the main actor works as in other programs. It sleeps when there is nothing to do. As a tick driver, it
/// calls ticks when they are due, between events.
public final class EventLoop: TickDriver {
  private struct Schedule {
    var tick: (@MainActor () -> Void)?
    var due = Double.infinity
  }

  private let schedule = Mutex(Schedule())
  private let clock: any DisplayClock
  // Sequentially consistent: a sleeper looks for work after it has said that it sleeps.
  private let isAsleep = Atomic(false)
  @MainActor private var isRunning = false

  /// Makes a loop that does not run.
  ///
  /// - Parameter clock: What ticks are due by.
  public init(clock: any DisplayClock = SystemClock()) {
    self.clock = clock
  }

  /// Calls a tick when it is due, on any thread; the one that was asked for before is forgotten.
  public func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    let due = clock.now + max(0, delay)
    schedule.withLock { $0 = Schedule(tick: tick, due: due) }
    wake()
  }

  /// Has the loop look what there is to do, on any thread.
  public func wake() {
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { csdl_wake() }
  }

  /// Runs until ``stop()``, for a window.
  @MainActor public func run(for window: Window) {
    isRunning = true
    let source = mainQueueSource()
    while isRunning {
      window.handleEvents()
      csdl_run_main_queue()
      source.resumeIfNeeded()
      runTick()
      window.showFrame()
      if isRunning { sleep(for: window) }
    }
    source.cancel()
  }

  /// Has ``run(for:)`` return.
  @MainActor public func stop() {
    isRunning = false
    wake()
  }

  @MainActor private func runTick() {
    let now = clock.now
    let tick = schedule.withLock { schedule -> (@MainActor () -> Void)? in
      guard schedule.due <= now else { return nil }
      defer { schedule = Schedule() }
      return schedule.tick
    }
    tick?()
  }

  /// Sleeps until something happens or a tick is due.
  @MainActor private func sleep(for window: Window) {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    defer { isAsleep.store(false, ordering: .sequentiallyConsistent) }
    // What came before the loop said that it sleeps has woken nobody.
    let rest = schedule.withLock { $0.due } - clock.now
    guard rest > 0, !window.hasFrame, !csdl_main_queue_waits() else { return }
    guard rest.isFinite else { return csdl_wait(-1) }
    let milliseconds = Int32(min(rest * 1_000, 60_000))
    if milliseconds > 0 {
      csdl_wait(milliseconds)
    } else {
      usleep(UInt32(rest * 1e6))
    }
  }

  /// Wakes the loop when something waits for the main queue.
  @MainActor private func mainQueueSource() -> MainQueueSource {
    MainQueueSource { [weak self] in self?.wake() }
  }
}

/// Tells once when something waits for the main queue, and again after it was asked to.
@safe private final class MainQueueSource: Sendable {
  // SAFETY: Sources may be used on any thread.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  // Sequentially consistent: it is set before the main queue is looked at.
  private let isSuspended = Atomic(false)

  init(_ notify: @escaping @Sendable () -> Void) {
    unsafe source = DispatchSource.makeReadSource(
      fileDescriptor: csdl_main_queue_descriptor(), queue: .global(qos: .userInteractive))
    unsafe source.setEventHandler { [weak self] in
      // The descriptor stays readable until the main queue has run.
      self?.suspend()
      notify()
    }
    unsafe source.resume()
  }

  private func suspend() {
    unsafe source.suspend()
    isSuspended.store(true, ordering: .sequentiallyConsistent)
  }

  /// Has it tell of what comes from now on.
  func resumeIfNeeded() {
    guard isSuspended.exchange(false, ordering: .sequentiallyConsistent) else { return }
    unsafe source.resume()
  }

  func cancel() {
    unsafe source.cancel()
    resumeIfNeeded()
  }
}
