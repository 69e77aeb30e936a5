public import GalleyDisplay
public import GalleyGeometry
public import GalleyScheduling

/// The input of a range update: the viewport, its motion, and the frames of the items.
public struct RangeInput: Sendable {
  /// The viewport, in the items' coordinates.
  public var viewport: Rect
  /// The velocity of the viewport over the items, in points per second to the right and down.
  public var velocity: Point
  /// The scrollable axes.
  public var axes: ScrollAxes
  /// The frames of the items.
  public var items: any ItemFrames
  /// Whether the list itself is visible.
  public var isContainerVisible: Bool
  /// Whether the viewport is about to jump elsewhere, so that the items around it are not needed.
  public var isBeingLeft = false
  /// The number of pixels per point in each direction.
  public var scale: Double

  /// Creates an input.
  public init(
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
public struct RangeUpdate: Hashable, Sendable {
  /// An item whose state has changed.
  public struct Change: Hashable, Sendable {
    /// The index of the item.
    public let index: Int
    /// The state before the update.
    public let old: InterfaceState
    /// The state after the update.
    public let new: InterfaceState
  }

  /// The priority of an item's work.
  public struct Key: Hashable, Sendable {
    /// The index of the item.
    public let index: Int
    /// The key of the item's pending and future work.
    public let key: DisplayWork.Key
  }

  /// The mode of the ranges.
  public internal(set) var mode = RangeMode.minimum
  /// The direction in which the viewport moves.
  public internal(set) var direction = ScrollDirection()
  /// The items whose state has changed, ordered by new state: visible, display, preload, measure,
  /// none.
  public internal(set) var changes: [Change] = []
  /// The items whose work has a new key, in the same order, without those that left all ranges.
  public internal(set) var keys: [Key] = []
  /// The items that no longer have to be drawn, whose pending drawing is to be canceled.
  public internal(set) var canceledDisplays: [Int] = []
  /// The items that no longer have to be preloaded, whose loading in flight is to be canceled.
  public internal(set) var canceledPreloads: [Int] = []
  /// The total size of the bitmaps of drawn items, in bytes.
  public internal(set) var bitmapBytes = 0
}
