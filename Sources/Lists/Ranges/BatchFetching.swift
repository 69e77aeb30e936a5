public import GalleyGeometry

/// An end of a list, beyond which there may be more.
public enum ListEnd: Hashable, Sendable {
  /// Before the first item.
  case head
  /// Behind the last item.
  case tail
}

/// Whether more items should be fetched at an end of a list.
public struct FetchQuestion: Hashable, Sendable {
  /// What is, or will be, seen: for a list that decelerates, where it will come to rest.
  public var viewport: Rect
  /// How much room all items take, from the origin.
  public var contentSize: Size
  /// The axis of scrolling.
  public var axis = ListAxis.vertical
  /// How fast the viewport moves along the axis, in points a second; 0 if nobody scrolls.
  ///
  /// It moves to the right or down, or, if that is negative, to the left or up.
  public var velocity = 0.0
  /// How many viewports before the end the fetch begins.
  public var leadingScreens = 2.0
  /// Whether the list is seen.
  public var isVisible = true
  /// Whether a horizontal list begins at the right.
  public var isRightToLeft = false

  /// Makes a question.
  public init(viewport: Rect, contentSize: Size) {
    self.viewport = viewport
    self.contentSize = contentSize
  }

  /// Whether a fetch should begin at an end, if none is under way there.
  ///
  /// Content that does not fill the viewport is not enough, even if nobody sees it. Otherwise there is
  /// a fetch only for those who see the list, do not scroll away from the end, and come nearer to it
  /// than ``leadingScreens``; that distance itself is near enough, and so is a place beyond the end.
  public func wantsFetch(at end: ListEnd) -> Bool {
    let isVertical = axis == .vertical
    let extent = isVertical ? viewport.size.height : viewport.size.width
    let content = isVertical ? contentSize.height : contentSize.width
    guard leadingScreens > 0, extent > 0, !viewport.isEmpty else { return false }
    if content < extent { return true }
    guard isVisible else { return false }
    let start = isVertical ? viewport.minY : viewport.minX
    let isMirrored = !isVertical && isRightToLeft
    // Whether the end in question is the bottom, or the right.
    let isFar = (end == .tail) != isMirrored
    if velocity != 0, (velocity > 0) != isFar { return false }
    let remaining = isFar ? content - extent - start : start
    return remaining <= extent * leadingScreens
  }
}

/// Fetches at the two ends of a list: one at a time at each.
public struct FetchState: Hashable, Sendable {
  private var isFetching: Set<ListEnd> = []
  private var exhausted: Set<ListEnd> = []

  /// Makes a state without fetches.
  public init() {}

  /// Whether a fetch is under way at an end.
  public func isFetching(at end: ListEnd) -> Bool { isFetching.contains(end) }

  /// Whether nothing more is to be had at an end.
  public func isExhausted(at end: ListEnd) -> Bool { exhausted.contains(end) }

  /// Begins what fetches are due; asked again after each update and whenever the viewport moves.
  ///
  /// - Returns: The ends at which a fetch has begun; its end is told by ``finish(at:hasMore:)``.
  public mutating func begin(_ question: FetchQuestion, at ends: [ListEnd] = [.tail]) -> [ListEnd] {
    let due = ends.filter {
      !isFetching.contains($0) && !exhausted.contains($0) && question.wantsFetch(at: $0)
    }
    isFetching.formUnion(due)
    return due
  }

  /// Ends a fetch.
  ///
  /// The question is to be asked again when its items are in the list.
  ///
  /// - Parameters:
  ///   - end: Where it was.
  ///   - hasMore: Whether there may be more; if not, no fetch begins there until ``reset()``.
  public mutating func finish(at end: ListEnd, hasMore: Bool = true) {
    guard isFetching.remove(end) != nil else { return }
    if !hasMore { exhausted.insert(end) }
  }

  /// Forgets that there is nothing more, as for another chat.
  public mutating func reset() {
    exhausted = []
  }
}
