/// The conditions under which more items are fetched at an end of a list.
struct FetchConditions: Sendable {
  /// The visible range, or for a decelerating list the one in which it comes to rest.
  var viewport: Range<Double>
  /// The total length of all items.
  var contentLength: Double
  /// The velocity of the viewport toward greater indices, in points per second.
  var velocity = 0.0
  /// The distance from an end at which a fetch starts, in viewports.
  var leadingScreens = 2.0
  /// Whether the list is visible.
  var isVisible = true

  /// Returns whether a fetch should start at an end, given that none is in flight there.
  ///
  /// Content that does not fill the viewport is always extended, even in an invisible list.
  /// Otherwise a fetch starts only if the list is visible, does not scroll away from the end, and
  /// is at most ``leadingScreens`` from it, including beyond the end.
  func wantsFetch(at end: ListEnd) -> Bool {
    let length = viewport.upperBound - viewport.lowerBound
    guard leadingScreens > 0, length > 0 else { return false }
    if contentLength < length { return true }
    guard isVisible, velocity == 0 || (velocity > 0) == (end == .tail) else { return false }
    let remaining =
      end == .tail ? contentLength - length - viewport.lowerBound : viewport.lowerBound
    return remaining <= length * leadingScreens
  }
}

/// The state of fetches at the two ends of a list, with at most one in flight at each.
struct FetchState: Sendable {
  private var isFetching: Set<ListEnd> = []
  private var exhausted: Set<ListEnd> = []

  /// Starts the fetches that are due; call this after each update and whenever the viewport moves.
  ///
  /// - Returns: The ends at which a fetch has started; report its completion with
  ///   ``finish(at:hasMore:)``.
  mutating func begin(_ conditions: FetchConditions, at ends: [ListEnd] = [.tail]) -> [ListEnd] {
    let due = ends.filter {
      !isFetching.contains($0) && !exhausted.contains($0) && conditions.wantsFetch(at: $0)
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
  mutating func finish(at end: ListEnd, hasMore: Bool = true) {
    guard isFetching.remove(end) != nil else { return }
    if !hasMore { exhausted.insert(end) }
  }

  /// Allows fetching again at exhausted ends, such as after switching to another chat.
  mutating func reset() { exhausted = [] }
}
