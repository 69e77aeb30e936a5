public import GalleyDisplay
public import GalleyGeometry
internal import GalleyLayoutSpecs

/// The values last reported to the delegate, and the pending reports.
struct ListReport {
  var offset: Double?
  var displayed = DisplayedItems()
  var ends: (head: ListOffset, tail: ListOffset) = (.none, .none)
  var wasScrolling = false
  var hasEndedScrolling = false
  /// The live range at the last measurement of its extent.
  var live = 0..<0
  /// Whether items are moving to their places.
  var isAnimatingItems = false
  /// Whether the next frame has to be checked for blank items.
  var isFrameDue = false
  /// The viewport offset at the beginning of the last drag.
  var lastDragStart = 0.0
  private var mustTellDisplayed = false

  /// Forces a report of the displayed items, because other items may have the same indices.
  mutating func forgetDisplayed() { mustTellDisplayed = true }

  mutating func takeDisplayed(_ items: DisplayedItems) -> Bool {
    guard items != displayed || mustTellDisplayed else { return false }
    (displayed, mustTellDisplayed) = (items, false)
    return true
  }
}

extension ListView {
  /// The items on screen.
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

  /// The distance of the viewport from the first item.
  public var offsetFromHead: ListOffset {
    guard state.geometry.count > 0 else { return .none }
    guard live[0] != nil else { return .unknown }
    return .known(state.offset + state.ends.leading)
  }

  /// The distance of the viewport from the last item.
  public var offsetFromTail: ListOffset {
    guard state.geometry.count > 0 else { return .none }
    guard live[state.geometry.count - 1] != nil else { return .unknown }
    return .known(
      state.geometry.length - (state.offset + state.viewportLength - state.ends.trailing))
  }

  /// Returns the node of an item by its visible index; `nil` if it has none.
  public func node(at index: Int) -> DisplayNode? { live[index]?.node }

  /// Returns the current frame of an item in the list's coordinates, including its motion; `nil` if
  /// it has no node.
  public func frame(at index: Int) -> Rect? {
    guard let entry = live[index] else { return nil }
    return frame(of: entry, at: index)
  }

  /// Returns the visible, uncovered part of an item; `nil` if it has no node.
  ///
  /// For items that play or load when visible; query it whenever the delegate reports scrolling.
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

  /// Returns the item at a point in the list's coordinates; `nil` if there is none.
  ///
  /// A dragged item is in front of the resting ones, which are in front of inserted items.
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

  /// The items on screen in reading order: from top to bottom, and from left to right.
  public var accessibilityOrder: [Int] {
    let seen = Array(state.items(in: state.clearViewport).prefix(NearFrames.limit))
    return space.isReversed ? seen.reversed() : seen
  }

  // MARK: Reporting

  /// Reports changes to the delegate.
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

  // MARK: Life cycle

  /// Releases everything outside the viewport immediately.
  public func receiveMemoryWarning() {
    apply(ranges.receiveMemoryWarning(rangeInput), at: now)
    settleNow()
  }

  /// Enters the background, where nothing is visible, and releases nodes immediately.
  public func enterBackground() {
    apply(ranges.enterBackground(rangeInput), at: now)
    settleNow()
  }

  /// Returns from the background.
  public func enterForeground() {
    apply(ranges.enterForeground(rangeInput), at: now)
    setNeedsSettling()
  }

  /// Releases unneeded nodes immediately, because there may be no further tick.
  private func settleNow() {
    setNeedsSettling()
    environment.updateInterfaceStates()
  }

  /// The size of the uncovered part of the list.
  var pageSize: Size {
    Size(
      width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  /// The size range of items.
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
