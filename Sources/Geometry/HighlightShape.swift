/// How the rectangles behind a stretch of text become one shape.
public struct HighlightShape: Hashable, Sendable {
  /// The radius of corners that stick out, in points.
  public var outerRadius: Double
  /// The radius of corners that go in, in points.
  ///
  /// Edges of neighboring lines that differ by less than this are made one edge.
  public var innerRadius: Double
  /// How far the shape reaches beyond the rectangles to each side and up and down, in points.
  public var outset: Size
  /// Gaps between lines that are at the most so high, in points, are closed.
  public var closedGap: Double

  /// Makes a shape.
  public init(
    outerRadius: Double = 4, innerRadius: Double = 4, outset: Size = Size(width: 2, height: 2),
    closedGap: Double = 2
  ) {
    self.outerRadius = outerRadius
    self.innerRadius = innerRadius
    self.outset = outset
    self.closedGap = closedGap
  }

  /// What is behind a link that is pressed.
  public static let link = HighlightShape()
  /// What is behind selected text.
  public static let selection = HighlightShape(
    outerRadius: 0, innerRadius: 0, outset: Size(width: 1, height: 1))
  /// What is behind text that was searched for.
  public static let match = HighlightShape()
}

extension Path {
  /// Makes the outline of rectangles that lie in rows, such as those of a range of text.
  ///
  /// The rectangles grow by the outset, what overlaps or touches is one piece, and each corner of the
  /// outline is rounded. Rectangles that are not finite are left out.
  ///
  /// - Parameters:
  ///   - rects: The rectangles, from the top down; those of a row are as high as each other.
  ///   - shape: How they become one shape.
  /// - Complexity: O(*n* log *n*) for *n* rectangles, if not many rows overlap at one place.
  public init(highlighting rects: [Rect], as shape: HighlightShape = .link) {
    var rows = HighlightRows(rects)
    rows.closeGaps(upTo: shape.closedGap)
    rows.grow(by: shape.outset)
    rows.alignEdges(closerThan: shape.innerRadius)
    self.init()
    for contour in Contours(of: rows.rects).corners {
      addRounded(contour, outerRadius: shape.outerRadius, innerRadius: shape.innerRadius)
    }
  }
}

/// Rectangles in rows, from the top down.
private struct HighlightRows {
  var rects: [Rect]
  /// The rectangles of each row.
  private var rows: [Range<Int>] = []

  init(_ rects: [Rect]) {
    self.rects = rects.filter {
      $0.minX.isFinite && $0.minY.isFinite && $0.maxX.isFinite && $0.maxY.isFinite
        && $0.size.width >= 0 && $0.size.height > 0
    }
    for index in self.rects.indices {
      if let last = rows.last, self.rects[last.lowerBound].isInRow(of: self.rects[index]) {
        rows[rows.count - 1] = last.lowerBound..<index + 1
      } else {
        rows.append(index..<index + 1)
      }
    }
  }

  /// Closes small gaps between rows, half from above and half from below.
  mutating func closeGaps(upTo limit: Double) {
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      let (top, bottom) = (rects[upper.lowerBound].maxY, rects[lower.lowerBound].minY)
      guard bottom > top, bottom - top <= limit else { continue }
      let seam = (top + bottom) / 2
      for index in upper { rects[index].size.height = seam - rects[index].minY }
      for index in lower {
        rects[index].size.height = rects[index].maxY - seam
        rects[index].origin.y = seam
      }
    }
  }

  mutating func grow(by outset: Size) {
    for index in rects.indices {
      let rect = rects[index]
      rects[index] = Rect(
        x: rect.minX - outset.width, y: rect.minY - outset.height,
        width: max(0, rect.size.width + 2 * outset.width),
        height: max(0, rect.size.height + 2 * outset.height))
    }
  }

  /// Makes the outer edges of rows that touch one edge, where they are closer than `distance`.
  ///
  /// Edges only move outward, and all that become one are within the distance of each other.
  mutating func alignEdges(closerThan distance: Double) {
    alignEdges(closerThan: distance, { $0.lowerBound }, { $0.minX }) { rect, left in
      rect.size.width = rect.maxX - left
      rect.origin.x = left
    }
    alignEdges(closerThan: distance, { $0.upperBound - 1 }, { -$0.maxX }) { rect, right in
      rect.size.width = -right - rect.minX
    }
  }

  /// - Parameters:
  ///   - distance: How far apart edges may be.
  ///   - place: Which rectangle of a row has the edge.
  ///   - edge: The edge's coordinate, which is less the further outward it is.
  ///   - setEdge: Moves the edge.
  private mutating func alignEdges(
    closerThan distance: Double, _ place: (Range<Int>) -> Int, _ edge: (Rect) -> Double,
    _ setEdge: (inout Rect, Double) -> Void
  ) {
    var first = 0
    while first < rows.count {
      var least = edge(rects[place(rows[first])])
      var greatest = least
      var end = first + 1
      while end < rows.count,
        rects[rows[end].lowerBound].minY <= rects[rows[end - 1].lowerBound].maxY
      {
        let next = edge(rects[place(rows[end])])
        guard max(greatest, next) - min(least, next) < distance else { break }
        (least, greatest) = (min(least, next), max(greatest, next))
        end += 1
      }
      for row in first..<end { setEdge(&rects[place(rows[row])], least) }
      first = end
    }
  }
}

extension Rect {
  /// Whether the rectangles have the same upper and lower edge.
  fileprivate func isInRow(of other: Rect) -> Bool {
    abs(minY - other.minY) < 1e-6 && abs(maxY - other.maxY) < 1e-6
  }
}
