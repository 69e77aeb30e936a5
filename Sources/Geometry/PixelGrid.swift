/// The grid of device pixels under the plane of points.
///
/// Positions become whole numbers only here: layout never rounds, and painting code converts with
/// this grid. Distances that are not finite or exceed any possible bitmap are first clamped to
/// ``PixelGrid/limit``, so that arithmetic on the results cannot overflow `Int`.
public struct PixelGrid: Hashable, Sendable {
  /// The number of pixels per point.
  public let scale: Double

  /// The maximum distance of a pixel from the origin, in either direction.
  public static let limit = 1 << 24

  /// Creates a grid.
  ///
  /// - Parameter scale: The number of pixels per point; positive and finite.
  public init(scale: Double) {
    precondition(scale > 0 && scale.isFinite, "scale must be positive and finite")
    self.scale = scale
  }

  /// Returns the pixel boundary nearest to a distance in points; halves round up.
  public func edge(_ distance: Double) -> Int { Self.nearest(distance * scale) }

  /// Returns the whole number of pixels nearest to a distance, at least one, in points.
  ///
  /// Distances that are not positive and finite are returned unchanged.
  package func pitch(nearest distance: Double) -> Double {
    distance > 0 && distance.isFinite ? Double(max(1, edge(distance))) / scale : distance
  }

  /// Returns the rows of pixels that represent a stroke best.
  ///
  /// Their number is the rounded thickness, at least one, and they are centered on the stroke as
  /// closely as possible.
  ///
  /// - Parameters:
  ///   - top: The top edge of the stroke, in points.
  ///   - thickness: The thickness of the stroke, in points.
  /// - Returns: The rows, relative to the same origin as `top`.
  public func rows(ofStrokeAt top: Double, thickness: Double) -> Range<Int> {
    let count = max(1, Self.nearest(thickness * scale))
    let first = Self.nearest((top + thickness / 2) * scale - Double(count) / 2)
    return first..<(first + count)
  }

  /// Returns the quarter pixel nearest to a distance in pixels; halves round up.
  ///
  /// The quotient by four is the pixel, the remainder the subpixel phase; for negative positions
  /// too, if computed by arithmetic shift and mask.
  @inlinable public static func quarter(_ distance: Double) -> Int32 {
    Int32(truncatingIfNeeded: floor(distance * 4 + 0.5, limit: limit * 4))
  }

  /// Returns the pixel nearest to a distance in pixels; halves round up.
  @inlinable public static func nearest(_ distance: Double) -> Int {
    floor(distance + 0.5, limit: limit)
  }

  /// Returns the pixels that a rectangle touches.
  public func pixelsTouched(by rect: Rect) -> PixelRect {
    let (left, top) = (Self.floor(rect.minX * scale), Self.floor(rect.minY * scale))
    let right = -Self.floor(-rect.maxX * scale)
    let bottom = -Self.floor(-rect.maxY * scale)
    return PixelRect(minX: left, minY: top, maxX: right, maxY: bottom)
  }

  /// Returns the pixels between the boundaries nearest to a rectangle's edges.
  ///
  /// Rectangles that share an edge also share it on the grid.
  public func snapped(_ rect: Rect) -> PixelRect {
    PixelRect(
      minX: edge(rect.minX), minY: edge(rect.minY), maxX: edge(rect.maxX), maxY: edge(rect.maxY))
  }

  /// The distance from a pixel boundary that still counts as on it, in pixels.
  ///
  /// Below the visible, and above the rounding errors of sums of coordinates.
  package static let tolerance = 1.0 / 256

  /// Returns the pixels of a rectangle in pixels whose edges are on pixel boundaries; `nil`
  /// otherwise or if there are none.
  package static func whole(_ rect: Rect) -> PixelRect? {
    let snapped = PixelGrid(scale: 1).snapped(rect)
    func isNear(_ edge: Int, _ place: Double) -> Bool { abs(Double(edge) - place) <= tolerance }
    guard isNear(snapped.minX, rect.minX), isNear(snapped.minY, rect.minY),
      isNear(snapped.maxX, rect.maxX), isNear(snapped.maxY, rect.maxY), !snapped.isEmpty
    else { return nil }
    return snapped
  }

  /// Returns the smallest size in pixels that contains a size, at least one pixel each way.
  public func size(holding size: Size) -> (width: Int, height: Int) {
    let width = -Self.floor(-size.width * scale)
    let height = -Self.floor(-size.height * scale)
    return (max(1, width), max(1, height))
  }

  /// Returns a value rounded down, clamped to `limit` around zero; zero for NaN.
  ///
  /// Avoids the C library's `floor`, which is a call before SSE4.1.
  @inlinable static func floor(_ value: Double, limit: Int = PixelGrid.limit) -> Int {
    let bound = Double(limit)
    // Not `min` and `max`: comparisons with NaN are false, which selects zero here.
    guard value > -bound, value < bound else {
      return value > 0 ? limit : value < 0 ? -limit : 0
    }
    // Truncation rounds positive values down.
    return Int(value + bound) - limit
  }
}

/// A half-open rectangle of whole pixels; y grows downward.
public struct PixelRect: Hashable, Sendable {
  /// The leftmost column of pixels.
  public var minX: Int
  /// The topmost row of pixels.
  public var minY: Int
  /// The column after the last one.
  public var maxX: Int
  /// The row after the last one.
  public var maxY: Int

  /// Creates a rectangle from its edges.
  public init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    self.minX = minX
    self.minY = minY
    self.maxX = maxX
    self.maxY = maxY
  }

  /// An empty rectangle.
  public static let empty = PixelRect(minX: 0, minY: 0, maxX: 0, maxY: 0)

  /// The number of columns.
  public var width: Int { max(0, maxX - minX) }
  /// The number of rows.
  public var height: Int { max(0, maxY - minY) }
  /// Whether the rectangle contains no pixels.
  public var isEmpty: Bool { maxX <= minX || maxY <= minY }

  /// Returns the intersection of both rectangles.
  public func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(
      minX: max(minX, other.minX), minY: max(minY, other.minY),
      maxX: min(maxX, other.maxX), maxY: min(maxY, other.maxY))
  }

  /// Returns the smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return PixelRect(
      minX: min(minX, other.minX), minY: min(minY, other.minY),
      maxX: max(maxX, other.maxX), maxY: max(maxY, other.maxY))
  }

  /// Returns the rectangle translated by an offset.
  public func offset(x: Int, y: Int) -> PixelRect {
    PixelRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
  }

  /// Returns whether the rectangles share a pixel.
  public func intersects(_ other: PixelRect) -> Bool { !intersection(other).isEmpty }

  /// Converts the rectangle to points.
  public func rect(onGridOf grid: PixelGrid) -> Rect {
    Rect(
      x: Double(minX) / grid.scale, y: Double(minY) / grid.scale,
      width: Double(width) / grid.scale, height: Double(height) / grid.scale)
  }
}
