/// The outline of a union of rectangles.
///
/// A sweep over bands between all distinct top and bottom edges. The union covers intervals of each
/// band, whose ends are sides of the outline. Between two bands, the ends of intervals covered in
/// only one of them are joined in pairs; following the joins traverses each contour.
struct Contours {
  /// The corners of each contour, clockwise around covered areas and counterclockwise around holes.
  private(set) var corners: [[Point]] = []

  /// A vertical side of an interval in its band.
  private struct Side {
    var x: Double
    var top: Double
    var bottom: Double
    /// The indices of the sides joined at the top and bottom end.
    var above = 0
    var below = 0
    var isDone = false
  }

  /// An end of a side at a band boundary.
  private struct End {
    var side: Int
    var x: Double
    /// Whether the side is above the boundary.
    var isAbove: Bool
    /// Whether the covered area is to the right of the side.
    var isLeft: Bool
  }

  private var sides: [Side] = []

  /// Creates the outline of finite rectangles; empty ones are ignored.
  init(of rects: [Rect]) {
    let rects = rects.filter { !$0.isEmpty }.sorted { $0.minY < $1.minY }
    let edges = Self.distinct(rects.flatMap { [$0.minY, $0.maxY] })
    var active: [Rect] = []
    var next = 0
    var above: Range<Int> = 0..<0
    for (top, bottom) in zip(edges, edges.dropFirst()) {
      active.removeAll { $0.maxY <= top }
      while next < rects.count, rects[next].minY <= top {
        active.append(rects[next])
        next += 1
      }
      let band = appendSides(of: active, top: top, bottom: bottom)
      join(above, band)
      above = band
    }
    join(above, sides.count..<sides.count)
    trace()
  }

  private static func distinct(_ values: [Double]) -> [Double] {
    var result: [Double] = []
    for value in values.sorted() where result.last != value { result.append(value) }
    return result
  }

  /// Appends a left and a right side per covered interval of a band.
  private mutating func appendSides(of rects: [Rect], top: Double, bottom: Double) -> Range<Int> {
    let first = sides.count
    for rect in rects.sorted(by: { $0.minX < $1.minX }) {
      if sides.count > first, rect.minX <= sides[sides.count - 1].x {
        sides[sides.count - 1].x = max(sides[sides.count - 1].x, rect.maxX)
      } else {
        sides.append(Side(x: rect.minX, top: top, bottom: bottom))
        sides.append(Side(x: rect.maxX, top: top, bottom: bottom))
      }
    }
    return first..<sides.count
  }

  /// Joins the sides of two bands at the boundary between them.
  private mutating func join(_ upper: Range<Int>, _ lower: Range<Int>) {
    var ends: [End] = []
    ends += upper.map { End(side: $0, x: sides[$0].x, isAbove: true, isLeft: $0 & 1 == 0) }
    ends += lower.map { End(side: $0, x: sides[$0].x, isAbove: false, isLeft: $0 & 1 == 0) }
    // Where areas meet at a point, the left one ends before the right one starts. Ends in a band
    // are distinct, so a side that continues straight is a pair of its own.
    ends.sort { $0.x != $1.x ? $0.x < $1.x : !$0.isLeft && $1.isLeft }
    for index in stride(from: 0, to: ends.count - 1, by: 2) { join(ends[index], ends[index + 1]) }
  }

  private mutating func join(_ first: End, _ second: End) {
    for (end, other) in [(first, second), (second, first)] {
      if end.isAbove {
        sides[end.side].below = other.side
      } else {
        sides[end.side].above = other.side
      }
    }
  }

  /// Follows the joins around every contour.
  private mutating func trace() {
    for start in sides.indices where !sides[start].isDone {
      var contour: [Point] = []
      var side = start
      repeat {
        sides[side].isDone = true
        // The covered area is on the right: left sides go up, right sides down.
        let isLeft = side & 1 == 0
        let from = isLeft ? sides[side].bottom : sides[side].top
        let to = isLeft ? sides[side].top : sides[side].bottom
        append(Point(x: sides[side].x, y: from), to: &contour)
        append(Point(x: sides[side].x, y: to), to: &contour)
        side = isLeft ? sides[side].above : sides[side].below
      } while side != start
      if contour.first == contour.last { contour.removeLast() }
      if isStraight(contour[contour.count - 1], contour[0], contour[1]) { contour.removeFirst() }
      corners.append(contour)
    }
  }

  /// Appends a corner, replacing a collinear one.
  private func append(_ point: Point, to contour: inout [Point]) {
    if contour.last == point { return }
    if contour.count > 1, isStraight(contour[contour.count - 2], contour[contour.count - 1], point)
    {
      contour.removeLast()
    }
    contour.append(point)
  }

  private func isStraight(_ first: Point, _ second: Point, _ third: Point) -> Bool {
    first.x == second.x && second.x == third.x || first.y == second.y && second.y == third.y
  }
}
