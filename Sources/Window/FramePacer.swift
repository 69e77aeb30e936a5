internal import GalleyCSDL
internal import Glibc
internal import GalleyScheduling

/// A real-time source of frame times for a program without a window.
@MainActor package struct FramePacer {
  /// The beginning of a frame.
  package struct Beat: Hashable, Sendable {
    /// The time at which the frame was due, in seconds of the clock.
    package let time: Double
    /// The number of frames skipped before this one because the program was busy.
    package let skipped: Int
    /// The time at which the program woke up for the frame, in seconds of the clock.
    package let wakeTime: Double
  }

  /// The interval between frames, in seconds.
  package let interval: Double

  private let clock: SystemClock
  private var next: Double

  /// Creates a pacer that starts now.
  ///
  /// - Parameter rate: The number of frames per second, at least 1.
  package init(rate: Double) {
    clock = SystemClock()
    interval = 1 / max(1, rate)
    next = clock.now
  }

  /// Sleeps until the next frame is due, then runs the main queue.
  package mutating func wait() -> Beat {
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
