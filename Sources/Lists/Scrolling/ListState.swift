/// The layout state of a list, without nodes and clocks: item lengths and the viewport.
///
/// Every change keeps the position of something on screen.
struct ListState: Sendable {
  /// The part of the content that keeps its position during a change.
  enum Anchor: Sendable {
    /// An end of the list, at which the list rests.
    case end(ListEnd)
    /// An item, at its position on screen.
    case item(ScrollAnchor)
    /// Nothing.
    case nothing
  }

  /// The covered lengths at the ends of the viewport, and the extra lengths at the ends of the
  /// content.
  struct Ends: Equatable, Sendable {
    /// The covered length at the beginning of the viewport.
    var leading = 0.0
    /// The covered length at the end of the viewport.
    var trailing = 0.0
    /// The length before the first item.
    var head = 0.0
    /// The length after the last item.
    var tail = 0.0
  }

  private(set) var geometry: ItemGeometry
  var scroller = Scroller()
  private(set) var ends = Ends()
  private(set) var viewportLength = 0.0
  let pinnedEnds: [ListEnd]
  let stacksFromTail: Bool
  /// The estimated length of an unmeasured item until another item has been measured.
  private var estimate: Double

  init(estimate: Double, pinnedEnds: [ListEnd], stacksFromTail: Bool) {
    geometry = ItemGeometry(estimate: estimate)
    self.estimate = estimate
    self.pinnedEnds = pinnedEnds
    self.stacksFromTail = stacksFromTail
  }

  /// The offset of the viewport.
  var offset: Double { scroller.offset }

  /// The visible range, including covered parts.
  var viewport: Range<Double> { offset..<(offset + viewportLength) }

  /// The visible range, without covered parts.
  var clearViewport: Range<Double> {
    let start = offset + ends.leading
    return start..<max(start, offset + viewportLength - ends.trailing)
  }

  /// The offsets at which the list can rest.
  var restingRange: ClosedRange<Double> {
    let first = -ends.leading - ends.head
    let last = geometry.length + ends.tail + ends.trailing - viewportLength
    if last >= first { return first...last }
    return stacksFromTail ? last...last : first...first
  }

  // MARK: Changes

  /// Returns the part of the content that keeps its position in a change made now.
  func anchor() -> Anchor {
    if geometry.count == 0 { return pinnedEnds.first.map { .end($0) } ?? .nothing }
    let isResting = scroller.phase == .idle || scroller.phase == .bouncing
    for end in pinnedEnds where isResting && abs(scroller.restingOffset - rest(at: end)) < 0.5 {
      return .end(end)
    }
    return ScrollAnchor(first: clearViewport, at: offset, in: geometry).map { .item($0) }
      ?? .nothing
  }

  /// Returns the part of the content that keeps its position, given stationary items, if any.
  func anchor(_ stationary: ListUpdate.Stationary?, after map: IndexMap) -> Anchor {
    guard let old = stationary.flatMap(map.survivor) else { return anchor() }
    return .item(ScrollAnchor(index: old, viewport: offset, in: geometry))
  }

  /// Applies a change and new lengths while something keeps its position.
  ///
  /// - Parameters:
  ///   - change: The deletions, insertions and moves; `nil` if there are none.
  ///   - lengths: Measured lengths, by index after the change.
  ///   - anchor: The part that keeps its position, from before the change.
  mutating func apply(
    _ change: MapChange?, lengths: [(index: Int, length: Double)], keeping anchor: Anchor
  ) {
    let (rests, before) = (restingRange, geometry)
    if let change {
      if before.count != change.indexMap.oldCount || change.indexMap.oldCount == 0 {
        geometry = ItemGeometry(count: change.indexMap.newCount, estimate: estimate)
      } else {
        geometry.apply(change)
      }
    }
    for (index, length) in lengths { geometry.setLength(length, of: index) }
    restore(anchor, map: change?.indexMap, rests: rests, before: before)
  }

  /// Turns all lengths into estimates, keeping their values.
  mutating func invalidateLengths() { geometry.invalidateLengths() }

  /// Sets the length of the viewport and its covered parts.
  ///
  /// The content moves with the covered part at the beginning.
  mutating func resize(length: Double, ends: Ends) {
    guard length != viewportLength || ends != self.ends else { return }
    let (rests, anchor) = (restingRange, anchor())
    let step = ends.leading - self.ends.leading
    (viewportLength, self.ends) = (length, ends)
    switch anchor {
    case .end: restore(anchor, map: nil, rests: rests, before: geometry)
    case .item, .nothing:
      // A pointer holds the content in place.
      if scroller.phase != .dragging { scroller.shift(by: -step) }
      scroller.setRange(restingRange, viewportLength: viewportLength)
    }
  }

  /// The position in pages, which may be between two; 0 if pages have no length.
  var page: Double { estimate > 0 ? (offset + ends.leading) / estimate : 0 }

  /// Sets the length of all pages, and shows a position in pages unless the content moves.
  mutating func setPages(length: Double, showing page: Double) {
    let old = estimate
    estimate = length
    guard geometry.count > 0, old > 0, length > 0 else { return }
    geometry = ItemGeometry(count: geometry.count, estimate: length)
    scroller.setRange(restingRange, viewportLength: viewportLength)
    if scroller.phase == .idle { scroller.scroll(to: page * length - ends.leading, time: 0) }
  }

  private mutating func restore(
    _ anchor: Anchor, map: IndexMap?, rests: ClosedRange<Double>, before: ItemGeometry
  ) {
    switch anchor {
    case .end(let end):
      let now = restingRange
      scroller.shift(
        by: end == .head ? now.lowerBound - rests.lowerBound : now.upperBound - rests.upperBound)
    case .item(let anchor):
      let kept = map.map { anchor.following($0, viewport: offset, in: before) } ?? anchor
      if let kept, case let step = kept.viewport(in: geometry) - offset, abs(step) > Self.noise {
        scroller.shift(by: step)
      }
    case .nothing: break
    }
    scroller.setRange(restingRange, viewportLength: viewportLength)
  }

  /// The rounding error of sums of lengths added in different orders, in points.
  private static let noise = 1e-6

  // MARK: Positions

  /// Returns the offset at which the list rests at an end.
  func rest(at end: ListEnd) -> Double {
    end == .head ? restingRange.lowerBound : restingRange.upperBound
  }

  /// Returns the viewport offset that puts an item at a position.
  func offset(for index: Int, at position: ScrollPosition) -> Double {
    let (start, length) = (geometry.offset(of: index), geometry.length(of: index))
    let room = max(0, viewportLength - ends.leading - ends.trailing)
    func head(_ distance: Double) -> Double { start - ends.leading - distance }
    func tail(_ distance: Double) -> Double {
      start + length + ends.trailing + distance - viewportLength
    }
    let offset =
      switch position {
      case .head(let distance): head(distance)
      case .tail(let distance): tail(distance)
      case .center(let overflow):
        if length <= room {
          head(((room - length) / 2).rounded(.down))
        } else {
          overflow == .head ? head(0) : tail(0)
        }
      case .visible(let distance):
        visible(head(distance), tail(distance), start..<(start + length))
      }
    guard offset.isFinite else { return self.offset }
    return max(restingRange.lowerBound, min(offset, restingRange.upperBound))
  }

  /// Returns the viewport offset that makes a range visible, which is the current one if that
  /// suffices.
  private func visible(_ head: Double, _ tail: Double, _ stretch: Range<Double>) -> Double {
    let clear = clearViewport
    let isBefore = stretch.lowerBound < clear.lowerBound
    let isBehind = stretch.upperBound > clear.upperBound
    if isBefore == isBehind { return offset }
    let isLong = stretch.upperBound - stretch.lowerBound > clear.upperBound - clear.lowerBound
    return isBefore != isLong ? head : tail
  }

  /// Returns the resting offset at the item boundary nearest to an offset.
  func snapped(_ offset: Double) -> Double {
    let place = offset + ends.leading
    guard let index = geometry.index(at: place) else { return offset }
    let (start, end) = (geometry.offset(of: index), geometry.offset(of: index + 1))
    let nearest = place - start <= end - place ? start : end
    return max(restingRange.lowerBound, min(nearest - ends.leading, restingRange.upperBound))
  }
}

extension IndexMap {
  /// Returns the old index of the item that keeps its position; `nil` if there is none.
  func survivor(_ stationary: ListUpdate.Stationary) -> Int? {
    switch stationary {
    case .from(let start):
      var index = max(0, start)
      for range in arrivals where range.contains(index) { index = range.upperBound }
      return oldIndex(of: index)
    case .upTo(let end):
      var index = min(end, newCount - 1)
      for range in arrivals.reversed() where range.contains(index) { index = range.lowerBound - 1 }
      return oldIndex(of: index)
    }
  }
}
