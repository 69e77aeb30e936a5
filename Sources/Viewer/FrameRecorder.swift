internal import GalleyLayers
internal import GalleyScheduling
internal import Synchronization

/// Measures how long frames take from the beginning of their ticks until they can be shown.
final class FrameRecorder: CompositorObserver {
  private struct State {
    var begin = 0.0
    var end = 0.0
    var isDrawing = false
    var durations: [Double] = []
  }

  private let clock: any DisplayClock
  private let trace: TraceLog?
  private let state = Mutex(State())

  init(clock: any DisplayClock, trace: TraceLog?) {
    self.clock = clock
    self.trace = trace
  }

  /// How long each frame took, in seconds, the oldest first; forgets them.
  func take() -> [Double] {
    state.withLock { state in
      defer { state.durations = [] }
      return state.durations
    }
  }

  /// When the last frame could be shown, in seconds by the clock; `nil` while one is being drawn.
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
