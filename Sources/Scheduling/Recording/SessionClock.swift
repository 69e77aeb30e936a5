internal import Dispatch
internal import GalleySystem
internal import Synchronization

/// A clock whose readings in the steps of a session are recorded, or come from a recording.
///
/// Times count from the start of the session, in whole nanoseconds. Steps are performed one at a
/// time, by the main actor or by a drawing thread, so the order of readings is known.
package final class SessionClock: DisplayClock {
  private struct State {
    /// The thread that performs a step.
    var owner: UInt?
    /// The readings of the step, in nanoseconds.
    var readings: [Int] = []
    /// The number of readings that have been replayed.
    var next = 0
    /// The number of readings beyond those of the recording.
    var excess = 0
    /// The last reading, in nanoseconds.
    var last = 0
  }

  private let source: (any DisplayClock)?
  private let start: Double
  private let state = Mutex(State())
  private let turn = DispatchSemaphore(value: 1)

  /// Creates a clock that shows and records the time of another one.
  package init(recording source: any DisplayClock) {
    self.source = source
    start = source.now
  }

  /// Creates a clock at zero that shows recorded times.
  package init() {
    source = nil
    start = 0
  }

  /// The time, in seconds since the start of the session.
  package var now: Double {
    let thread = CurrentThread.number
    let live = source.map { Int(max(0, $0.now - start) * 1e9) }
    return state.withLock { state in
      guard state.owner == thread else { return Self.seconds(max(live ?? 0, state.last)) }
      if let live {
        state.last = max(live, state.last)
        state.readings.append(state.last)
      } else if state.next < state.readings.count {
        state.last = state.readings[state.next]
        state.next += 1
      } else {
        state.excess += 1
      }
      return Self.seconds(state.last)
    }
  }

  // MARK: Steps

  /// Performs a step when no other thread performs one.
  package func perform<Result>(_ step: () throws -> Result) rethrows -> Result {
    turn.wait()
    let thread = CurrentThread.number
    state.withLock { $0.owner = thread }
    defer {
      state.withLock { $0.owner = nil }
      turn.signal()
    }
    return try step()
  }

  /// Whether the calling thread performs a step.
  var isInStep: Bool {
    let thread = CurrentThread.number
    return state.withLock { $0.owner == thread }
  }

  /// Returns and removes the recorded readings, in nanoseconds, oldest first.
  package func takeReadings() -> [Int] {
    state.withLock { state in
      defer { state.readings = [] }
      return state.readings
    }
  }

  /// Sets the readings of the next step, in nanoseconds, of which none is less than the one before.
  package func replay(_ readings: [Int]) {
    state.withLock { ($0.readings, $0.next, $0.excess) = (readings, 0, 0) }
  }

  /// The number of readings of the step that have not been taken; negative if more were taken.
  package var unread: Int { state.withLock { $0.readings.count - $0.next - $0.excess } }

  /// Returns the time of a reading in seconds.
  package static func seconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1e9 }

  /// Returns the reading of a time in seconds.
  package static func nanoseconds(_ seconds: Double) -> Int { Int((seconds * 1e9).rounded()) }
}
