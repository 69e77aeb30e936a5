/// The grid of device pixels under the plane of points.
///
/// This is the one place where a position becomes a whole number: layout never rounds, and whatever
/// paints asks here. A distance that is not finite, or lies further out than a bitmap could ever
/// reach, is brought back to ``PixelGrid/limit`` first, so every answer is a small number that
/// arithmetic on `Int` cannot overflow.
public struct PixelGrid: Hashable, Sendable {
  /// How many pixels a point is wide and high.
  public let scale: Double

  /// The farthest pixel from the origin, in either direction.
  public static let limit = 1 << 24

  /// Makes a grid.
  ///
  /// - Parameter scale: The pixels to a point; positive and finite.
  public init(scale: Double) {
    precondition(scale > 0 && scale.isFinite, "a scale is a positive number")
    self.scale = scale
  }

  /// The pixel edge nearest to `distance` points; halves go up.
  public func edge(_ distance: Double) -> Int {
    Self.nearest(distance * scale)
  }

  /// The distance of whole pixels, at least one, that is nearest to a distance above zero, in
  /// points.
  package func pitch(nearest distance: Double) -> Double {
    distance > 0 && distance.isFinite ? Double(max(1, edge(distance))) / scale : distance
  }

  /// The rows of pixels that stand best for a stroke: as many as it is thick, at least one, with
  /// their middle as near as can be to the stroke's.
  ///
  /// - Parameters:
  ///   - top: The stroke's upper edge, in points.
  ///   - thickness: How thick it is, in points.
  /// - Returns: The rows, counted like `top`.
  public func rows(ofStrokeAt top: Double, thickness: Double) -> Range<Int> {
    let count = max(1, Self.nearest(thickness * scale))
    let first = Self.nearest((top + thickness / 2) * scale - Double(count) / 2)
    return first..<(first + count)
  }

  /// The quarter of a pixel nearest to `distance` pixels, counted from the origin; halves go up.
  ///
  /// The quotient by four is the pixel, the remainder the sub-pixel phase; both are right for
  /// positions left of the origin too, if the division is an arithmetic shift and a mask.
  @inlinable public static func quarter(_ distance: Double) -> Int32 {
    Int32(truncatingIfNeeded: floor(distance * 4 + 0.5, limit: limit * 4))
  }

  /// The pixel nearest to `distance` pixels; halves go up.
  @inlinable public static func nearest(_ distance: Double) -> Int {
    floor(distance + 0.5, limit: limit)
  }

  /// The pixels that `rect` touches.
  public func pixelsTouched(by rect: Rect) -> PixelRect {
    let (left, top) = (Self.floor(rect.minX * scale), Self.floor(rect.minY * scale))
    let right = -Self.floor(-rect.maxX * scale)
    let bottom = -Self.floor(-rect.maxY * scale)
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  /// The pixels between the edges nearest to those of `rect`.
  ///
  /// Rectangles that share an edge in the plane share it on the grid.
  public func snapped(_ rect: Rect) -> PixelRect {
    PixelRect(
      minX: edge(rect.minX), minY: edge(rect.minY), maxX: edge(rect.maxX), maxY: edge(rect.maxY))
  }

  /// How far from the edge of a pixel still counts as on it, in pixels: less than can be seen, more
  /// than sums of coordinates are inexact by.
  package static let tolerance = 1.0 / 256

  /// The pixels between the edges of a rectangle in pixels, if they are edges of pixels, and any are.
  package static func whole(_ rect: Rect) -> PixelRect? {
    let snapped = PixelGrid(scale: 1).snapped(rect)
    func isNear(_ edge: Int, _ place: Double) -> Bool {
      abs(Double(edge) - place) <= tolerance
    }
    guard isNear(snapped.minX, rect.minX), isNear(snapped.minY, rect.minY),
      isNear(snapped.maxX, rect.maxX), isNear(snapped.maxY, rect.maxY), !snapped.isEmpty
    else { return nil }
    return snapped
  }

  /// The least size in pixels that holds `size`, and at least one pixel each way.
  public func size(holding size: Size) -> (width: Int, height: Int) {
    let width = -Self.floor(-size.width * scale)
    let height = -Self.floor(-size.height * scale)
    return (max(1, width), max(1, height))
  }

  /// The greatest whole number not above `value`, kept within `limit` of zero; zero for NaN.
  ///
  /// Written without the `floor` of the C library: before SSE4.1 that is a call.
  @inlinable static func floor(_ value: Double, limit: Int = PixelGrid.limit) -> Int {
    let bound = Double(limit)
    // Not `min` and `max`: a comparison with NaN is false, which picks zero here.
    guard value > -bound, value < bound else {
      return value > 0 ? limit : value < 0 ? -limit : 0
    }
    // Truncation rounds down whatever is positive.
    return Int(value + bound) - limit
  }
}

/// A rectangle of whole pixels; half-open, y grows downward.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column of pixels.
  public var minX: Int
  /// The topmost row of pixels.
  public var minY: Int
  /// The column after the rightmost one.
  public var maxX: Int
  /// The row after the lowest one.
  public var maxY: Int

  /// Makes a rectangle from its edges.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// A rectangle without pixels.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// How many columns there are.
  public var width: Int { max(0, maxX - minX) }
  /// How many rows there are.
  public var height: Int { max(0, maxY - minY) }
  /// Whether there are no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// The pixels in both rectangles.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// The least rectangle that holds both; one without pixels does not count.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// The same rectangle, moved.
  public func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// Whether the rectangles share a pixel.
  public func intersects(_ other: PixelRect) -> Bool {
    !intersection(other).isEmpty
  }

  /// The same rectangle in points.
  public func rect(onGridOf grid: PixelGrid) -> Rect {
    Rect(
      x: Double(minX) / grid.scale, y: Double(minY) / grid.scale,
      width: Double(width) / grid.scale, height: Double(height) / grid.scale)
  }
}
