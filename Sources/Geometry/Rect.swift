/// An axis-aligned rectangle, in points; y grows downward.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent to the right and downward.
  public var size: Size

  /// Creates a rectangle from its origin and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its origin and size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(origin: .zero, size: .zero)

  /// The unit square, which is the whole of something in unit coordinates.
  public static let unit = Rect(x: 0, y: 0, width: 1, height: 1)

  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }

  /// The corners, clockwise from the top left.
  package var corners: [Point] {
    [origin, Point(x: maxX, y: minY), Point(x: maxX, y: maxY), Point(x: minX, y: maxY)]
  }

  /// Whether the rectangle is empty.
  public var isEmpty: Bool { size.isEmpty }

  /// Returns the smallest rectangle that contains both; empty ones are ignored.
  public func union(_ other: Rect) -> Rect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(minX, other.minX), min(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Returns the intersection of both rectangles, empty if they are disjoint.
  public func intersection(_ other: Rect) -> Rect {
    let (left, top) = (max(minX, other.minX), max(minY, other.minY))
    return Rect(
      x: left, y: top, width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// Returns whether both rectangles have a common area.
  public func intersects(_ other: Rect) -> Bool { !intersection(other).isEmpty }

  /// Returns whether the rectangle contains a point; its right and bottom edges are exclusive.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns whether the rectangle contains all of another, edges included.
  public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns the rectangle extended outward by insets.
  package func extended(by insets: Insets) -> Rect {
    Rect(
      x: minX - insets.left, y: minY - insets.top,
      width: size.width + insets.left + insets.right,
      height: size.height + insets.top + insets.bottom)
  }

  /// Returns the rectangle translated by an offset.
  public func offset(x: Double, y: Double) -> Rect {
    Rect(origin: Point(x: origin.x + x, y: origin.y + y), size: size)
  }
}
