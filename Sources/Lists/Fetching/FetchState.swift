package import GalleyGeometry

/// The conditions under which more items are fetched at an end of a list.
package struct FetchConditions: Hashable, Sendable {
  /// The viewport, or for a decelerating list the viewport in which it comes to rest.
  package var viewport: Rect
  /// The total size of all items, from the origin.
  package var contentSize: Size
  /// The scroll axis.
  package var axis = ListAxis.vertical
  /// The velocity of the viewport along the axis, in points per second; 0 if the list does not
  /// scroll.
  ///
  /// Positive values are to the right or down, negative ones to the left or up.
  package var velocity = 0.0
  /// The distance from an end at which a fetch starts, in viewports.
  package var leadingScreens = 2.0
  /// Whether the list is visible.
  package var isVisible = true
  /// Whether a horizontal list begins at the right.
  package var isRightToLeft = false

  /// Creates the conditions for a viewport and a content size.
  package init(viewport: Rect, contentSize: Size) {
    self.viewport = viewport
    self.contentSize = contentSize
  }

  /// Returns whether a fetch should start at an end, given that none is in flight there.
  ///
  /// Content that does not fill the viewport is always extended, even in an invisible list.
  /// Otherwise a fetch starts only if the list is visible, does not scroll away from the end, and
  /// is at most ``leadingScreens`` from it, including beyond the end.
  package func wantsFetch(at end: ListEnd) -> Bool {
    let isVertical = axis == .vertical
    let extent = isVertical ? viewport.size.height : viewport.size.width
    let content = isVertical ? contentSize.height : contentSize.width
    guard leadingScreens > 0, extent > 0, !viewport.isEmpty else { return false }
    if content < extent { return true }
    guard isVisible else { return false }
    let start = isVertical ? viewport.minY : viewport.minX
    let isMirrored = !isVertical && isRightToLeft
    // Whether the end is the bottom or the right.
    let isFar = (end == .tail) != isMirrored
    if velocity != 0, (velocity > 0) != isFar { return false }
    let remaining = isFar ? content - extent - start : start
    return remaining <= extent * leadingScreens
  }
}

/// The state of fetches at the two ends of a list, with at most one in flight at each.
package struct FetchState: Hashable, Sendable {
  private var isFetching: Set<ListEnd> = []
  private var exhausted: Set<ListEnd> = []

  /// Creates a state without fetches.
  package init() {}

  /// Returns whether a fetch is in flight at an end.
  package func isFetching(at end: ListEnd) -> Bool { isFetching.contains(end) }

  /// Returns whether an end has no more items.
  package func isExhausted(at end: ListEnd) -> Bool { exhausted.contains(end) }

  /// Starts the fetches that are due; call this after each update and whenever the viewport moves.
  ///
  /// - Returns: The ends at which a fetch has started; report its completion with
  ///   ``finish(at:hasMore:)``.
  package mutating func begin(_ question: FetchConditions, at ends: [ListEnd] = [.tail])
    -> [ListEnd]
  {
    let due = ends.filter {
      !isFetching.contains($0) && !exhausted.contains($0) && question.wantsFetch(at: $0)
    }
    isFetching.formUnion(due)
    return due
  }

  /// Ends a fetch.
  ///
  /// Call ``begin(_:at:)`` again when the fetched items are in the list.
  ///
  /// - Parameters:
  ///   - end: The end of the fetch.
  ///   - hasMore: Whether there may be more items; if not, no fetch starts at this end until
  ///     ``reset()``.
  package mutating func finish(at end: ListEnd, hasMore: Bool = true) {
    guard isFetching.remove(end) != nil else { return }
    if !hasMore { exhausted.insert(end) }
  }

  /// Allows fetching again at exhausted ends, such as after switching to another chat.
  package mutating func reset() {
    exhausted = []
  }
}
