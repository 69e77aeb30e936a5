import GalleyLayers
import GalleyScheduling
import Synchronization

/// A recorder of frame durations from the beginning of a tick until the frame can be shown.
final class FrameRecorder: Compositor.Observer {
  private struct State {
    var begin = 0.0
    var end = 0.0
    var isDrawing = false
    var durations: [Double] = []
  }

  private let clock: any DisplayClock
  private let trace: TraceLog?
  private let state = Mutex(State())

  /// Creates a recorder with no durations.
  init(clock: any DisplayClock, trace: TraceLog?) {
    self.clock = clock
    self.trace = trace
  }

  /// Returns and removes the recorded frame durations in seconds, oldest first.
  func take() -> [Double] {
    state.withLock { state in
      defer { state.durations = [] }
      return state.durations
    }
  }

  /// The time at which the last frame was ready, in seconds of the clock; `nil` while a frame is
  /// being drawn.
  var lastEnd: Double? { state.withLock { $0.isDrawing ? nil : $0.end } }

  func compositorWillDraw(at time: Double) {
    let now = clock.now
    state.withLock { ($0.begin, $0.isDrawing) = (now, true) }
  }

  func compositorDidDraw(at time: Double) {
    let now = clock.now
    let begin = state.withLock { state in
      state.durations.append(now - time)
      (state.end, state.isDrawing) = (now, false)
      return state.begin
    }
    trace?.note("frame", on: .compositor, from: begin, to: now)
  }
}
