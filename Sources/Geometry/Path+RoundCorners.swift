extension Path {
  /// Adds a closed axis-aligned contour with rounded corners.
  ///
  /// Each radius is limited to half of the shorter adjacent side.
  ///
  /// - Parameters:
  ///   - corners: The corners, clockwise around the interior; consecutive ones differ in one
  ///     coordinate.
  ///   - outerRadius: The radius of convex corners, in points.
  ///   - innerRadius: The radius of concave corners, in points.
  mutating func addRounded(_ corners: [Point], outerRadius: Double, innerRadius: Double) {
    guard corners.count > 2 else { return }
    for index in corners.indices {
      let corner = corners[index]
      let (before, after) = (
        corners[index == 0 ? corners.count - 1 : index - 1],
        corners[index + 1 == corners.count ? 0 : index + 1]
      )
      let (incoming, outgoing) = (before.step(to: corner), corner.step(to: after))
      // With y downward, a right turn has a positive cross product.
      let isOuter = incoming.x * outgoing.y - incoming.y * outgoing.x > 0
      let asked = max(0, isOuter ? outerRadius : innerRadius)
      let radius = min(asked, incoming.length / 2, outgoing.length / 2)
      let start = corner.moved(along: incoming, by: -radius)
      if index == 0 { move(to: start) } else { addLine(to: start) }
      guard radius > 0 else { continue }
      // A quarter circle: its control points are 4/3·(√2 - 1) of the radius from its ends.
      let reach = radius * (1 - 0.552_284_749_830_793_4)
      addCurve(
        to: corner.moved(along: outgoing, by: radius),
        control1: corner.moved(along: incoming, by: -reach),
        control2: corner.moved(along: outgoing, by: reach))
    }
    close()
  }
}

/// A move along one of the axes.
private struct Step {
  /// The direction: -1, 0 or 1 per axis.
  var x: Double
  var y: Double
  var length: Double
}

extension Point {
  fileprivate func step(to other: Point) -> Step {
    let (dx, dy) = (other.x - x, other.y - y)
    return Step(
      x: dx > 0 ? 1 : dx < 0 ? -1 : 0, y: dy > 0 ? 1 : dy < 0 ? -1 : 0, length: abs(dx) + abs(dy))
  }

  fileprivate func moved(along step: Step, by distance: Double) -> Point {
    Point(x: x + step.x * distance, y: y + step.y * distance)
  }
}
