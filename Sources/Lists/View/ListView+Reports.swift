public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayoutSpecs

/// What was last told of a list, and what is still to be told.
struct ListReport {
  var offset: Double?
  var displayed = DisplayedItems()
  var ends: (head: ListOffset, tail: ListOffset) = (.none, .none)
  var wasScrolling = false
  var hasEndedScrolling = false
  /// The items that had nodes when their extent was looked at.
  var live = 0..<0
  /// Whether items are on their way to their places.
  var isAnimatingItems = false
  /// Whether the next frame has to be looked at.
  var isFrameDue = false
  /// Where the viewport began when a drag did.
  var lastDragStart = 0.0
  private var mustTellDisplayed = false

  /// Has the displayed items be told even if their indices are the same, since they are others.
  mutating func forgetDisplayed() { mustTellDisplayed = true }

  mutating func takeDisplayed(_ items: DisplayedItems) -> Bool {
    guard items != displayed || mustTellDisplayed else { return false }
    (displayed, mustTellDisplayed) = (items, false)
    return true
  }
}

extension ListView {
  /// What is on screen.
  public var displayedItems: DisplayedItems {
    let clear = state.clearViewport
    let seen = state.items(in: clear)
    var items = DisplayedItems(range: seen)
    items.live = live.range
    guard !seen.isEmpty else { return items }
    let slack = 0.5
    let first =
      state.geometry.offset(of: seen.lowerBound) >= clear.lowerBound - slack
      ? seen.lowerBound : seen.lowerBound + 1
    let last =
      state.geometry.offset(of: seen.upperBound) <= clear.upperBound + slack
      ? seen.upperBound - 1 : seen.upperBound - 2
    if first <= last { (items.firstFullyVisible, items.lastFullyVisible) = (first, last) }
    return items
  }

  /// How far what is seen is from the first item.
  public var offsetFromHead: ListOffset {
    guard state.geometry.count > 0 else { return .none }
    guard live[0] != nil else { return .unknown }
    return .known(state.offset + state.ends.leading)
  }

  /// How far what is seen is from the last item.
  public var offsetFromTail: ListOffset {
    guard state.geometry.count > 0 else { return .none }
    guard live[state.geometry.count - 1] != nil else { return .unknown }
    return .known(
      state.geometry.length - (state.offset + state.viewportLength - state.ends.trailing))
  }

  /// The node of an item, by its index in what is shown, if the item is near enough to have one.
  public func node(at index: Int) -> DisplayNode? { live[index]?.node }

  /// Where an item is now in the list's coordinates, with what it still has to go; `nil` if it has no node.
  public func frame(at index: Int) -> Rect? {
    guard let entry = live[index] else { return nil }
    return frame(of: entry, at: index)
  }

  /// How much of an item is seen now and not covered; `nil` if it has no node.
  ///
  /// For items that play or load by that: to be asked whenever the delegate hears of scrolling.
  public func visibility(at index: Int) -> ItemVisibility? {
    let clear = Rect(origin: Point(x: insets.left, y: insets.top), size: pageSize)
    return frame(at: index).map { ItemVisibility(of: $0, in: clear) }
  }

  func frame(of entry: LiveItem, at index: Int) -> Rect {
    let start = state.geometry.offset(of: index) + (entry.motion?.offset(at: now) ?? 0)
    let bounds = space.bounds(offset: rounded(state.offset), size: size)
    return space.rect(
      from: rounded(start), length: state.geometry.length(of: index), across: across
    ).offset(x: -bounds.minX, y: -bounds.minY)
  }

  /// The item at a point of the list's coordinates; `nil` if there is none.
  ///
  /// What is moved by hand is in front; then what stands in its place, in front of what still comes.
  public func item(at point: Point) -> Int? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let hits = live.entries.filter { index, entry in
      entry.isAttached && frame(of: entry, at: index).holds(point)
    }
    return hits.max { one, other in
      let (first, second) = (one.live.node.zPosition, other.live.node.zPosition)
      return first != second ? first < second : one.index > other.index
    }?.index
  }

  /// The items on screen in the order in which one reads them: from top to bottom, and from left to
  /// right.
  public var accessibilityOrder: [Int] {
    let seen = Array(state.items(in: state.clearViewport).prefix(NearFrames.limit))
    return space.isReversed ? seen.reversed() : seen
  }

  // MARK: Telling

  /// Tells the delegate what has changed.
  func tell() {
    report.isFrameDue = true
    let distance = state.offset - (report.offset ?? state.offset)
    report.offset = state.offset
    let isScrolling = isScrolling
    let hasEnded = (report.wasScrolling && !isScrolling) || report.hasEndedScrolling
    report.wasScrolling = isScrolling
    report.hasEndedScrolling = false
    if hasEnded { headers.noteEndOfScrolling(at: now) }
    if isScrolling { headers.noteScrolling() }
    guard let delegate else { return }
    if distance != 0 { delegate.list(self, didScrollBy: distance) }
    let items = displayedItems
    if report.takeDisplayed(items) { delegate.list(self, displays: items) }
    let ends = (head: offsetFromHead, tail: offsetFromTail)
    if ends != report.ends {
      report.ends = ends
      delegate.list(self, didChange: ends.head, ends.tail)
    }
    if hasEnded { delegate.listDidEndScrolling(self) }
  }

  // MARK: Life

  /// Lets go of all that is not seen, at once.
  public func receiveMemoryWarning() {
    apply(ranges.receiveMemoryWarning(rangeInput), at: now)
    settleNow()
  }

  /// Goes to the background, where nothing is seen: at once.
  public func enterBackground() {
    apply(ranges.enterBackground(rangeInput), at: now)
    settleNow()
  }

  /// Comes back from the background.
  public func enterForeground() {
    apply(ranges.enterForeground(rangeInput), at: now)
    setNeedsSettling()
  }

  /// Has nodes that are not wanted leave at once: there may be no later tick.
  private func settleNow() {
    setNeedsSettling()
    environment.settleStates()
  }

  /// What is not covered of the list.
  var pageSize: Size {
    Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  /// How large items may be.
  var itemRange: SizeRange {
    let breadth = across.upperBound - across.lowerBound
    let longest = ItemGeometry.longestLength
    let page = space.length(of: pageSize)
    let (least, most) = configuration.hasPages ? (page, page) : (0, longest)
    return space.axis == .vertical
      ? SizeRange(
        min: Size(width: breadth, height: least), max: Size(width: breadth, height: most))
      : SizeRange(
        min: Size(width: least, height: breadth), max: Size(width: most, height: breadth))
  }
}
