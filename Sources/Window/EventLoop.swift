internal import Dispatch
internal import GalleyCSDL
internal import Glibc
public import GalleyScheduling
internal import Synchronization

/// The event loop of a program with a window, which runs events, the main queue, ticks and frames
/// in turn.
///
/// The loop runs on the program's initial thread and executes the main queue there, so the main
/// actor works as usual. It sleeps when it has no work. As a tick driver, it runs due ticks between
/// events.
public final class EventLoop: DisplayLoop.Driver {
  private struct Schedule {
    var tick: (@MainActor () -> Void)?
    var due = Double.infinity
  }

  private let schedule = Mutex(Schedule())
  private let clock: any DisplayClock
  // Sequentially consistent: the loop checks for work after announcing that it sleeps.
  private let isAsleep = Atomic(false)
  @MainActor private var isRunning = false

  /// Creates a loop that is not running.
  ///
  /// - Parameter clock: The clock that times ticks.
  public init(clock: any DisplayClock = SystemClock()) {
    self.clock = clock
  }

  /// Schedules a tick, replacing the pending one; callable on any thread.
  public func schedule(after delay: Double, _ tick: @escaping @MainActor () -> Void) {
    let due = clock.now + max(0, delay)
    schedule.withLock { $0 = Schedule(tick: tick, due: due) }
    wake()
  }

  /// Wakes the loop; callable on any thread.
  public func wake() {
    if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { csdl_wake() }
  }

  /// Runs the loop for a window until ``stop()`` is called.
  @MainActor public func run(for window: Window) {
    isRunning = true
    let source = MainQueueSource { [weak self] in self?.wake() }
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

  /// Ends ``run(for:)``.
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

  /// Sleeps until an event arrives or a tick is due.
  @MainActor private func sleep(for window: Window) {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    defer { isAsleep.store(false, ordering: .sequentiallyConsistent) }
    // Work that arrived before the announcement did not wake the loop.
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
}

/// A one-shot notification that the main queue has work, rearmed by ``resumeIfNeeded()``.
@safe private final class MainQueueSource: Sendable {
  // SAFETY: Dispatch sources are thread-safe.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  // Sequentially consistent: the flag is set before the main queue is checked.
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

  /// Rearms the notification.
  func resumeIfNeeded() {
    guard isSuspended.exchange(false, ordering: .sequentiallyConsistent) else { return }
    unsafe source.resume()
  }

  func cancel() {
    unsafe source.cancel()
    resumeIfNeeded()
  }
}
