import GalleyLayers
import GalleyScheduling
import GalleySystem
import Synchronization

/// A recorder of the compositor's frames.
final class FrameRecorder: Compositor.Observer {
  /// A composed frame; its times are in seconds of the clock.
  struct Frame: Hashable, Sendable {
    /// The time that the frame shows: the beginning of its tick.
    var time: Double
    /// The time at which drawing began.
    var begin: Double
    /// The time at which the sinks had the frame, or it turned out to equal the previous one.
    var end: Double
    /// The CPU time of the compositor's thread from beginning to end, in seconds.
    var processorTime = 0.0

    /// The time from the beginning of the tick until the sinks had the frame, in seconds.
    var latency: Double { end - time }

    /// The time from the beginning of drawing until the sinks had the frame, in seconds.
    var duration: Double { end - begin }
  }

  private struct State {
    var begin = 0.0
    var processorBegin = 0.0
    var end = 0.0
    var isDrawing = false
    var frames: [Frame] = []
  }

  private let clock: any DisplayClock
  private let trace: TraceLog?
  private let state = Mutex(State())

  /// Creates a recorder with no frames.
  init(clock: any DisplayClock, trace: TraceLog?) {
    self.clock = clock
    self.trace = trace
  }

  /// Forgets the recorded frames, and makes room for a number of others.
  func reset(room: Int) {
    state.withLock { state in
      state.frames.removeAll(
        keepingResidentRoomFor: room, filler: Frame(time: 0, begin: 0, end: 0))
    }
  }

  /// Returns and removes the recorded frames, oldest first.
  func take() -> [Frame] {
    state.withLock { state in
      defer { state.frames = [] }
      return state.frames
    }
  }

  /// The time at which the last frame was ready, in seconds of the clock; `nil` while a frame is
  /// being drawn.
  var lastEnd: Double? { state.withLock { $0.isDrawing ? nil : $0.end } }

  func compositorWillDraw(at time: Double) {
    let (now, processor) = (clock.now, ProcessorTime.ofThread)
    state.withLock { ($0.begin, $0.processorBegin, $0.isDrawing) = (now, processor, true) }
  }

  func compositorDidDraw(at time: Double) {
    let (now, processor) = (clock.now, ProcessorTime.ofThread)
    let begin = state.withLock { state in
      state.frames.append(
        Frame(
          time: time, begin: state.begin, end: now,
          processorTime: processor - state.processorBegin))
      (state.end, state.isDrawing) = (now, false)
      return state.begin
    }
    trace?.note("frame", on: .compositor, from: begin, to: now)
  }
}
