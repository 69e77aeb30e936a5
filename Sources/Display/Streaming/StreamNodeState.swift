internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyPainting
internal import GalleyRichStreaming
internal import GalleyScheduling
internal import Synchronization

/// The content of a streaming message node, which draws nothing by itself.
struct StreamNodeContent: NodeContent {
  static let drawing: DisplayNode.DrawingModes = []

  let state: StreamNodeState

  /// Returns the size of the message.
  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    let size = state.shared.withLock { Size(width: $0.width, height: $0.height) }
    return ContentMeasurement(size: range.clamp(size))
  }

  @MainActor func parameters(for node: DisplayNode) {}
}

/// The state of a streaming message node.
final class StreamNodeState: Sendable {
  /// The part that any thread may access.
  struct Shared: Sendable {
    var width: Double
    var edits = StreamEdits()
    /// The layout that is shown.
    var layout: StreamingLayout
    /// The height of the node, in points.
    var height = 0.0
    var isFinished = false
  }

  let shared: Mutex<Shared>
  private let source: StreamSource

  /// Whether a layout is being made.
  @MainActor private var isLayingOut = false
  @MainActor private(set) var painter = TextPainter()
  @MainActor var onHeightChange: (@MainActor (Double) -> Void)?
  /// The parts that show the message.
  @MainActor private(set) var tiles = StreamTiles()
  /// The fading in of the words that are new.
  @MainActor private var reveal = StreamReveal()
  /// The request for ticks while something moves.
  @MainActor private var frames: DisplayLoop.FrameRequest?
  @MainActor private var handler: DisplayLoop.Handler?
  @MainActor private(set) weak var node: DisplayNode?
  /// The number of layouts made so far.
  @MainActor private(set) var layoutCount = 0

  init(width: Double, maker: StreamMaker) {
    var text = maker.text(width: width)
    shared = Mutex(Shared(width: width, layout: text.layout()))
    source = StreamSource(text, maker: maker)
  }

  /// Begins to follow the ticks of a node once it is loaded.
  func attach(to node: DisplayNode) {
    node.onDidLoad { [weak self] node in self?.begin(on: node) }
  }

  @MainActor private func begin(on node: DisplayNode) {
    self.node = node
    handler = node.environment.loop.onEachTick(in: .measurement) { [weak self] tick in
      self?.update(at: tick)
    }
  }

  // MARK: Changes, from any thread

  /// Adds a change.
  func add(_ edit: StreamEdit, of node: DisplayNode) {
    let loop = node.environment.loop
    let time = loop.clock.now
    request(shared.withLock { $0.edits.add(edit, at: time) }, of: node)
  }

  func setWidth(_ width: Double, of node: DisplayNode) {
    let isNew = shared.withLock { shared in
      guard shared.width != width, width > 0, width.isFinite else { return false }
      shared.width = width
      return true
    }
    guard isNew else { return }
    add(.resize(width), of: node)
    node.invalidateLayout()
  }

  private func request(_ request: StreamEdits.Request, of node: DisplayNode) {
    let loop = node.environment.loop
    if request.needsLayout {
      loop.perform(in: .input) { [weak node, weak self] in
        if let node, let self { layOut(node) }
      }
    }
    guard let delay = request.timer else { return }
    loop.perform(after: delay, in: .input) { [weak node, weak self] in
      guard let node, let self else { return }
      let time = node.environment.loop.clock.now
      self.request(shared.withLock { $0.edits.timerDidFire(at: time) }, of: node)
    }
  }

  // MARK: Layout

  /// Lays the message out with the changes so far, unless that is being done.
  @MainActor private func layOut(_ node: DisplayNode) {
    guard !isLayingOut else { return }
    let edits = shared.withLock { $0.edits.take() }
    guard !edits.isEmpty else { return }
    isLayingOut = true
    let transaction = node.environment.loop.transactions.makeTransaction()
    transaction.add(node.workKey) { [source] _ in
      source.drawing(after: edits)
    } completion: { [weak node, weak self] drawing in
      guard let node, let self else { return }
      isLayingOut = false
      if let drawing { adopt(drawing, on: node) }
      // The text that arrived meanwhile is laid out in one step.
      layOut(node)
    }
  }

  /// Shows a layout.
  @MainActor private func adopt(_ drawing: StreamDrawing, on node: DisplayNode) {
    layoutCount += 1
    let layout = drawing.layout
    let height = shared.withLock { shared in
      let isResized = shared.layout.size.width != layout.size.width
      shared.layout = layout
      shared.isFinished = drawing.isFinished
      let height =
        drawing.isFinished || isResized
        ? layout.size.height : max(shared.height, layout.size.height)
      defer { shared.height = height }
      return height == shared.height ? nil : height
    }
    tiles.show(layout)
    reveal.show(
      drawing.lines, below: layout.changedFrom, at: node.environment.loop.clock.now)
    guard let height else { return }
    node.invalidateLayout()
    onHeightChange?(height)
  }

  // MARK: Drawing

  @MainActor func setPainter(_ painter: TextPainter) {
    self.painter = painter
    tiles.redrawAll()
  }

  /// Shows the tiles in the visible part of the node, and draws those that have changed.
  @MainActor private func update(at tick: DisplayLoop.Tick) {
    guard let node else { return }
    let isStill = node.environment.animationPlayback == .firstFrame || !node.isHosted
    let moment = isStill ? nil : reveal.moment(at: tick.time)
    tiles.update(on: node, painter: painter, moment: moment)
    if moment == nil {
      frames = nil
    } else if frames == nil {
      frames = node.environment.loop.requestFrames()
    }
  }
}
