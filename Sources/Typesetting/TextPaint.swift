public import GalleyGeometry

/// What a style says to painting: nothing that moves a glyph, so that changing it costs no layout.
public struct TextPaint: Hashable, Sendable {
  /// The color of the glyphs and of the lines drawn with them.
  public var color: Color
  /// The color behind the text, if there is one.
  public var background: Color?
  /// Whether a line is drawn under the text.
  public var underline: Bool
  /// Whether a line is drawn through the text.
  public var strikethrough: Bool

  /// Makes a paint; plain black unless told otherwise.
  public init(
    color: Color = .black, background: Color? = nil, underline: Bool = false,
    strikethrough: Bool = false
  ) {
    self.color = color
    self.background = background
    self.underline = underline
    self.strikethrough = strikethrough
  }
}
