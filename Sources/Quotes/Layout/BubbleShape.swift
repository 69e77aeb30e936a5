package import GalleyGeometry

/// The outline of a bubble in a group of messages of one sender.
///
/// The corners on the side of the avatar that face another message of the group are tighter. The
/// last bubble of a group has a tail at the lower corner of that side.
package struct BubbleShape: Hashable, Sendable {
  /// Whether the bubble is the first, and the last, of its group.
  package var isFirst: Bool
  package var isLast: Bool

  /// Creates a shape.
  package init(isFirst: Bool, isLast: Bool) {
    self.isFirst = isFirst
    self.isLast = isLast
  }

  /// The radii of the corners; the one with the tail is square.
  package var corners: CornerRadii {
    CornerRadii(
      topLeft: isFirst ? QuoteMetrics.radius : QuoteMetrics.facingRadius,
      topRight: QuoteMetrics.radius, bottomLeft: isLast ? 0 : QuoteMetrics.facingRadius,
      bottomRight: QuoteMetrics.radius)
  }

  /// Returns the tail beside the lower left corner of a bubble; `nil` if it has none.
  package func tail(of bubble: Rect) -> Path? {
    guard isLast else { return nil }
    let side = QuoteMetrics.tail
    let (x, y) = (bubble.minX, bubble.maxY)
    // Overlaps the bubble by half a point, so that no seam shows.
    var path = Path()
    path.move(to: Point(x: x + 0.5, y: y - side))
    path.addLine(to: Point(x: x, y: y - side))
    path.addCurve(
      to: Point(x: x - side, y: y - 1), control1: Point(x: x, y: y - side * 0.55),
      control2: Point(x: x - side * 0.35, y: y - side * 0.2))
    path.addCurve(
      to: Point(x: x - side + 1, y: y), control1: Point(x: x - side - 0.5, y: y - 0.5),
      control2: Point(x: x - side, y: y))
    path.addLine(to: Point(x: x + 0.5, y: y))
    path.close()
    return path
  }
}
