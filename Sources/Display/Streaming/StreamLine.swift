internal import GalleyGeometry
internal import GalleyRichStreaming
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A line of text of a message that grows.
struct StreamLine: Hashable, Sendable {
  /// The frame in the message's coordinates, in points.
  var frame: Rect
  var isRightToLeft: Bool
  /// Whether the line is of a placeholder, whose glyphs shimmer.
  var isPlaceholder: Bool
}

extension StreamingLayout {
  /// Returns the lines that extend below a y coordinate, in reading order.
  ///
  /// - Complexity: O(*n*) in the number of lines and of boxes that are returned or touched.
  func lines(below y: Double) -> [StreamLine] {
    var lines: [StreamLine] = []
    Self.collect(from: root, at: .zero, below: y, into: &lines)
    return lines
  }

  /// Whether a line at an edge extends below a y coordinate, apart from rounding.
  static func extends(_ edge: Double, below y: Double) -> Bool { edge > y + 0.01 }

  private static func collect(
    from box: BlockBox, at origin: Point, below y: Double, into lines: inout [StreamLine]
  ) {
    for item in box.items {
      switch item {
      case .box(let inner, let place):
        let top = origin.y + place.y
        if extends(top + inner.size.height, below: y) {
          collect(
            from: inner, at: Point(x: origin.x + place.x, y: top), below: y, into: &lines)
        }
      case .scroll(let inner, let frame, _):
        collect(
          from: inner, at: Point(x: origin.x + frame.minX, y: origin.y + frame.minY), below: y,
          into: &lines)
      case .text(let layout, let text, _, let place):
        for line in layout.lines {
          let frame = line.frame.offset(x: origin.x + place.x, y: origin.y + place.y)
          guard extends(frame.maxY, below: y) else { continue }
          lines.append(
            StreamLine(
              frame: frame, isRightToLeft: line.isRightToLeft, isPlaceholder: text.isPlaceholder))
        }
      default: break
      }
    }
  }
}
