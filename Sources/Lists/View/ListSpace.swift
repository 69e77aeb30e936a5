internal import GalleyGeometry

/// The conversion between positions along a list and coordinates on screen.
///
/// Positions along a list are measured from the beginning of item 0 toward greater indices. Only
/// this type knows whether that direction is down, up, right or left.
struct ListSpace: Hashable, Sendable {
  /// The axis along which items are placed.
  var axis: ListAxis
  /// Whether item 0 is at the bottom, or at the right.
  var isReversed: Bool

  /// Returns the length of a size along the list.
  func length(of size: Size) -> Double { axis == .vertical ? size.height : size.width }

  /// Returns the breadth of a size across the list.
  func breadth(of size: Size) -> Double { axis == .vertical ? size.width : size.height }

  /// Returns the covered lengths at the beginning and the end of the viewport.
  func ends(of insets: Insets) -> (leading: Double, trailing: Double) {
    let (first, last) =
      axis == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    return isReversed ? (last, first) : (first, last)
  }

  /// Returns the covered lengths at the sides: left and right, or top and bottom.
  func sides(of insets: Insets) -> (near: Double, far: Double) {
    axis == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  /// Returns a range of the list in the coordinates of the scrolling layer.
  ///
  /// - Parameters:
  ///   - start: The start of the range along the list.
  ///   - length: The length of the range.
  ///   - across: The range across the list.
  /// - Returns: The rectangle; its origin is the upper left corner on screen for either direction.
  func rect(from start: Double, length: Double, across: Range<Double>) -> Rect {
    let place = isReversed ? -(start + length) : start
    return axis.rect(
      from: place, length: length, across: across.lowerBound,
      breadth: across.upperBound - across.lowerBound)
  }

  /// Returns the bounds of the scrolling layer for an offset.
  func bounds(offset: Double, size: Size) -> Rect {
    let place = isReversed ? -(offset + length(of: size)) : offset
    return axis == .vertical
      ? Rect(x: 0, y: place, width: size.width, height: size.height)
      : Rect(x: place, y: 0, width: size.width, height: size.height)
  }

  /// Returns the distance of a point from the beginning of the viewport, along the list.
  func distance(of point: Point, in size: Size) -> Double {
    let place = axis == .vertical ? point.y : point.x
    return isReversed ? length(of: size) - place : place
  }

  /// Returns the component of a delta along the list; positive toward greater indices.
  func step(of delta: Point) -> Double {
    let step = axis == .vertical ? delta.y : delta.x
    return isReversed ? -step : step
  }
}
