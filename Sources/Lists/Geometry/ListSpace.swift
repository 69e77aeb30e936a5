internal import GalleyGeometry
internal import GalleyLayoutSpecs

/// The list's rectangle on screen, and the conversion between it and positions along the list.
///
/// Positions along a list are measured from the beginning of item 0 toward greater indices. Only
/// this type knows whether that direction is down, up, right or left.
struct ListSpace: Sendable {
  /// The axis along which items are placed.
  let axis: ListAxis
  /// Whether item 0 is at the bottom, or at the right.
  let isReversed: Bool
  /// The size of the list, in points.
  private(set) var size = Size.zero
  /// The covered margins at the edges.
  private(set) var insets = Insets.zero
  /// The number of pixels per point.
  var scale = 1.0

  init(axis: ListAxis, isReversed: Bool) {
    self.axis = axis
    self.isReversed = isReversed
  }

  /// Sets the size and the insets, and returns whether they are valid and have changed.
  mutating func resize(to size: Size, insets: Insets) -> Bool {
    let figures = [size.width, size.height, insets.top, insets.left, insets.bottom, insets.right]
    guard figures.allSatisfy({ $0.isFinite }), size.width >= 0, size.height >= 0,
      size != self.size || insets != self.insets
    else { return false }
    (self.size, self.insets) = (size, insets)
    return true
  }

  // MARK: Lengths

  /// The length of the list.
  var length: Double { length(of: size) }

  /// The breadth of the list.
  var breadth: Double { breadth(of: size) }

  /// Returns the breadth of a size across the list.
  func breadth(of size: Size) -> Double { axis == .vertical ? size.width : size.height }

  /// Returns the length of a size along the list.
  func length(of size: Size) -> Double { axis == .vertical ? size.height : size.width }

  /// The uncovered part of the list on screen.
  var clearRect: Rect {
    Rect(
      x: insets.left, y: insets.top, width: max(0, size.width - insets.left - insets.right),
      height: max(0, size.height - insets.top - insets.bottom))
  }

  /// The length of the uncovered part.
  var clearLength: Double { length(of: clearRect.size) }

  /// The covered lengths at the top and the bottom, or at the left and the right.
  private var covered: (first: Double, last: Double) {
    axis == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
  }

  /// The uncovered range of the viewport, relative to its top or left.
  var clearRange: Range<Double> { covered.first..<max(covered.first, length - covered.last) }

  /// The covered lengths at the beginning and the end of the viewport.
  var ends: (leading: Double, trailing: Double) {
    isReversed ? (covered.last, covered.first) : covered
  }

  /// The range of items across the list.
  var across: Range<Double> {
    let (near, far) = axis == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
    return near..<max(near, breadth - far)
  }

  /// Returns the size range of items, which are as long as the uncovered part of the list if they
  /// are pages.
  func itemRange(arePages: Bool) -> SizeRange {
    let breadth = across.upperBound - across.lowerBound
    let (least, most) = arePages ? (clearLength, clearLength) : (0, ItemGeometry.longestLength)
    return SizeRange(
      min: axis.size(length: least, breadth: breadth),
      max: axis.size(length: most, breadth: breadth))
  }

  // MARK: Positions

  /// Rounds a position to whole pixels.
  func rounded(_ place: Double) -> Double { (place * scale).rounded() / scale }

  /// Returns the frame of an item in the scrolling layer, aligned to whole pixels.
  ///
  /// - Parameters:
  ///   - start: The position of the item along the list.
  ///   - length: The length of the item.
  ///   - breadth: The breadth of the item; `nil` for that of new items.
  /// - Returns: The frame.
  func frame(from start: Double, length: Double, breadth: Double? = nil) -> Rect {
    let start = rounded(start)
    return screenFrame(
      from: isReversed ? -(start + length) : start, length: length, breadth: breadth)
  }

  /// Returns a rectangle over the breadth of items, from the top or the left.
  func screenFrame(from start: Double, length: Double, breadth: Double? = nil) -> Rect {
    let across = across
    return axis.rect(
      from: start, length: length, across: across.lowerBound,
      breadth: breadth ?? across.upperBound - across.lowerBound)
  }

  /// Returns the bounds of the scrolling layer for an offset, aligned to whole pixels.
  func bounds(offset: Double) -> Rect {
    let offset = rounded(offset)
    let place = isReversed ? -(offset + length) : offset
    return axis.rect(from: place, length: length, breadth: breadth)
  }

  /// Returns the extent of a rectangle along the axis, from the top or the left.
  func extent(of rect: Rect) -> Range<Double> {
    axis == .vertical ? rect.minY..<rect.maxY : rect.minX..<rect.maxX
  }

  /// Returns the coordinate of a point along the axis, from the top or the left.
  func coordinate(of point: Point) -> Double { axis == .vertical ? point.y : point.x }

  /// Returns the distance of a point from the beginning of the viewport, along the list.
  func distance(of point: Point) -> Double {
    isReversed ? length - coordinate(of: point) : coordinate(of: point)
  }

  /// Returns the component of a delta along the list; positive toward greater indices.
  func step(of delta: Point) -> Double {
    isReversed ? -coordinate(of: delta) : coordinate(of: delta)
  }
}
