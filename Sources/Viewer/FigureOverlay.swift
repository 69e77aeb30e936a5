import Galley
import GalleyDisplay
import GalleyFonts
import GalleyGeometry
import GalleyLayers
import GalleyLists
import GalleyPainting
import GalleyPixels
import GalleyScheduling
import GalleyTypesetting
import GalleyWindow

/// The overlays of a conversation's window that F12 shows and hides: the inspector and the
/// performance figures.
@MainActor final class FigurePanel {
  private let window: ConversationWindow
  private let recorder: FrameRecorder
  private let damage: DamageLog
  private var overlay: FigureOverlay?
  private var inspector: Inspector?

  /// Creates a hidden overlay.
  ///
  /// - Parameters:
  ///   - window: The window, whose observer is `recorder`.
  ///   - recorder: The recorder of frame durations.
  ///   - damage: A sink of the window.
  init(_ window: ConversationWindow, _ recorder: FrameRecorder, _ damage: DamageLog) {
    (self.window, self.recorder, self.damage) = (window, recorder, damage)
    window.onKey = { [weak self] key, _ in
      if key == .function(12) { self?.toggle() }
    }
  }

  /// Shows the overlays if they are hidden, and hides them if they are shown.
  func toggle() {
    if let inspector {
      inspector.close()
      (overlay, self.inspector) = (nil, nil)
      return
    }
    let view = window.view
    let inspector = Inspector(
      view.node, engine: view.source.rows.engine, damage: damage
    ) { [weak window] in
      window?.window.window.pointer
    }
    view.node.addSubnode(inspector.node)
    self.inspector = inspector
    showFigures(in: inspector.node)
  }

  private func showFigures(in node: DisplayNode) {
    let (view, environment) = (window.view, window.window.environment)
    let overlay = FigureOverlay(
      view.list, engine: view.source.rows.engine, environment: environment, recorder)
    overlay.node.zPosition = 2
    node.addSubnode(overlay.node)
    self.overlay = overlay
  }
}

/// An overlay of performance figures: frame durations and the work of the executor.
@MainActor final class FigureOverlay {
  /// The node over the conversation.
  let node: DisplayNode

  private let text: TextNode
  private let environment: DisplayEnvironment
  private var handler: DisplayLoop.Handler?
  private var times: [Double] = []
  private var lastTick = 0.0
  private var lastUpdate = 0.0
  private var recordedFrames: [FrameRecorder.Frame] = []
  /// A request for ticks while work is pending, so that the final figures are shown.
  private var frames: DisplayLoop.FrameRequest?
  /// The list's number of settlements at the last update of the figures.
  private var settlements = 0

  /// The interval between updates, in seconds.
  private static let interval = 0.25

  /// Creates an overlay that is updated in ticks.
  ///
  /// - Parameters:
  ///   - list: The list.
  ///   - engine: The engine that lays the figures out.
  ///   - environment: The environment that draws the list.
  ///   - recorder: The recorder of frame durations.
  init(
    _ list: ListView, engine: TextEngine, environment: DisplayEnvironment, _ recorder: FrameRecorder
  ) {
    self.environment = environment
    node = DisplayNode(environment: environment)
    text = TextNode(engine: engine, environment: environment)
    node.name = "figures"
    node.isUserInteractionEnabled = false
    node.backgroundColor = Color(argb: 0xEB10_1418)
    node.cornerRadii = CornerRadii(6)
    node.isOpaque = false
    node.addSubnode(text.node)
    handler = environment.loop.onEachTick(in: .changeSets) { [weak self, weak list] tick in
      guard let self, let list else { return }
      self.update(at: tick.time, list, recorder)
    }
  }

  private func update(at time: Double, _ list: ListView, _ recorder: FrameRecorder) {
    let durations = environment.loop.tickDurations
    times.append(durations.total - lastTick)
    lastTick = durations.total
    recordedFrames += recorder.take()
    guard time - lastUpdate >= Self.interval else {
      // The last settlement of the list has to be shown as well.
      if list.figures.settlements != settlements { wantFrames() }
      return
    }
    show(list.figures, perSecond: Double(times.count) / max(time - lastUpdate, 0.001))
    (times, recordedFrames, lastUpdate) = ([], [], time)
    settlements = list.figures.settlements
    // The drawing of the overlay itself is not submitted yet.
    if environment.executor.counters.open > 0 { wantFrames() } else { frames = nil }
  }

  private func wantFrames() {
    if frames == nil { frames = environment.loop.requestFrames() }
  }

  private func show(_ figures: ListView.Figures, perSecond rate: Double) {
    let queue = environment.executor.counters
    let main = ScrollFigures.Times(times)
    let frame = ScrollFigures.Times(recordedFrames.map(\.latency))
    let compositor = ScrollFigures.Times(recordedFrames.map(\.duration))
    func short(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
    let words = """
      \(Int(rate.rounded())) frames/s
      main \(short(main.p50)) / \(short(main.max)) ms
      frame \(short(frame.p50)) / \(short(frame.max)) ms
      compositor \(short(compositor.p50)) / \(short(compositor.max)) ms
      rows \(figures.liveNodes), blank \(figures.blankItems)
      drawn \(queue.finished) of \(queue.submitted), \(queue.open) waiting
      canceled \(queue.canceledBeforeStart) + \(queue.staleAtEnd)
      bitmaps \(Bitmap.Pool.shared.usedByteCount >> 20) MB
      """
    let style = TextStyle(font: FontDescription(size: 11), paint: TextPaint(color: .fixed(.white)))
    text.text = AttributedText(words, style: style)
    let size = text.size(thatFits: Size(width: 240, height: .infinity))
    text.frame = Rect(x: 8, y: 6, width: size.width, height: size.height)
    node.frame = Rect(
      x: 8, y: 8, width: (size.width + 16).rounded(.up), height: (size.height + 12).rounded(.up))
  }
}
