import Galley
import GalleyChat
import GalleyDisplay
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleySystem
import GalleyTypesetting
import GalleyWindow

/// The options of a scroll measurement.
struct ScrollOptions: Sendable {
  /// The frame rate, in frames per second.
  var rate = 120.0
  /// The size of the list, in points.
  var size = Size(width: 412, height: 870)
  /// The number of pixels per point.
  var scale = 2.0
  /// The script to run.
  var script = ScrollScript.fling
  /// The duration, in seconds.
  var seconds = 20.0
  /// The seed of the random jumps.
  var seed: UInt64 = 1
  /// The number of threads that measure and draw.
  var threads = PoolExecutor.defaultThreadCount
  /// The trace log, if any.
  var trace: TraceLog?
  /// Additional sinks for the frames.
  var sinks: [any FrameSink] = []

  /// Creates the default options.
  init() {}
}

/// A measurement that scrolls a conversation in real time without a window.
///
/// Frames are due at a steady rate, as on a screen. In each one, the script performs its due
/// actions, and then the loop ticks. A frame is missed if the sinks do not have the changes of its
/// tick when the next one is due, as are all frames due while the main actor is busy.
@MainActor final class ScrollRun {
  private let options: ScrollOptions
  private let view: ConversationView
  private let surface: NodeSurface
  private let environment: DisplayEnvironment
  private let recorder: FrameRecorder
  private let clock = SystemClock()
  /// The conversation, whose messages arrive again as new ones.
  private let base: any MessageSource
  private var figures = ScrollFigures()
  private var times = FrameTimes(room: 0)
  private var jumpTimes: [Double] = []
  private var jump: Jump?
  private var added = 0
  private static let memoryInterval = 5.0
  /// The maximum number of frames whose figures have room from the beginning: 64 MB.
  private static let residentFrames = 1e6

  /// A jump whose destination is not shown yet.
  private struct Jump {
    let start: Double
    /// Whether the list has reached the destination.
    var hasLanded = false
    /// The time at which the complete destination was committed.
    var commit: Double?
  }

  /// Creates a list of a conversation, without opening it.
  init(_ rows: ChatRows, _ options: ScrollOptions) {
    self.options = options
    environment = DisplayEnvironment(
      executor: PoolExecutor(threads: options.threads, clock: clock, trace: options.trace),
      clock: clock)
    environment.scale = options.scale
    environment.loop.trace = options.trace
    recorder = FrameRecorder(clock: clock, trace: options.trace)
    surface = NodeSurface(
      LayerHost(size: options.size, scale: options.scale), environment: environment,
      sinks: options.sinks, observer: recorder)
    base = rows.source
    var rows = rows
    rows.style.width = options.size.width
    view = ConversationView(rows, environment: environment)
    surface.rootNode = view.node
  }

  isolated deinit {
    // Nothing more is drawn; drawing in flight ends and releases its nodes.
    view.list.isVisible = false
    surface.rootNode = nil
    environment.loop.settle(limit: 16)
  }

  /// Opens the list, runs the script, and returns the measurements.
  ///
  /// - Throws: `ChangeSetError`, which messages cannot cause.
  func run() throws(ChangeSetError) -> ScrollFigures {
    view.source.rows.openFonts()
    try open()
    var pacer = FramePacer(rate: options.rate)
    var script = ScriptState(options.script, seed: options.seed)
    let room = Int(min(options.seconds * options.rate, Self.residentFrames))
    recorder.reset(room: room)
    times = FrameTimes(room: room)
    let start = clock.now
    while true {
      let beat = pacer.wait()
      noteMemory(at: beat.time - start)
      guard beat.time - start < options.seconds else { break }
      for action in script.actions(at: beat.time - start) { try perform(action) }
      times.tick(surface, environment.loop, until: beat.time + pacer.interval)
      note(beat, until: beat.time + pacer.interval)
    }
    surface.compositor.waitUntilIdle()
    return summary()
  }

  // MARK: Steps

  /// Opens the list and waits for its first complete frame.
  private func open() throws(ChangeSetError) {
    let allocated = ProcessMemory.allocatedBytes
    let start = clock.now
    try view.open(size: options.size, scale: options.scale)
    figures.retainedBytesPerMessage =
      Double(ProcessMemory.allocatedBytes - allocated) / Double(max(1, view.source.count))
    var pacer = FramePacer(rate: 2_000)
    // The wait is limited because some contents, such as an unreadable image, never complete.
    while clock.now - start < 5 {
      if environment.loop.needsTick {
        environment.loop.tick()
        if view.isComplete { break }
      }
      _ = pacer.wait()
    }
    surface.compositor.waitUntilIdle()
    figures.firstFrame = (clock.now - start) * 1e3
  }

  private func perform(_ action: ScriptState.Action) throws(ChangeSetError) {
    switch action {
    case .fling(let speed): view.list.fling(velocity: speed)
    case .jump(let part):
      guard view.source.count > 0 else { return }
      let index = min(view.source.count - 1, Int(part * Double(view.source.count)))
      let start = clock.now
      jump = Jump(start: start)
      view.list.scroll(to: ItemPath(item: index), at: .center()) { [weak self] isThere in
        guard isThere, self?.jump?.start == start else { return }
        self?.jump?.hasLanded = true
      }
    case .arrival:
      guard base.count > 0 else { return }
      var message = base.message(at: added % base.count)
      (message.id, message.replyTo) = (nil, nil)
      message.date = base.date(at: base.count - 1)
      view.append([message], ListUpdate())
      added += 1
    case .narrow(let points):
      let size = Size(width: options.size.width - points, height: options.size.height)
      surface.resize(to: size, scale: options.scale)
      view.resize(to: size, scale: options.scale)
    }
  }

  /// Records a due frame and the work that has just ended for it.
  private func note(_ beat: FramePacer.Beat, until deadline: Double) {
    let end = clock.now
    times.note(beat, until: deadline, endedAt: end)
    figures.peakBitmapBytes = max(
      figures.peakBitmapBytes, Bitmap.Pool.shared.usedByteCount)
    followJump(until: end)
  }

  /// Samples the memory of the process if a sample is due.
  private func noteMemory(at time: Double) {
    if let last = figures.memory.last, time < last.time + Self.memoryInterval { return }
    guard let resident = ProcessMemory.residentBytes else { return }
    let pool = Bitmap.Pool.shared
    figures.memory.append(
      ScrollFigures.Memory(
        time: time, residentBytes: resident, allocatedBytes: ProcessMemory.allocatedBytes,
        bitmapBytes: pool.usedByteCount + pool.idleByteCount,
        cachedBytes: view.source.rows.engine.cachedByteCount + GlyphCache.shared.byteCount))
  }

  /// Updates the current jump: its complete frame is drawn after the tick that commits it.
  private func followJump(until end: Double) {
    guard let jump, jump.hasLanded else { return }
    if let commit = jump.commit {
      guard let shown = recorder.lastEnd else { return }
      jumpTimes.append(max(shown, commit) - jump.start)
      self.jump = nil
    } else if view.isComplete {
      self.jump?.commit = end
    }
  }

  private func summary() -> ScrollFigures {
    var figures = figures
    let frames = recorder.take()
    (figures.frames, figures.missed) = (times.frames, times.missed(by: frames))
    figures.missedByMain = times.missedByMain
    figures.main = ScrollFigures.Times(times.main)
    figures.mainProcessor = ScrollFigures.Times(times.mainProcessor)
    figures.frame = ScrollFigures.Times(frames.map(\.latency))
    figures.compositor = ScrollFigures.Times(frames.map(\.duration))
    figures.compositorProcessor = ScrollFigures.Times(frames.map(\.processorTime))
    let composed = surface.compositor.counters
    (figures.drawnFrames, figures.replacedFrames) = (composed.drawnFrames, composed.skippedFrames)
    figures.jump = jumpTimes.isEmpty ? nil : ScrollFigures.Times(jumpTimes)
    figures.blankRows = view.list.figures.blankItemTotal
    figures.mostLiveNodes = view.list.figures.mostLiveNodes
    figures.queue = environment.executor.counters
    let drawing = figures.queue.drawingMicroseconds
    figures.wastedDrawing = drawing > 0 ? figures.queue.wastedMicroseconds / drawing : 0
    figures.cachedBytes =
      view.source.rows.engine.cachedByteCount + GlyphCache.shared.byteCount
      + Bitmap.Pool.shared.idleByteCount
    return figures
  }
}
