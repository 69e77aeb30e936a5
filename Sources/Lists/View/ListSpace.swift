internal import GalleyGeometry

/// How places along a list become places on screen.
///
/// Along a list lengths are counted from the beginning of item 0, to greater indices. This is the one
/// place that knows whether that is down, up, to the right or to the left.
struct ListSpace: Hashable, Sendable {
  /// Along which axis items stand.
  var axis: ListAxis
  /// Whether item 0 is at the bottom, or at the right.
  var isReversed: Bool

  /// How long a size is along the list.
  func length(of size: Size) -> Double { axis == .vertical ? size.height : size.width }

  /// How broad a size is across the list.
  func breadth(of size: Size) -> Double { axis == .vertical ? size.width : size.height }

  /// What covers the viewport where the list begins, and where it ends.
  func ends(of insets: Insets) -> (leading: Double, trailing: Double) {
    let (first, last) =
      axis == .vertical ? (insets.top, insets.bottom) : (insets.left, insets.right)
    return isReversed ? (last, first) : (first, last)
  }

  /// What covers the viewport at the sides: on the left and right, or at the top and bottom.
  func sides(of insets: Insets) -> (near: Double, far: Double) {
    axis == .vertical ? (insets.left, insets.right) : (insets.top, insets.bottom)
  }

  /// A stretch of the list in the coordinates of the layer that scrolls.
  ///
  /// - Parameters:
  ///   - start: Where it begins along the list.
  ///   - length: How long it is.
  ///   - across: Where it begins and ends across the list.
  /// - Returns: The stretch; its upper left corner is that on screen, whichever way the list grows.
  func rect(from start: Double, length: Double, across: Range<Double>) -> Rect {
    let place = isReversed ? -(start + length) : start
    return axis.rect(
      from: place, length: length, across: across.lowerBound,
      breadth: across.upperBound - across.lowerBound)
  }

  /// The bounds of the layer that scrolls: what of it is seen.
  func bounds(offset: Double, size: Size) -> Rect {
    let place = isReversed ? -(offset + length(of: size)) : offset
    return axis == .vertical
      ? Rect(x: 0, y: place, width: size.width, height: size.height)
      : Rect(x: place, y: 0, width: size.width, height: size.height)
  }

  /// How far along the list a point of the viewport is from where the viewport begins.
  func distance(of point: Point, in size: Size) -> Double {
    let place = axis == .vertical ? point.y : point.x
    return isReversed ? length(of: size) - place : place
  }

  /// How far a step on screen goes along the list; positive to greater indices.
  func step(of delta: Point) -> Double {
    let step = axis == .vertical ? delta.y : delta.x
    return isReversed ? -step : step
  }
}
