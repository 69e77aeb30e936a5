/// The number of a glyph in its font; no character.
public struct GlyphID: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: UInt32

  /// Makes an identifier of a glyph's number.
  @inlinable public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The glyph for what the font has no glyph for, usually a box.
  public static let notdef = GlyphID(rawValue: 0)
}

/// The box around the ink of a glyph, in design units, with y growing upward.
package struct GlyphExtents: Hashable, Sendable {
  /// From the origin to the left side.
  package var xBearing: Int32
  /// From the baseline to the top.
  package var yBearing: Int32
  /// From the left side to the right.
  package var width: Int32
  /// From the top to the bottom, and so negative.
  package var height: Int32
}
