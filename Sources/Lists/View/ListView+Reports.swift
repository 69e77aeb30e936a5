public import GalleyDisplay
public import GalleyGeometry
internal import GalleyScheduling

extension ListView {
  /// The items on screen.
  public var displayedItems: DisplayedItems {
    let clear = state.clearViewport
    let seen = state.geometry.items(in: clear)
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
  public var offsetFromHead: EndDistance {
    guard state.geometry.count > 0 else { return .none }
    guard live[0] != nil else { return .unknown }
    return .known(state.offset + state.ends.leading)
  }

  /// The distance of the viewport from the last item.
  public var offsetFromTail: EndDistance {
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
  public func visibility(at index: Int) -> Visibility? {
    frame(at: index).map { Visibility(of: $0, in: space.clearRect) }
  }

  func frame(of entry: LiveItem, at index: Int) -> Rect {
    let bounds = space.bounds(offset: state.offset)
    return scene(at: now).frame(of: index, displacement: entry.displacement(at: now))
      .offset(x: -bounds.minX, y: -bounds.minY)
  }

  /// The layout of the list at a time.
  func scene(at time: Double) -> ListScene { ListScene(state: state, space: space, time: time) }

  /// Returns the item at a point in the list's coordinates; `nil` if there is none.
  ///
  /// A dragged item is in front of the resting ones, which are in front of inserted items.
  public func item(at point: Point) -> Int? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    let hits = live.entries.filter { index, entry in
      entry.isAttached && frame(of: entry, at: index).contains(point)
    }
    return hits.max { one, other in
      let (first, second) = (one.live.node.zPosition, other.live.node.zPosition)
      return first != second ? first < second : one.index > other.index
    }?.index
  }

  /// The items on screen in reading order: from top to bottom, and from left to right.
  public var accessibilityOrder: [Int] {
    let seen = Array(state.geometry.items(in: state.clearViewport).prefix(RangeState.itemLimit))
    return space.isReversed ? seen.reversed() : seen
  }

  // MARK: Reporting

  /// Reports changes to the delegate.
  func reportChanges() {
    counter.isFrameDue = true
    let (distance, hasEnded) = reports.take(offset: state.offset, isScrolling: isScrolling)
    if hasEnded { headers.flash.end(at: now) }
    if isScrolling { headers.flash.begin() }
    guard let delegate else { return }
    if distance != 0 { delegate.list(self, didScrollBy: distance) }
    let items = displayedItems
    if reports.take(items) { delegate.list(self, displays: items) }
    let ends = (head: offsetFromHead, tail: offsetFromTail)
    if reports.take(ends) { delegate.list(self, didChange: ends.head, ends.tail) }
    if hasEnded { delegate.listDidEndScrolling(self) }
  }

  // MARK: Life cycle

  /// Releases everything outside the viewport immediately.
  public func receiveMemoryWarning() {
    apply(ranges.receiveMemoryWarning(rangeInput))
    settleNow()
  }

  /// Enters the background, where nothing is visible, and releases nodes immediately.
  public func enterBackground() {
    apply(ranges.enterBackground(rangeInput))
    settleNow()
  }

  /// Returns from the background.
  public func enterForeground() {
    apply(ranges.enterForeground(rangeInput))
    setNeedsSettling()
  }

  /// Releases unneeded nodes immediately, because there may be no further tick.
  private func settleNow() {
    releaseItems(at: now)
    setNeedsSettling()
    environment.updateInterfaceStates()
    environment.loop.backgroundReleases.submit(to: environment.loop.executor)
  }
}
