internal import GalleyGeometry

// The icons of blocks, in boxes of 10 × 8 points, and of 10 × 6 points for the chevrons.

extension Path {
  /// A closing quotation mark, for quotations.
  static let quotationMark: Path = {
    var path = Path()
    for x in [0.1, 5.5] {
      func at(_ dx: Double, _ y: Double) -> Point { Point(x: x + dx, y: y) }
      path.move(to: at(0, 2.15))
      path.addCurve(to: at(2.1, 0.05), control1: at(0, 0.99), control2: at(0.94, 0.05))
      path.addCurve(to: at(4.4, 2.9), control1: at(3.5, 0.05), control2: at(4.4, 1.1))
      path.addCurve(to: at(0.95, 7.95), control1: at(4.4, 5.5), control2: at(2.9, 7.4))
      path.addLine(to: at(0.55, 7))
      path.addCurve(to: at(2.45, 4.2), control1: at(1.7, 6.5), control2: at(2.35, 5.5))
      path.addCurve(to: at(2.1, 4.25), control1: at(2.35, 4.23), control2: at(2.2, 4.25))
      path.addCurve(to: at(0, 2.15), control1: at(0.94, 4.25), control2: at(0, 3.31))
      path.close()
    }
    return path
  }()

  /// A pair of angle brackets, for code.
  static let angleBrackets: Path = {
    var path = bend(Point(x: 3.3, y: 0.9), Point(x: 0.9, y: 4), Point(x: 3.3, y: 7.1), width: 1.4)
    path.append(
      bend(Point(x: 6.7, y: 0.9), Point(x: 9.1, y: 4), Point(x: 6.7, y: 7.1), width: 1.4))
    return path
  }()

  /// A chevron that points down, for a block that can be expanded.
  static let chevronDown = bend(
    Point(x: 1.2, y: 1.2), Point(x: 5, y: 4.8), Point(x: 8.8, y: 1.2), width: 1.5)

  /// A chevron that points up, for a block that can be collapsed.
  static let chevronUp = bend(
    Point(x: 1.2, y: 4.8), Point(x: 5, y: 1.2), Point(x: 8.8, y: 4.8), width: 1.5)

  /// Returns a line with one bend, with round caps and a round join.
  private static func bend(_ start: Point, _ corner: Point, _ end: Point, width: Double) -> Path {
    var path = Path()
    path.addBar(start, corner, width: width)
    path.addBar(corner, end, width: width)
    for point in [start, corner, end] { path.addDisc(point, radius: width / 2) }
    return path
  }

  /// Adds a straight line; its outline is clockwise in either direction.
  private mutating func addBar(_ start: Point, _ end: Point, width: Double) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let half = width / 2 / (dx * dx + dy * dy).squareRoot()
    let (x, y) = (dy * half, -dx * half)
    move(to: Point(x: start.x + x, y: start.y + y))
    addLine(to: Point(x: end.x + x, y: end.y + y))
    addLine(to: Point(x: end.x - x, y: end.y - y))
    addLine(to: Point(x: start.x - x, y: start.y - y))
    close()
  }

  private mutating func addDisc(_ center: Point, radius: Double) {
    append(
      Path(
        roundedRect: Rect(
          x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius),
        radius: radius))
  }

  /// Returns the path, defined in a box 10 points wide, scaled to fit a frame.
  func placed(in frame: Rect, isMirrored: Bool) -> Path {
    let scale = frame.size.width / 10
    func point(_ point: Point) -> Point {
      let x = (isMirrored ? 10 - point.x : point.x) * scale
      return Point(x: frame.minX + x, y: frame.minY + point.y * scale)
    }
    var path = Path()
    for element in elements {
      switch element {
      case .move(let to): path.move(to: point(to))
      case .line(let to): path.addLine(to: point(to))
      case .curve(let to, let control1, let control2):
        path.addCurve(to: point(to), control1: point(control1), control2: point(control2))
      case .close: path.close()
      }
    }
    return path
  }
}
