/// The horizontal alignment of lines.
public enum TextAlignment: Hashable, Sendable {
  /// At the leading edge for the paragraph's direction.
  case start
  /// At the trailing edge for the paragraph's direction.
  case end
  /// At the left edge.
  case left
  /// At the right edge.
  case right
  /// Centered.
  case center
  /// Stretched to ``LayoutOptions/alignmentWidth``, or else to the longest line, except for the
  /// last line of a paragraph and truncated lines, which are aligned at the start.
  case justified
}
