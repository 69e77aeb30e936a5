package import GalleyDisplay
package import GalleyGeometry
package import GalleyScheduling

/// The input of a range update: the viewport, its motion, and the frames of the items.
package struct RangeInput: Sendable {
  /// The viewport, in the items' coordinates.
  package var viewport: Rect
  /// The velocity of the viewport over the items, in points per second to the right and down.
  package var velocity: Point
  /// The scrollable axes.
  package var axes: ScrollAxes
  /// The frames of the items.
  package var items: any ItemFrames
  /// Whether the list itself is visible.
  package var isContainerVisible: Bool
  /// Whether the viewport is about to jump elsewhere, so that the items around it are not needed.
  package var isBeingLeft = false
  /// The number of pixels per point in each direction.
  package var scale: Double

  /// Creates an input.
  package init(
    viewport: Rect, velocity: Point = .zero, axes: ScrollAxes = .vertical, items: any ItemFrames
  ) {
    self.viewport = viewport
    self.velocity = velocity
    self.axes = axes
    self.items = items
    isContainerVisible = true
    scale = 1
  }

  /// Returns the size of a bitmap in bytes.
  func bytes(of size: Size) -> Int {
    let pixels = (size.width * scale).rounded(.up) * (size.height * scale).rounded(.up) * 4
    // 2^53: the largest range of exact integers, and more than any memory holds.
    return pixels.isFinite ? Int(max(0, min(pixels, 9_007_199_254_740_992))) : 0
  }
}

/// The changes of a range update.
package struct RangeUpdate: Hashable, Sendable {
  /// An item whose state has changed.
  package struct Change: Hashable, Sendable {
    /// The index of the item.
    package let index: Int
    /// The state before the update.
    package let old: InterfaceState
    /// The state after the update.
    package let new: InterfaceState
  }

  /// The priority of an item's work.
  package struct Key: Hashable, Sendable {
    /// The index of the item.
    package let index: Int
    /// The key of the item's pending and future work.
    package let key: DisplayWork.Key
  }

  /// The mode of the ranges.
  package internal(set) var mode = RangeTuning.Mode.minimum
  /// The direction in which the viewport moves.
  package internal(set) var direction = ScrollDirection()
  /// The items whose state has changed, ordered by new state: visible, display, preload, measure,
  /// none.
  package internal(set) var changes: [Change] = []
  /// The items whose work has a new key, in the same order, without those that left all ranges.
  package internal(set) var keys: [Key] = []
  /// The items that no longer have to be drawn, whose pending drawing is to be canceled.
  package internal(set) var canceledDisplays: [Int] = []
  /// The items that no longer have to be preloaded, whose loading in flight is to be canceled.
  package internal(set) var canceledPreloads: [Int] = []
  /// The total size of the bitmaps of drawn items, in bytes.
  package internal(set) var bitmapBytes = 0
}
