public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyScheduling

/// A scrolling list that keeps nodes only for the items near the viewport.
///
/// The list is notified of edits after the data source has made them. Nodes are created and
/// measured on other threads, and only measured nodes are shown. Visible items keep their position
/// when something around them changes; only scrolling and requested animations move them.
///
/// In each tick the list reads the scroll offset, determines which items are near, and places those
/// that need it. The cost depends on the items near the viewport, not on the size of the list; when
/// only the offset changes, one layer moves.
@MainActor public final class ListView {
  /// The environment of the list's nodes.
  public let environment: DisplayEnvironment
  /// The root node, to be added to the host's node tree.
  public let node: DisplayNode
  /// The delegate, which is not retained.
  public weak var delegate: (any ListViewDelegate)? {
    didSet {
      for (_, entry) in live.entries { entry.headers = nil }
      headers.forgetSections()
      setNeedsSettling()
    }
  }
  /// The controller of the list's elements, for look-ups; edits go through the list.
  public let controller: DataController<DisplayNode>
  /// The configuration, which is fixed at creation.
  public let configuration: ListConfiguration

  /// The size of the list, in points.
  public internal(set) var size = Size.zero
  /// The covered margins at the edges.
  public internal(set) var insets = Insets.zero
  /// The number of pixels per point; content is aligned to whole pixels.
  public var scale = 1.0 {
    didSet {
      guard scale.isFinite, scale > 0 else { return scale = oldValue }
      setNeedsSettling()
    }
  }
  /// Whether the list can be visible on screen.
  public var isVisible = true {
    didSet { if isVisible != oldValue { setNeedsSettling() } }
  }
  /// The pointers that scroll by dragging.
  public var dragScrolling = DragScrolling.all
  /// The preloader, which starts loading the resources of items before they become visible.
  public var preloader: (any ItemPreloading)?
  /// The ends at which the list fetches more items.
  public var fetchEnds: [ListEnd] = [] {
    didSet { setNeedsSettling() }
  }
  /// The distance from an end at which a fetch starts, in viewports.
  public var fetchLeadingScreens = 2.0
  /// A closure that creates the loading indicator for an end and returns it with its length.
  public var fetchIndicator: ((ListEnd) -> (node: DisplayNode, length: Double))?
  /// The counters of the list's activity.
  public internal(set) var figures = ListFigures()
  /// Whether items can be reordered by a long press, if the delegate allows it for the item.
  public var isReorderingEnabled = false
  /// The text selection.
  public let selection = ListSelection()

  let space: ListSpace
  /// The scrolling node, whose bounds move over the items.
  let content: DisplayNode
  var state: ListState
  var ranges: RangeState
  var live = LiveItems()
  var ghosts: [Ghost] = []
  /// The elements whose nodes have been requested and not delivered.
  var requested: Set<ElementID> = []
  /// The presentations of pending changes, oldest first.
  var updates: [ListUpdate] = []
  var jump: ListJump?
  var stage = JumpStage()
  var destination: ListDestination?
  var pan = PanState()
  var fetching = FetchState()
  var indicators: [ListEnd: FetchIndicator] = [:]
  var headers = HeaderStore()
  var reordering = Reordering()
  /// The time of the last tick that scrolled the list for a selecting pointer.
  var selectionTick: Double?
  var report = ListReport()
  var batchDepth = 0
  var resizeAnimation: ListAnimation?

  private var handlers: [TickHandler] = []
  private var frames: FrameRequest?
  private(set) var needsSettling = true
  private var isSettling = false
  /// Whether the list has settled in the current tick.
  private var hasSettled = false

  /// Creates a list that has loaded nothing.
  ///
  /// - Parameters:
  ///   - dataSource: The data source, which is not retained.
  ///   - environment: The environment of the list's nodes.
  ///   - configuration: The configuration of the list.
  public init(
    _ dataSource: any ListDataSource<DisplayNode>, environment: DisplayEnvironment,
    configuration: ListConfiguration = ListConfiguration()
  ) {
    self.environment = environment
    self.configuration = configuration
    space = ListSpace(axis: configuration.axis, isReversed: configuration.isReversed)
    node = DisplayNode(environment: environment)
    content = DisplayNode(environment: environment)
    state = ListState(
      estimate: configuration.estimatedLength, pinnedEnds: configuration.pinnedEnds,
      stacksFromTail: configuration.stacksFromTail)
    ranges = RangeState(tuning: configuration.tuning)
    ranges.activeMode = configuration.mode
    ranges.byteBudget = configuration.byteBudget
    controller = DataController(
      dataSource, range: SizeRange(upTo: .zero), environment: environment)
    node.masksToBounds = true
    node.addSubnode(content)
    node.pointerHandler = ListPointers(self)
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

  /// The current time, in seconds of the environment's clock.
  var now: Double { environment.clock.now }

  /// Schedules settling in the next tick, or in the current one if it has not settled yet.
  func setNeedsSettling() {
    guard !needsSettling else { return }
    needsSettling = true
    environment.loop.setNeedsTick()
  }

  /// Settles delivered results before the frame of the current tick.
  ///
  /// Results of other threads can arrive after the list has settled in this tick.
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
      // Settling can invalidate the layout again: settle a limited number of times, and leave the
      // rest to the next tick.
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

  /// Whether anything other than scrolling is being animated.
  var isAnimating: Bool {
    !ghosts.isEmpty || report.isAnimatingItems || headers.isAnimating || destination != nil
      || reordering.isActive || selection.dragPosition != nil
  }

  /// Requests a tick because a motion has started.
  func noteMotion() {
    setNeedsSettling()
    environment.loop.setNeedsTick()
  }

  /// The maximum number of times that a tick settles changes made by settling.
  private static let roundLimit = 4
}

/// The pointers that scroll a list by dragging.
public enum DragScrolling: Hashable, Sendable {
  /// All pointers.
  case all
  /// Fingers and pens: every pointer except pointer 0.
  case touchesOnly
  /// No pointer.
  case none
}
