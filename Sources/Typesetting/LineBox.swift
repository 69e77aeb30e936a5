public import GalleyGeometry

/// A line of a layout, placed on its baseline.
///
/// Coordinates are the layout's: points, y downward, the origin at the top left.
public struct LineBox: Hashable, Sendable {
  /// The UTF-8 offsets of the line's text, white space and line end included.
  public var range: Range<Int>
  /// The left edge of the line's text, without the white space that hangs.
  public var x: Double
  /// The top edge of the line.
  public var y: Double
  /// The room that the line's text takes, without the white space that hangs.
  public var width: Double
  /// The distance to the line's lower edge: where the next line begins, unless there is a spacing
  /// between them, or the edge of a block.
  public var height: Double
  /// The y coordinate of the baseline.
  public var baseline: Double
  /// Whether the line's paragraph goes from right to left.
  public var isRightToLeft: Bool

  /// The room that the line takes.
  public var frame: Rect { Rect(x: x, y: y, width: width, height: height) }
}

/// How high a line is, in points.
struct LineMetrics: Hashable, Sendable {
  /// How far the text reaches above the baseline.
  var ascent: Double
  /// How far the text reaches below the baseline.
  var descent: Double
  /// What is left free between the line and others, half of it above and half below.
  var leading: Double

  static let zero = LineMetrics(ascent: 0, descent: 0, leading: 0)

  var height: Double { ascent + descent + leading }
  /// How far the baseline is below the top edge.
  var baseline: Double { leading / 2 + ascent }

  /// Makes the line as high as is asked for, by what is left free.
  mutating func setHeight(_ height: Double) {
    let height = height.isFinite ? max(height, 0) : self.height
    leading = height - ascent - descent
  }

  /// Makes the line as high as whole pixels of a grid, if there is one.
  mutating func align(to grid: PixelGrid?) {
    if let grid { setHeight(grid.pitch(nearest: height)) }
  }

  /// The metrics of a line that holds both.
  func union(_ other: LineMetrics) -> LineMetrics {
    LineMetrics(
      ascent: max(ascent, other.ascent), descent: max(descent, other.descent),
      leading: max(leading, other.leading))
  }
}
