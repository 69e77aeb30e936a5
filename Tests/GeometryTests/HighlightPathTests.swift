import GalleyGeometry
import TestSupport
import Testing

@Suite struct HighlightPathTests {
  private let square = Path.HighlightStyle(
    outerRadius: 0, innerRadius: 0, outset: .zero, closedGap: 0)

  @Test func `a single rectangle is outset and gets rounded corners`() {
    let path = Path(highlighting: [Rect(x: 10, y: 10, width: 40, height: 20)])
    #expect(path.bounds == Rect(x: 8, y: 8, width: 44, height: 24))
    #expect(path.corners == "(8,32) (8,8) (52,8) (52,32)")
    #expect(path.curveCount == 4)
    #expect(path.elements.first == .move(Point(x: 12, y: 32)))
    #expect(path.elements.last == .close)
  }

  @Test func `a corner radius is at most half a side`() {
    let path = Path(
      highlighting: [Rect(x: 0, y: 0, width: 100, height: 2)],
      as: Path.HighlightStyle(outerRadius: 4, outset: .zero))
    #expect(path.elements.first == .move(Point(x: 1, y: 2)))
  }

  @Test func `adjacent overlapping lines form one contour`() {
    let rects = [
      Rect(x: 40, y: 0, width: 60, height: 20), Rect(x: 0, y: 20, width: 100, height: 20),
      Rect(x: 0, y: 40, width: 30, height: 20),
    ]
    let path = Path(highlighting: rects, as: square)
    #expect(path.corners == "(40,20) (40,0) (100,0) (100,40) (30,40) (30,60) (0,60) (0,20)")
  }

  @Test func `lines that do not overlap horizontally form two contours`() {
    let rects = [
      Rect(x: 60, y: 0, width: 40, height: 20), Rect(x: 0, y: 20, width: 30, height: 20),
    ]
    let path = Path(highlighting: rects)
    #expect(path.pieceCount == 2)
    #expect(path.bounds == Rect(x: -2, y: -2, width: 104, height: 44))
  }

  @Test func `rectangles that touch only at a corner form separate contours`() {
    let rects = [
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 10, y: 10, width: 10, height: 10),
    ]
    let path = Path(highlighting: rects, as: square)
    #expect(path.pieceCount == 2)
    let mirrored = [
      Rect(x: 10, y: 0, width: 10, height: 10), Rect(x: 0, y: 10, width: 10, height: 10),
    ]
    #expect(Path(highlighting: mirrored, as: square).pieceCount == 2)
  }

  @Test func `edges closer than the inner radius are aligned`() {
    let rects = [Rect(x: 3, y: 0, width: 97, height: 20), Rect(x: 0, y: 20, width: 97, height: 20)]
    let shape = Path.HighlightStyle(outset: .zero)
    #expect(Path(highlighting: rects, as: shape).corners == "(0,0) (100,0) (100,40) (0,40)")
    // The edge of the third line is 6 points from that of the first, and is not moved.
    let stairs = (0..<3).map { Rect(x: 3 * Double($0), y: 20 * Double($0), width: 50, height: 20) }
    let left = Path(highlighting: stairs, as: shape).bounds.minX
    #expect(left == 0)
    #expect(Path(highlighting: stairs, as: shape).corners.contains("(6,60)"))
  }

  @Test func `a concave corner has the inner radius`() {
    let rects = [
      Rect(x: 0, y: 0, width: 100, height: 20), Rect(x: 0, y: 20, width: 50, height: 20),
    ]
    let path = Path(
      highlighting: rects, as: Path.HighlightStyle(outerRadius: 6, innerRadius: 3, outset: .zero))
    #expect(path.elements.contains(.line(Point(x: 53, y: 20))))
    #expect(path.elements.contains(.line(Point(x: 100, y: 14))))
  }

  @Test func `small gaps between lines are closed from both sides`() {
    let rects = [
      Rect(x: 0, y: 0, width: 50, height: 20), Rect(x: 20, y: 22, width: 50, height: 20),
    ]
    let shape = Path.HighlightStyle(outerRadius: 0, innerRadius: 0, outset: .zero, closedGap: 2)
    #expect(
      Path(highlighting: rects, as: shape).corners
        == "(0,21) (0,0) (50,0) (50,21) (70,21) (70,42) (20,42) (20,21)")
    #expect(Path(highlighting: rects, as: square).pieceCount == 2)
  }

  @Test func `a hole is wound in the opposite direction`() {
    let rects = [
      Rect(x: 0, y: 0, width: 30, height: 10), Rect(x: 0, y: 10, width: 10, height: 10),
      Rect(x: 20, y: 10, width: 10, height: 10), Rect(x: 0, y: 20, width: 30, height: 10),
    ]
    let path = Path(highlighting: rects, as: square)
    #expect(path.pieceCount == 2)
    #expect(path.corners == "(0,0) (30,0) (30,30) (0,30); (10,10) (10,20) (20,20) (20,10)")
  }

  @Test func `nonfinite and empty rectangles are ignored`() {
    let rects = [
      Rect(x: .nan, y: 0, width: 1, height: 1), Rect(x: 0, y: 0, width: .infinity, height: 1),
      Rect(x: 0, y: 0, width: 5, height: 0),
    ]
    #expect(Path(highlighting: rects).isEmpty)
    #expect(Path(highlighting: []).isEmpty)
  }

  @Test(arguments: 0..<200)
  func `the outline covers exactly the area of the rectangles`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rects = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      Rect(
        x: Double(Int.random(in: 0...8, using: &random)),
        y: Double(Int.random(in: 0...8, using: &random)),
        width: Double(Int.random(in: 1...5, using: &random)),
        height: Double(Int.random(in: 1...5, using: &random)))
    }.sorted { ($0.minY, $0.maxY) < ($1.minY, $1.maxY) }
    let path = Path(highlighting: rects, as: square)
    for column in 0..<14 {
      for row in 0..<14 {
        let point = Point(x: Double(column) + 0.5, y: Double(row) + 0.5)
        let isCovered = rects.contains {
          $0.minX < point.x && point.x < $0.maxX && $0.minY < point.y && point.y < $0.maxY
        }
        #expect(path.winding(around: point) == (isCovered ? 1 : 0), "\(point)")
      }
    }
  }

  @Test func `a path can be offset and appended to another`() {
    let path = Path(roundedRect: Rect(x: 0, y: 0, width: 10, height: 10), radius: 3)
    #expect(path.offset(x: 5, y: -2).bounds == Rect(x: 5, y: -2, width: 10, height: 10))
    #expect(path.offset(x: 0, y: 0) == path)
    var two = path
    two.append(path)
    #expect(two.elements.count == 2 * path.elements.count)
    #expect(Path().bounds == .zero)
  }

  @Test func `a rectangle is wound clockwise`() {
    var path = Path()
    path.addRect(Rect(x: 1, y: 2, width: 3, height: 4))
    #expect(path.corners == "(1,2) (4,2) (4,6) (1,6)")
    #expect(path.winding(around: Point(x: 2, y: 3)) == 1)
  }
}

extension Path {
  /// The corners of each piece before rounding.
  fileprivate var contours: [[Point]] {
    var contours: [[Point]] = []
    var last = Point.zero
    for element in elements {
      switch element {
      case .move(let point):
        contours.append([])
        last = point
      case .line(let point):
        last = point
      case .curve(let point, let control1, _):
        // The corner is the intersection of the tangents; the first control point is on the first
        // tangent.
        let isAcross = control1.x != last.x
        contours[contours.count - 1].append(
          isAcross ? Point(x: point.x, y: last.y) : Point(x: last.x, y: point.y))
        last = point
        continue
      case .close: continue
      }
      contours[contours.count - 1].append(last)
    }
    return contours.map { contour in
      contour.indices.filter { index in
        let before = contour[index == 0 ? contour.count - 1 : index - 1]
        let after = contour[index + 1 == contour.count ? 0 : index + 1]
        let isStraight =
          before.x == contour[index].x && after.x == before.x
          || before.y == contour[index].y && after.y == before.y
        return !isStraight
      }.map { contour[$0] }
    }
  }

  fileprivate var corners: String {
    contours.map { contour in
      contour.map { "(\(Int($0.x)),\(Int($0.y)))" }.joined(separator: " ")
    }.joined(separator: "; ")
  }

  fileprivate var pieceCount: Int { contours.count }

  fileprivate var curveCount: Int { elements.count { if case .curve = $0 { true } else { false } } }

  /// Returns the winding number of the path around a point, with curves taken as straight lines.
  fileprivate func winding(around point: Point) -> Int {
    var winding = 0
    for contour in contours {
      for (index, start) in contour.enumerated() {
        let end = contour[index + 1 == contour.count ? 0 : index + 1]
        guard start.x == end.x, start.x > point.x else { continue }
        if start.y <= point.y, end.y > point.y { winding += 1 }
        if start.y > point.y, end.y <= point.y { winding -= 1 }
      }
    }
    return winding
  }
}
