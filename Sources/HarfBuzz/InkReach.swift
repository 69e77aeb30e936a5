/// The extent of the ink of glyphs, in design units; never negative.
///
/// Vertical distances are from the baseline. Horizontal distances are from the edges of each
/// glyph's advance, so they hold for any part of a run: the ink of a line of these glyphs extends
/// beyond the line by at most ``left`` and ``right``.
package struct InkReach: Hashable, Sendable {
  /// The distances above, below, to the left and to the right.
  @usableFromInline var edges: SIMD4<Int32>

  /// Creates the reach of glyphs without ink.
  @inlinable package init() { edges = .zero }

  /// Creates a reach from its distances.
  @inlinable package init(above: Int32, below: Int32, left: Int32, right: Int32) {
    edges = SIMD4(above, below, left, right)
  }

  /// The distance from the baseline up to the highest ink.
  package var above: Int32 { edges[0] }
  /// The distance from the baseline down to the lowest ink.
  package var below: Int32 { edges[1] }
  /// The distance that ink overhangs to the left.
  package var left: Int32 { edges[2] }
  /// The distance that ink overhangs to the right.
  package var right: Int32 { edges[3] }

  /// Returns the reach limited to a distance in each direction.
  package func limited(to distance: Int32) -> InkReach {
    var limited = self
    limited.edges.replace(with: distance, where: edges .> distance)
    return limited
  }

  /// Extends the reach to include another.
  @inlinable @inline(__always) package mutating func formUnion(_ other: InkReach) {
    edges.replace(with: other.edges, where: other.edges .> edges)
  }
}

extension Font {
  /// Returns the combined ink reach of glyphs of one direction, in logical order.
  ///
  /// The extents of each glyph are read from the font once.
  ///
  /// - Complexity: O(*n*), where *n* is the number of glyphs.
  package func inkReach(of glyphs: Span<Glyph>, isRightToLeft: Bool) -> InkReach {
    var edges = SIMD4<Int32>.zero
    // A mark has no advance. Its pen is at the end of its base: in visual order, on either side.
    var base: Int32 = 0
    for index in glyphs.indices {
      let glyph = glyphs[index]
      var start: Int32 = 0
      if glyph.advance != 0 { base = glyph.advance } else if !isRightToLeft { start = base }
      let x = start &+ glyph.xOffset
      let offset = SIMD4(glyph.yOffset, 0 &- glyph.yOffset, 0 &- x, x &- base)
      let reach = extentsTable.edges(of: glyph.id, in: self) &+ offset
      edges.replace(with: reach, where: reach .> edges)
    }
    return InkReach(above: edges[0], below: edges[1], left: edges[2], right: edges[3])
  }
}
