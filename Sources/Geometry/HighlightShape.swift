extension Path {
  /// The parameters that merge the rectangles of a text range into one shape.
  public struct HighlightStyle: Hashable, Sendable {
    /// The radius of convex corners, in points.
    public var outerRadius: Double
    /// The radius of concave corners, in points.
    ///
    /// Edges of adjacent lines that differ by less than this are aligned.
    public var innerRadius: Double
    /// The distances that the shape extends beyond the rectangles on each side, in points.
    public var outset: Size
    /// The maximum gap between lines that is closed, in points.
    public var closedGap: Double

    /// Creates a shape.
    public init(
      outerRadius: Double = 4, innerRadius: Double = 4, outset: Size = Size(width: 2, height: 2),
      closedGap: Double = 2
    ) {
      self.outerRadius = outerRadius
      self.innerRadius = innerRadius
      self.outset = outset
      self.closedGap = closedGap
    }

    /// The highlight of a pressed link.
    public static let link = HighlightStyle()
    /// The highlight of selected text.
    public static let selection = HighlightStyle(
      outerRadius: 0, innerRadius: 0, outset: Size(width: 1, height: 1))
    /// The highlight of a search match.
    public static let match = HighlightStyle()
  }

  /// Creates the outline of rectangles in rows, such as those of a text range.
  ///
  /// The rectangles grow by the outset, overlapping and touching ones are merged, and the corners
  /// of the outline are rounded. Rectangles that are not finite are ignored.
  ///
  /// - Parameters:
  ///   - rects: The rectangles, from top to bottom; those of a row have equal heights.
  ///   - shape: The parameters of the shape.
  /// - Complexity: O(*n* log *n*) for *n* rectangles, if few rows overlap at any place.
  public init(highlighting rects: [Rect], as shape: HighlightStyle = .link) {
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

/// Rectangles in rows, from top to bottom.
private struct HighlightRows {
  var rects: [Rect]
  /// The index ranges of the rows in `rects`.
  private var rows: [Range<Int>] = []

  init(_ rects: [Rect]) {
    self.rects = rects.filter {
      $0.isFinite && $0.maxX.isFinite && $0.maxY.isFinite && $0.size.width >= 0
        && $0.size.height > 0
    }
    for index in self.rects.indices {
      if let last = rows.last, self.rects[last.lowerBound].isInRow(of: self.rects[index]) {
        rows[rows.count - 1] = last.lowerBound..<index + 1
      } else {
        rows.append(index..<index + 1)
      }
    }
  }

  /// Closes small gaps between rows at the middle of the gap.
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

  /// Aligns the outer edges of touching rows that are closer than `distance`.
  ///
  /// Edges only move outward, and all aligned edges were within the distance of each other.
  mutating func alignEdges(closerThan distance: Double) {
    alignEdges(closerThan: distance, { $0.lowerBound }, { $0.minX }) { rect, left in
      rect.size.width = rect.maxX - left
      rect.origin.x = left
    }
    alignEdges(closerThan: distance, { $0.upperBound - 1 }, { -$0.maxX }) { rect, right in
      rect.size.width = -right - rect.minX
    }
  }

  /// Aligns one edge of touching rows.
  ///
  /// - Parameters:
  ///   - distance: The exclusive limit of the distance between edges.
  ///   - place: Returns the index of the rectangle that has the edge in a row.
  ///   - edge: Returns the coordinate of the edge, decreasing outward.
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
  /// Returns whether the rectangles have the same top and bottom edges.
  fileprivate func isInRow(of other: Rect) -> Bool {
    abs(minY - other.minY) < 1e-6 && abs(maxY - other.maxY) < 1e-6
  }
}
