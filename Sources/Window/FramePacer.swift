internal import GalleyCSDL
internal import Glibc
internal import GalleyScheduling

/// The moments at which a screen wants frames, in real time, for a program without a window.
@MainActor public struct FramePacer {
  /// A moment at which a frame begins.
  public struct Beat: Hashable, Sendable {
    /// When it was due, in seconds by the clock.
    public let time: Double
    /// How many moments before it passed while the program was busy.
    public let skipped: Int
    /// When the program was awake for it, in seconds by the clock.
    public let wakeTime: Double
  }

  /// How far the moments are apart, in seconds.
  public let interval: Double

  private let clock: SystemClock
  private var next: Double

  /// Begins to count moments, now.
  ///
  /// - Parameter rate: How many there are in a second, at least one.
  public init(rate: Double) {
    clock = SystemClock()
    interval = 1 / max(1, rate)
    next = clock.now
  }

  /// Sleeps until the next moment that has not passed, then runs what waits for the main queue.
  public mutating func wait() -> Beat {
    let late = clock.now - next
    let skipped = late > interval ? Int(late / interval) : 0
    next += Double(skipped) * interval
    sleep(until: next)
    defer { next += interval }
    let wakeTime = clock.now
    csdl_run_main_queue()
    return Beat(time: next, skipped: skipped, wakeTime: wakeTime)
  }

  private func sleep(until time: Double) {
    let rest = time - clock.now
    guard rest > 0 else { return }
    var moment = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &moment)
    let nanoseconds = moment.tv_nsec + Int(rest * 1e9)
    moment.tv_sec += nanoseconds / 1_000_000_000
    moment.tv_nsec = nanoseconds % 1_000_000_000
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &moment, nil) == EINTR {}
  }
}
