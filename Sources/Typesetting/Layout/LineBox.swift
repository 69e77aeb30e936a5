public import GalleyGeometry

extension TextLayout {
  /// A line of a layout, placed on its baseline.
  ///
  /// Coordinates are the layout's: points, y downward, the origin at the top left.
  public struct Line: Hashable, Sendable {
    /// The UTF-8 offsets of the line's text, including white space and line end.
    public var range: Range<Int>
    /// The left edge of the line's text, excluding hanging white space.
    public var x: Double
    /// The top edge of the line.
    public var y: Double
    /// The width of the line's text, excluding hanging white space.
    public var width: Double
    /// The distance to the line's lower edge, at which the next line begins unless there is spacing
    /// or a block's edge between them.
    public var height: Double
    /// The y coordinate of the baseline.
    public var baseline: Double
    /// Whether the line's paragraph is right-to-left.
    public var isRightToLeft: Bool

    /// The frame of the line.
    public var frame: Rect { Rect(x: x, y: y, width: width, height: height) }
  }
}

/// The vertical metrics of a line, in points.
struct LineMetrics: Hashable, Sendable {
  /// The height of the text above the baseline.
  var ascent: Double
  /// The depth of the text below the baseline.
  var descent: Double
  /// The space between lines, half of it above and half below.
  var leading: Double

  static let zero = LineMetrics(ascent: 0, descent: 0, leading: 0)

  var height: Double { ascent + descent + leading }
  /// The distance from the upper edge to the baseline.
  var baseline: Double { leading / 2 + ascent }

  /// Sets the height by adjusting the leading.
  mutating func setHeight(_ height: Double) {
    let height = height.isFinite ? max(height, 0) : self.height
    leading = height - ascent - descent
  }

  /// Rounds the height to whole pixels of a grid, if there is one.
  mutating func align(to grid: PixelGrid?) {
    if let grid { setHeight(grid.pitch(nearest: height)) }
  }

  /// Returns the metrics of a line that holds both.
  func union(_ other: LineMetrics) -> LineMetrics {
    LineMetrics(
      ascent: max(ascent, other.ascent), descent: max(descent, other.descent),
      leading: max(leading, other.leading))
  }
}
