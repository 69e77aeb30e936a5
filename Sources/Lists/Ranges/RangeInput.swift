internal import GalleyDisplay
internal import GalleyScheduling

/// The input of a range update: the viewport, its motion, and the lengths of the items.
struct RangeInput: Sendable {
  /// The visible range, in points along the list.
  var viewport: Range<Double>
  /// The velocity of the viewport toward greater indices, in points per second.
  var velocity = 0.0
  /// The lengths of the items.
  var geometry: ItemGeometry
  /// The breadth of the items, in points.
  var breadth: Double
  /// Whether the list itself is visible.
  var isContainerVisible = true
  /// Whether the viewport is about to jump elsewhere, so that the items around it are not needed.
  var isBeingLeft = false
  /// The number of pixels per point in each direction.
  var scale = 1.0

  /// The length of the viewport.
  var viewportLength: Double { viewport.upperBound - viewport.lowerBound }

  /// Returns the items that intersect a range, limited to those nearest to the viewport.
  func items(in range: Range<Double>) -> Range<Int> {
    let found = geometry.items(in: range)
    guard found.count > RangeState.itemLimit else { return found }
    let seen = geometry.items(in: viewport)
    let middle = seen.isEmpty ? found.lowerBound : seen.lowerBound
    let start = max(found.lowerBound, middle - RangeState.itemLimit / 4)
    return start..<min(found.upperBound, start + RangeState.itemLimit)
  }

  /// Returns the size of the bitmap of an item in bytes.
  func bytes(ofLength length: Double) -> Int {
    let pixels = (breadth * scale).rounded(.up) * (length * scale).rounded(.up) * 4
    // 2^53: the largest range of exact integers, and more than any memory holds.
    return pixels.isFinite ? Int(max(0, min(pixels, 9_007_199_254_740_992))) : 0
  }
}

/// The changes of a range update.
struct RangeUpdate: Sendable {
  /// An item whose state has changed.
  struct Change: Equatable, Sendable {
    /// The index of the item.
    let index: Int
    /// The state before the update.
    let old: InterfaceState
    /// The state after the update.
    let new: InterfaceState
  }

  /// The priority of an item's work.
  struct Key: Equatable, Sendable {
    /// The index of the item.
    let index: Int
    /// The key of the item's pending and future work.
    let key: DisplayWork.Key
  }

  /// The mode of the ranges.
  var mode = RangeTuning.Mode.minimum
  /// The items whose state has changed, ordered by new state: visible, display, preload, measure,
  /// none.
  var changes: [Change] = []
  /// The items whose work has a new key, in the same order, without those that left all ranges.
  var keys: [Key] = []
}
