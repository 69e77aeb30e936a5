import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyMessages
import GalleyScheduling
import GalleyWindow

/// A measurement that writes a message in real time without a window.
///
/// Frames are due at a steady rate, as on a screen. Each begins with the pieces that have arrived
/// since the last one, and ends with a tick.
@MainActor final class StreamRun {
  /// The view that shows the message.
  let view: StreamView
  private let surface: NodeSurface
  private let environment: DisplayEnvironment
  private let recorder: FrameRecorder
  private let clock = SystemClock()
  private var times = FrameTimes(room: 0)
  private var appends: [Double] = []

  /// The time for which the complete message is shown, in seconds.
  private static let restTime = 0.5
  /// The maximum time from the last piece to the complete message, in seconds.
  private static let patience = 10.0

  /// Creates a view of an empty message.
  ///
  /// - Parameters:
  ///   - appearance: The appearance.
  ///   - size: The size of the view, in points.
  ///   - scale: The number of pixels per point.
  ///   - threads: The number of threads that lay out and draw.
  init(_ appearance: StreamAppearance, size: Size, scale: Double, threads: Int) {
    environment = DisplayEnvironment(
      executor: PoolExecutor(threads: threads, clock: clock), clock: clock)
    environment.scale = scale
    recorder = FrameRecorder(clock: clock, trace: nil)
    let host = LayerHost(
      size: size, scale: scale, backgroundColor: appearance.colors.background)
    surface = NodeSurface(host, environment: environment, sinks: [], observer: recorder)
    view = StreamView(appearance, size: size, environment: environment)
    surface.rootNode = view.node
  }

  isolated deinit {
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }

  /// Appends pieces at a rate, and measures the frames.
  ///
  /// - Parameters:
  ///   - pieces: The message in UTF-8.
  ///   - rate: The number of pieces per second.
  ///   - frameRate: The number of frames per second.
  /// - Returns: The measurements.
  func run(_ pieces: [ArraySlice<UInt8>], rate: Double, frameRate: Double) -> StreamFigures {
    environment.loop.settle(limit: 16)
    surface.compositor.waitUntilIdle()
    _ = recorder.take()
    var pacer = FramePacer(rate: frameRate)
    let start = clock.now
    var end: Double?
    times = FrameTimes(room: 0)
    while true {
      let beat = pacer.wait()
      let deadline = beat.time + pacer.interval
      while appends.count < pieces.count,
        Double(appends.count) <= (beat.time - start) * rate
      {
        append(pieces[appends.count])
      }
      if appends.count == pieces.count, end == nil {
        view.message.finish()
        end = beat.time + Self.patience
      }
      times.tick(surface, environment.loop, until: deadline)
      times.note(beat, until: deadline, endedAt: clock.now)
      if view.message.isFinished { end = min(end ?? .infinity, beat.time + Self.restTime) }
      if let end, beat.time >= end { break }
    }
    surface.compositor.waitUntilIdle()
    return figures(of: pieces)
  }

  private func append(_ piece: ArraySlice<UInt8>) {
    let before = clock.now
    view.message.append(piece)
    appends.append(clock.now - before)
  }

  private func figures(of pieces: [ArraySlice<UInt8>]) -> StreamFigures {
    let frames = recorder.take()
    var figures = StreamFigures()
    (figures.pieces, figures.bytes) = (pieces.count, pieces.reduce(0) { $0 + $1.count })
    (figures.height, figures.layouts) = (view.message.height, view.message.layoutCount)
    (figures.frames, figures.skipped) = (times.frames, times.skipped)
    (figures.missed, figures.missedByMain) = (times.missed(by: frames), times.missedByMain)
    figures.drawnFrames = surface.compositor.counters.drawnFrames
    figures.append = ScrollFigures.Times(appends)
    figures.main = ScrollFigures.Times(times.main)
    figures.mainProcessor = ScrollFigures.Times(times.mainProcessor)
    figures.frame = ScrollFigures.Times(frames.map(\.latency))
    return figures
  }
}
