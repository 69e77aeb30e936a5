/// A glyph ID: the index of a glyph in its font, not a character.
package struct GlyphID: RawRepresentable, Hashable, Sendable {
  /// The index of the glyph.
  package let rawValue: UInt32

  /// Creates a glyph ID.
  @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The glyph for unsupported characters, usually a box.
  package static let notdef = GlyphID(rawValue: 0)
}

/// The ink box of a glyph, in design units, y upward.
package struct GlyphExtents: Hashable, Sendable {
  /// The distance from the origin to the left edge.
  package var xBearing: Int32
  /// The distance from the baseline to the top edge.
  package var yBearing: Int32
  /// The distance from the left edge to the right edge.
  package var width: Int32
  /// The distance from the top edge to the bottom edge, which is negative.
  package var height: Int32
}
