public import GalleyDisplay
internal import GalleyGeometry
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
      headers.setNeedsSections()
      setNeedsSettling()
    }
  }
  /// The configuration, which is fixed at creation.
  public let configuration: ListConfiguration
  /// The text selection.
  public let selection: ListSelection
  /// Whether the list can be visible on screen.
  public var isVisible = true {
    didSet { if isVisible != oldValue { setNeedsSettling() } }
  }

  /// The loader of the resources of items, which are loaded before the items become visible.
  public var loader: (any ItemLoader)? {
    didSet { preloader = loader?.preloader(in: environment.loop) }
  }

  /// The controller of the list's elements, for look-ups; edits go through the list.
  let controller: DataController<DisplayNode>
  /// The preloader that uses ``loader``.
  private(set) var preloader: (any ItemPreloading)?

  /// The scrolling node, whose bounds move over the items.
  let content: DisplayNode
  var space: ListSpace
  var state: ListState
  var ranges: RangeState
  let live = LiveItems()
  let ghosts = Ghosts()
  var requests = NodeRequests()
  /// The indices of items that have come into range and have not been adopted.
  var coming: Set<Int> = []
  var jumps = Jumps()
  var pan = PanState()
  let fetching = BatchFetching()
  let headers = HeaderStore()
  var reordering = Reordering()
  var reports = ListReports()
  var counter = FigureCounter()
  let schedule: SettlingSchedule
  /// Returns the offset and the length of content of which the list has only a part, such as a page
  /// of messages, in points; `nil` shows the position among the items.
  package var indicatorPosition: (@MainActor () -> (offset: Double, length: Double)?)?
  /// Called when the reader drags the scroll indicator of such content to an offset.
  package var onIndicatorDrag: (@MainActor (Double) -> Void)?
  /// The scroll indicator, if the configuration shows one.
  private(set) var indicator: ScrollIndicator?

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
    ranges.modes.active = configuration.mode
    ranges.byteBudget = configuration.byteBudget
    controller = DataController(dataSource, range: SizeRange(upTo: .zero), environment: environment)
    selection = ListSelection(isReversed: configuration.isReversed)
    schedule = SettlingSchedule(environment.loop)
    node.masksToBounds = true
    node.addSubnode(content)
    node.pointerHandler = ListPointers(self)
    controller.container = self
    controller.resizeAnimation = configuration.resizeAnimation
    selection.items = self
    schedule.list = self
    if configuration.showsScrollIndicator { indicator = ScrollIndicator(self) }
  }
}

extension ListView {
  /// The current time, in seconds of the environment's clock.
  var now: Double { environment.clock.now }

  /// Schedules settling in the next tick, or in the current one if it has not settled yet.
  func setNeedsSettling() { schedule.setNeeded() }

  /// Requests a tick because a motion has started.
  func noteMotion() {
    setNeedsSettling()
    environment.loop.setNeedsTick()
  }

  /// Advances motions at the beginning of a tick.
  func advance(to time: Double) {
    advanceReordering(to: time)
    advanceSelection(to: time)
    guard state.scroller.isMoving else { return }
    if state.scroller.advance(to: time) { setNeedsSettling() }
    if !state.scroller.isMoving { setNeedsSettling() }
  }

  /// Whether anything is being animated, so that the layout has to be settled in each tick.
  var isAnimating: Bool {
    !ghosts.isEmpty || live.isAnimating || headers.isAnimating || jumps.isScrolling
      || reordering.isActive || selection.isSelecting
  }

  /// Whether anything else needs ticks.
  var needsTicks: Bool { state.scroller.isMoving || jumps.pending != nil }
}
