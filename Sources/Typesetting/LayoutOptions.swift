/// What a layout depends on beside its text.
public struct LayoutOptions: Hashable, Sendable {
  /// The room each line has, in points; it may be infinite.
  ///
  /// Less than zero, or not a number, counts as zero.
  public var width: Double
  /// Where the lines stand beside each other.
  public var alignment: TextAlignment
  /// How high the lines are.
  public var lineHeight: LineHeight
  /// The distance between tab stops in points, or `nil` for eight spaces of the base font.
  public var tabWidth: Double?
  /// The room that lines are aligned in, in points, or `nil` for the width of the longest line: what
  /// a bubble wants, which shrinks to its text.
  public var alignmentWidth: Double?

  /// Makes options.
  public init(
    width: Double = .infinity, alignment: TextAlignment = .start,
    lineHeight: LineHeight = .uniform, tabWidth: Double? = nil, alignmentWidth: Double? = nil
  ) {
    self.width = width
    self.alignment = alignment
    self.lineHeight = lineHeight
    self.tabWidth = tabWidth
    self.alignmentWidth = alignmentWidth
  }

  /// The width as line breaking takes it.
  var measure: Double { width > 0 ? width : 0 }
}

/// Where the lines of a layout stand beside each other.
public enum TextAlignment: Hashable, Sendable {
  /// At the edge where lines of their paragraph's direction begin.
  case start
  /// At the edge where lines of their paragraph's direction end.
  case end
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// In the middle.
  case center
}

/// How high the lines of a layout are.
public enum LineHeight: Hashable, Sendable {
  /// All lines as high as the base style's font says: fallback fonts and emoji change nothing.
  ///
  /// Where a style asks for a larger size than the base style, lines are as much higher.
  case uniform
  /// Each line as high as the fonts say that are on it.
  case perLine
  /// All lines of one height, in points.
  case absolute(Double)
}
