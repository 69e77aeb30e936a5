public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

/// A list that scrolls: nodes for what is near the viewport, out of however many items there are.
///
/// The list is told of edits when the data source has made them. Nodes are made and measured on other
/// threads, and none is shown that was not measured. What is seen stays where it is when something
/// around it changes; only scrolling moves it, and the animations that were asked for.
///
/// In each tick the list looks where its scroller is, which items are near, and places what has to be
/// placed. That costs what is near the viewport, whatever there is beside it; where nothing but the
/// offset changes, one layer moves.
@MainActor public final class ListView {
  /// What shows the list.
  public let node: DisplayNode
  /// What hears of the list; not kept alive.
  public weak var delegate: (any ListViewDelegate)? {
    didSet {
      for (_, entry) in live.entries { entry.headers = nil }
      headers.forgetSections()
      setNeedsSettling()
    }
  }
  /// What brings the data source's items here, for looking things up; edits go through the list.
  public let controller: DataController<DisplayNode>
  /// What kind of list it is.
  public let configuration: ListConfiguration

  /// How large the list is, in points.
  public internal(set) var size = Size.zero
  /// What is covered at the edges.
  public internal(set) var insets = Insets.zero
  /// How many pixels a point is wide and high: content stands on whole pixels.
  public var scale = 1.0 {
    didSet {
      guard scale.isFinite, scale > 0 else { return scale = oldValue }
      setNeedsSettling()
    }
  }
  /// Whether the list can be seen at all.
  public var isVisible = true {
    didSet { if isVisible != oldValue { setNeedsSettling() } }
  }
  /// Which pointers scroll by dragging.
  public var dragScrolling = DragScrolling.all
  /// Begins to load what items show before that is seen.
  public var preloader: (any ItemPreloading)?
  /// The ends at which the list asks for more.
  public var fetchEnds: [ListEnd] = [] {
    didSet { setNeedsSettling() }
  }
  /// How many viewports before an end it asks.
  public var fetchLeadingScreens = 2.0
  /// Makes what is shown at an end while more is fetched there, and says how long that is.
  public var fetchIndicator: ((ListEnd) -> (node: DisplayNode, length: Double))?
  /// What the list has done.
  public internal(set) var figures = ListFigures()
  /// Whether items can be moved by hand: those that the delegate says, when a pointer has rested on them.
  public var isReorderingEnabled = false
  /// The text that is selected.
  public let selection = ListSelection()

  let environment: DisplayEnvironment
  let space: ListSpace
  /// What scrolls: its bounds move over the items.
  let content: DisplayNode
  var state: ListState
  var ranges: RangeState
  var live = LiveItems()
  var ghosts: [Ghost] = []
  /// The elements whose nodes were asked for and have not come.
  var requested: Set<ElementID> = []
  /// How changes are shown that are on their way, oldest first.
  var updates: [ListUpdate] = []
  var jump: ListJump?
  var stage = JumpStage()
  var destination: ListDestination?
  var pan = PanState()
  var fetching = FetchState()
  var indicators: [ListEnd: FetchIndicator] = [:]
  var headers = HeaderStore()
  var reordering = Reordering()
  /// When the list was last scrolled for a pointer that selects.
  var selectionTick: Double?
  var report = ListReport()
  var batchDepth = 0
  var resizeAnimation: ListAnimation?

  private var handlers: [TickHandler] = []
  private var frames: FrameRequest?
  private(set) var needsSettling = true
  private var isSettling = false
  /// Whether the list has settled in the tick under way.
  private var hasSettled = false

  /// Makes a list that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: What has the items; it is not kept alive.
  ///   - environment: What draws nodes and ticks; the data source makes nodes of the same one.
  ///   - configuration: What kind of list it is.
  public init(
    _ dataSource: any ListDataSource<DisplayNode>, environment: DisplayEnvironment = .shared,
    configuration: ListConfiguration = ListConfiguration()
  ) {
    self.environment = environment
    self.configuration = configuration
    space = ListSpace(axis: configuration.axis, isReversed: configuration.isReversed)
    let nodes = DisplayEnvironment.$current.withValue(environment) {
      (DisplayNode(), DisplayNode())
    }
    (node, content) = nodes
    state = ListState(
      estimate: configuration.estimatedLength, pinnedEnds: configuration.pinnedEnds,
      stacksFromTail: configuration.stacksFromTail)
    ranges = RangeState(tuning: configuration.tuning)
    ranges.activeMode = configuration.mode
    ranges.byteBudget = configuration.byteBudget
    controller = DataController(
      dataSource, range: SizeRange(upTo: .zero), loop: environment.loop)
    node.masksToBounds = true
    try? node.addSubnode(content)
    node.pointerHandler = self
    controller.container = self
    selection.list = self
    let loop = environment.loop
    handlers = [
      loop.onEachTick(in: .input) { [weak self] in self?.advance(to: $0.time) },
      loop.onEachTick(in: .changeSets) { [weak self] in
        self?.settleIfNeeded(at: $0.time)
        self?.hasSettled = true
      },
      loop.onEachTick(in: .commit) { [weak self] in
        self?.hasSettled = false
        self?.look(at: $0.time)
      },
    ]
  }

  // MARK: Ticks

  /// What time it is, in the seconds of the environment's clock.
  var now: Double { environment.clock.now }

  /// Has the list look at everything with the next tick, or in the one under way.
  func setNeedsSettling() {
    guard !needsSettling else { return }
    needsSettling = true
    environment.loop.setNeedsTick()
  }

  /// Has the list look at what was delivered, before the frame of the tick under way.
  ///
  /// What other threads have finished may come when the list has settled in this tick already.
  func settleWhatCame() {
    setNeedsSettling()
    guard hasSettled, !isSettling else { return }
    environment.loop.perform(in: .changeSets) { [weak self] in
      guard let self, needsSettling else { return }
      settleIfNeeded(at: now)
    }
  }

  private func advance(to time: Double) {
    advanceReordering(to: time)
    advanceSelection(to: time)
    guard state.scroller.isMoving else { return }
    if state.scroller.advance(to: time) { setNeedsSettling() }
    if !state.scroller.isMoving { setNeedsSettling() }
  }

  private func settleIfNeeded(at time: Double) {
    checkJump(at: time)
    guard !isSettling else { return }
    if needsSettling || isAnimating {
      isSettling = true
      // What settling finds out may need to be settled: so often, and the rest with the next tick.
      for _ in 0..<Self.roundLimit {
        needsSettling = false
        settle(at: time)
        guard needsSettling else { break }
      }
      isSettling = false
      tell()
    }
    let isBusy = needsSettling || isAnimating || state.scroller.isMoving || jump != nil
    if !isBusy {
      frames = nil
    } else if frames == nil {
      frames = environment.loop.requestFrames()
    }
  }

  /// Whether something goes on that time alone changes, beside scrolling.
  var isAnimating: Bool {
    !ghosts.isEmpty || report.isAnimatingItems || headers.isAnimating || destination != nil
      || reordering.isActive || selection.dragPosition != nil
  }

  /// Asks for a tick because something moves from now on.
  func noteMotion() {
    setNeedsSettling()
    environment.loop.setNeedsTick()
  }

  /// How often a tick settles what its own settling has changed.
  private static let roundLimit = 4
}

/// Which pointers scroll a list by dragging.
public enum DragScrolling: Hashable, Sendable {
  /// All.
  case all
  /// Fingers and pens, which are all but pointer 0.
  case touchesOnly
  /// None.
  case none
}
