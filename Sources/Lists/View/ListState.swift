/// Where a list stands, without nodes and clocks: how long items are, and where the viewport is.
///
/// Whatever is changed is changed around something that keeps its place on screen.
struct ListState: Sendable {
  /// What keeps its place.
  enum Hold: Hashable, Sendable {
    /// The list is at an end and stays there.
    case end(ListEnd)
    /// An item stays where it is on screen.
    case item(ScrollAnchor)
    /// There is nothing to keep.
    case nothing
  }

  /// What covers the ends of the content and of the viewport.
  struct Ends: Hashable, Sendable {
    /// What covers the beginning of the viewport.
    var leading = 0.0
    /// What covers its end.
    var trailing = 0.0
    /// What stands in front of the first item.
    var head = 0.0
    /// What stands behind the last item.
    var tail = 0.0
  }

  private(set) var geometry: ItemGeometry
  var scroller = Scroller()
  private(set) var ends = Ends()
  private(set) var viewportLength = 0.0
  let pinnedEnds: [ListEnd]
  let stacksFromTail: Bool
  /// How long items are thought to be until one was measured.
  private var estimate: Double

  init(estimate: Double = 44, pinnedEnds: [ListEnd] = [.head], stacksFromTail: Bool = false) {
    geometry = ItemGeometry(estimate: estimate)
    self.estimate = estimate
    self.pinnedEnds = pinnedEnds
    self.stacksFromTail = stacksFromTail
  }

  /// Where the viewport begins.
  var offset: Double { scroller.offset }

  /// What is seen, with what is covered at the ends.
  var viewport: Range<Double> { offset..<(offset + viewportLength) }

  /// What is seen and not covered.
  var clearViewport: Range<Double> {
    let start = offset + ends.leading
    return start..<max(start, offset + viewportLength - ends.trailing)
  }

  /// The offsets at which the list may rest.
  var restingRange: ClosedRange<Double> {
    let first = -ends.leading - ends.head
    let last = geometry.length + ends.tail + ends.trailing - viewportLength
    if last >= first { return first...last }
    return stacksFromTail ? last...last : first...first
  }

  // MARK: Changes

  /// What keeps its place in a change that comes now.
  func hold() -> Hold {
    if geometry.count == 0 { return pinnedEnds.first.map { .end($0) } ?? .nothing }
    let isResting = scroller.phase == .idle || scroller.phase == .bouncing
    for end in pinnedEnds where isResting && abs(scroller.restingOffset - rest(at: end)) < 0.5 {
      return .end(end)
    }
    return ScrollAnchor(first: clearViewport, at: offset, in: geometry).map { .item($0) }
      ?? .nothing
  }

  /// What keeps its place if some items are to.
  func hold(_ stationary: StationaryItems, after map: IndexMap) -> Hold {
    guard let (old, _) = map.survivor(stationary) else { return hold() }
    return .item(ScrollAnchor(index: old, viewport: offset, in: geometry))
  }

  /// Has items go, come and move, and others be measured, while something keeps its place.
  ///
  /// - Parameters:
  ///   - change: What goes, comes and moves; `nil` if nothing does.
  ///   - lengths: How long items are, by index after the change.
  ///   - hold: What keeps its place, from before.
  mutating func apply(
    _ change: MapChange?, lengths: [(index: Int, length: Double)], holding hold: Hold
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
    restore(hold, map: change?.indexMap, rests: rests, before: before)
  }

  /// Makes all lengths estimates again, as they are.
  mutating func forgetLengths() {
    geometry.forgetAll()
  }

  /// Gives the viewport another length and other covers; content goes with what covers its beginning.
  mutating func resize(length: Double, ends: Ends) {
    guard length != viewportLength || ends != self.ends else { return }
    let (rests, hold) = (restingRange, hold())
    let step = ends.leading - self.ends.leading
    (viewportLength, self.ends) = (length, ends)
    switch hold {
    case .end: restore(hold, map: nil, rests: rests, before: geometry)
    case .item, .nothing:
      // A pointer has the content where it is.
      if scroller.phase != .dragging { scroller.shift(by: -step) }
      scroller.setRange(restingRange, viewportLength: viewportLength)
    }
  }

  /// Has all items be pages of a length, and the same part of the same page be seen.
  mutating func setPages(length: Double) {
    let old = estimate
    estimate = length
    guard geometry.count > 0, old > 0, length > 0 else { return }
    let page = (offset + ends.leading) / old
    geometry = ItemGeometry(count: geometry.count, estimate: length)
    scroller.setRange(restingRange, viewportLength: viewportLength)
    if scroller.phase == .idle { scroller.scroll(to: page * length - ends.leading, time: 0) }
  }

  private mutating func restore(
    _ hold: Hold, map: IndexMap?, rests: ClosedRange<Double>, before: ItemGeometry
  ) {
    switch hold {
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

  /// What sums of lengths differ by only because they were summed in another order, in points.
  private static let noise = 1e-6

  // MARK: Places

  /// Where the list rests at an end.
  func rest(at end: ListEnd) -> Double {
    end == .head ? restingRange.lowerBound : restingRange.upperBound
  }

  /// Where the viewport has to begin for an item to be somewhere.
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

  /// Where the viewport has to begin for a stretch to be seen: where it does, if that is enough.
  private func visible(_ head: Double, _ tail: Double, _ stretch: Range<Double>) -> Double {
    let clear = clearViewport
    let isBefore = stretch.lowerBound < clear.lowerBound
    let isBehind = stretch.upperBound > clear.upperBound
    if isBefore == isBehind { return offset }
    let isLong = stretch.upperBound - stretch.lowerBound > clear.upperBound - clear.lowerBound
    return isBefore != isLong ? head : tail
  }

  /// The items of which something is between two places, with those that have no length there.
  func items(in stretch: Range<Double>) -> Range<Int> {
    geometry.items(from: stretch.lowerBound, to: stretch.upperBound)
  }

  /// Where the beginning of an item nearest to an offset is, as an offset to rest at.
  func snapped(_ offset: Double) -> Double {
    let place = offset + ends.leading
    guard let index = geometry.index(at: place) else { return offset }
    let (start, end) = (geometry.offset(of: index), geometry.offset(of: index + 1))
    let nearest = place - start <= end - place ? start : end
    return max(restingRange.lowerBound, min(nearest - ends.leading, restingRange.upperBound))
  }
}

extension ScrollAnchor {
  /// Takes what is seen first in a part of the viewport.
  ///
  /// - Parameters:
  ///   - part: The part that counts.
  ///   - viewport: Where the viewport begins.
  ///   - geometry: Where the items stand.
  init?(first part: Range<Double>, at viewport: Double, in geometry: ItemGeometry) {
    guard let anchor = ScrollAnchor(first: part, in: geometry) else { return nil }
    self.init(index: anchor.index, edge: anchor.edge, viewport: viewport, in: geometry)
  }
}

extension IndexMap {
  /// The item that is to keep its place: its old index and its new one; `nil` if there is none.
  func survivor(_ stationary: StationaryItems) -> (old: Int, new: Int)? {
    switch stationary {
    case .from(let start):
      var index = max(0, start)
      for range in inserted where range.contains(index) { index = range.upperBound }
      return oldIndex(of: index).map { ($0, index) }
    case .upTo(let end):
      var index = min(end, newCount - 1)
      for range in inserted.reversed() where range.contains(index) { index = range.lowerBound - 1 }
      return oldIndex(of: index).map { ($0, index) }
    }
  }
}
