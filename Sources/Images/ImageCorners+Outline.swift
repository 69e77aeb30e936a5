public import GalleyGeometry

extension ImageCorners {
  /// Returns the outline of a bubble with these corners, clockwise.
  ///
  /// - Parameter rect: The bubble without its tails, in points; tails extend beyond it.
  /// - Returns: A single closed subpath; empty for an empty bubble.
  public func outline(of rect: Rect) -> Path {
    var path = Path()
    guard !rect.isEmpty else { return path }
    let radii = radii.fitted(to: rect.size)
    var radius = radii.topLeft
    path.move(to: Point(x: rect.minX, y: rect.minY + radius))
    path.addCorner(Point(x: rect.minX, y: rect.minY), radius, from: (0, 1), to: (1, 0))
    radius = radii.topRight
    path.addLine(to: Point(x: rect.maxX - radius, y: rect.minY))
    path.addCorner(Point(x: rect.maxX, y: rect.minY), radius, from: (-1, 0), to: (0, 1))
    if case .tail = bottomRight {
      Tail(rect, radii.bottomRight, side: 1).add(to: &path, isDownward: true)
    } else {
      radius = radii.bottomRight
      path.addLine(to: Point(x: rect.maxX, y: rect.maxY - radius))
      path.addCorner(Point(x: rect.maxX, y: rect.maxY), radius, from: (0, -1), to: (-1, 0))
    }
    if case .tail = bottomLeft {
      Tail(rect, radii.bottomLeft, side: -1).add(to: &path, isDownward: false)
    } else {
      radius = radii.bottomLeft
      path.addLine(to: Point(x: rect.minX + radius, y: rect.maxY))
      path.addCorner(Point(x: rect.minX, y: rect.maxY), radius, from: (1, 0), to: (0, -1))
    }
    path.close()
    return path
  }
}

/// The tail of a bubble: it leaves the side, comes to a point beside the lower corner, and returns
/// under it.
struct Tail {
  private let corner: Point
  private let radius: Double
  private let side: Double
  /// The height above the bottom at which the tail leaves the side, in points.
  private let height: Double

  /// Whether the tail is on the right.
  var isRight: Bool { side > 0 }

  /// The part of the bubble's outline that the tail replaces, in points.
  var extent: Size { Size(width: radius, height: height) }

  /// The shape of the tail, with more of the bubble than it touches.
  var shape: Path {
    let (inward, upward) = (radius + 10, height + 10)
    var path = Path()
    path.move(to: point(inward, upward))
    if isRight {
      path.addLine(to: point(0, upward))
      add(to: &path, isDownward: true)
      path.addLine(to: point(inward, 0))
    } else {
      path.addLine(to: point(inward, 0))
      add(to: &path, isDownward: false)
      path.addLine(to: point(0, upward))
    }
    path.close()
    return path
  }

  /// Creates a tail.
  ///
  /// - Parameters:
  ///   - rect: The bubble without its tails.
  ///   - radius: The radius of the corner.
  ///   - side: 1 for a tail on the right, -1 for one on the left.
  init(_ rect: Rect, _ radius: Double, side: Double) {
    corner = Point(x: side > 0 ? rect.maxX : rect.minX, y: rect.maxY)
    self.radius = radius
    self.side = side
    height = min(max(radius, 10), rect.size.height)
  }

  /// Returns a point at a distance inward from the side and up from the bottom, in points.
  private func point(_ inward: Double, _ upward: Double) -> Point {
    Point(x: corner.x - side * inward, y: corner.y - upward)
  }

  /// Adds the tail to an outline, from the side to the bottom or in reverse.
  func add(to path: inout Path, isDownward: Bool) {
    let reach = ImageCorners.Corner.tailReach
    let lift = min(1, height / 10)
    let leaving = point(0, height)
    let tip = point(-reach, 0)
    let outer = (point(0, height * 0.45), point(-reach * 0.35, 2.2 * lift))
    // The midpoint of the corner's arc, where the tail joins it, and the end of the arc.
    let inset = radius * (1 - 0.5.squareRoot())
    let meeting = point(inset, inset)
    let inner = (point(-reach * 0.2, 0), point(inset - min(2, radius * 0.15), inset * 0.55))
    let bottom = point(radius, 0)
    // The second half of a quarter circle.
    let arm = radius * 0.265_216_48
    let along = arm * 0.5.squareRoot()
    let arc = (point(inset + along, inset - along), point(radius - arm, 0))
    if isDownward {
      path.addLine(to: leaving)
      path.addCurve(to: tip, control1: outer.0, control2: outer.1)
      path.addCurve(to: meeting, control1: inner.0, control2: inner.1)
      path.addCurve(to: bottom, control1: arc.0, control2: arc.1)
    } else {
      path.addLine(to: bottom)
      path.addCurve(to: meeting, control1: arc.1, control2: arc.0)
      path.addCurve(to: tip, control1: inner.1, control2: inner.0)
      path.addCurve(to: leaving, control1: outer.1, control2: outer.0)
    }
  }
}

extension Path {
  /// Adds a quarter circle in a right-angled corner.
  ///
  /// - Parameters:
  ///   - corner: The vertex of the corner.
  ///   - radius: The radius.
  ///   - from: The direction from the vertex to the start of the arc.
  ///   - to: The direction from the vertex to the end of the arc.
  fileprivate mutating func addCorner(
    _ corner: Point, _ radius: Double, from: (x: Double, y: Double), to: (x: Double, y: Double)
  ) {
    guard radius > 0 else { return addLine(to: corner) }
    let arm = radius * (1 - 0.552_284_749_830_793_4)
    func point(_ way: (x: Double, y: Double), _ distance: Double) -> Point {
      Point(x: corner.x + way.x * distance, y: corner.y + way.y * distance)
    }
    addCurve(to: point(to, radius), control1: point(from, arm), control2: point(to, arm))
  }
}
