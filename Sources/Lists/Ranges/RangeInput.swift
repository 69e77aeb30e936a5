public import GalleyDisplay
public import GalleyGeometry
public import GalleyScheduling

/// What ranges are made of: what is seen, how it moves, and where the items stand.
public struct RangeInput: Sendable {
  /// What is seen, in the items' coordinates.
  public var viewport: Rect
  /// How fast the viewport moves over the items, in points a second, to the right and down.
  public var velocity: Point
  /// The axes along which it can.
  public var axes: ScrollAxes
  /// Where the items stand.
  public var items: any ItemFrames
  /// Whether the list itself can be seen.
  public var isContainerVisible: Bool
  /// Whether the viewport is about to be elsewhere, so that nothing around it is wanted any more.
  public var isBeingLeft = false
  /// How many pixels a point has to each side.
  public var scale: Double

  /// Makes an input.
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

  /// How many bytes a bitmap of a size takes.
  func bytes(of size: Size) -> Int {
    let pixels = (size.width * scale).rounded(.up) * (size.height * scale).rounded(.up) * 4
    // 2^53: what a number can count exactly, and no memory holds.
    return pixels.isFinite ? Int(max(0, min(pixels, 9_007_199_254_740_992))) : 0
  }
}

/// What changes with an update of ranges.
public struct RangeUpdate: Hashable, Sendable {
  /// An item whose state is another.
  public struct Change: Hashable, Sendable {
    /// The item.
    public let index: Int
    /// Its state until now.
    public let old: InterfaceState
    /// Its state from now on.
    public let new: InterfaceState
  }

  /// How soon an item's work is wanted.
  public struct Key: Hashable, Sendable {
    /// The item.
    public let index: Int
    /// The key for its work, whether that waits or is still to be made.
    public let key: WorkKey
  }

  /// The mode that the ranges are in.
  public internal(set) var mode = RangeMode.minimum
  /// Where the viewport moves.
  public internal(set) var direction = ScrollDirection()
  /// The items whose states are others: first those that are seen, then those that are drawn, those
  /// that are preloaded, those that are measured, and those that left all ranges.
  public internal(set) var changes: [Change] = []
  /// The items whose work has another key; in the same order, without those that left all ranges.
  public internal(set) var keys: [Key] = []
  /// The items that need not be drawn any more: what waits to be drawn of them is to be dropped now.
  public internal(set) var canceledDisplays: [Int] = []
  /// The items that need not be loaded any more: what is being loaded for them is to be dropped now.
  public internal(set) var canceledPreloads: [Int] = []
  /// How many bytes the bitmaps of all items take that are seen or drawn.
  public internal(set) var bitmapBytes = 0
}
