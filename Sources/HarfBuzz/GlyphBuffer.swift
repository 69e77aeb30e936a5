internal import GalleyCHarfBuzz

/// A shaped glyph, in design units, y upward.
package struct Glyph: Hashable, Sendable {
  /// The glyph ID in its font, or 0 if the font lacks the character.
  package var id: UInt32
  /// The UTF-8 offset of the glyph's cluster.
  package var cluster: Int32
  /// The advance of the glyph.
  package var advance: Int32
  /// The horizontal offset of the glyph from the pen.
  package var xOffset: Int32
  /// The vertical offset of the glyph from the pen, upward.
  package var yOffset: Int32
  /// Whether breaking the text before the glyph's cluster requires reshaping on both sides.
  ///
  /// It does not prohibit a break.
  package var isUnsafeToBreak: Bool

  /// Creates a glyph.
  package init(
    id: UInt32, cluster: Int32, advance: Int32, xOffset: Int32 = 0, yOffset: Int32 = 0,
    isUnsafeToBreak: Bool = false
  ) {
    self.id = id
    self.cluster = cluster
    self.advance = advance
    self.xOffset = xOffset
    self.yOffset = yOffset
    self.isUnsafeToBreak = isUnsafeToBreak
  }
}

/// The glyphs shaped from a ``TextBuffer``.
@safe package struct GlyphBuffer: ~Copyable {
  let handle: OpaquePointer

  init(handle: OpaquePointer) { unsafe self.handle = handle }

  deinit { unsafe hb_buffer_destroy(handle) }

  /// The number of glyphs.
  package var count: Int { unsafe Int(hb_buffer_get_length(handle)) }

  /// Appends the glyphs to `glyphs`, in logical order.
  ///
  /// - Parameters:
  ///   - glyphs: The array to append to.
  ///   - reversed: Whether the run is right-to-left, so that visual order is reversed.
  ///   - offset: The offset added to each cluster, to make it relative to the whole text.
  package func append(to glyphs: inout [Glyph], reversed: Bool, clusterOffset offset: Int) {
    var count: UInt32 = 0
    let infos = unsafe hb_buffer_get_glyph_infos(handle, &count)
    let positions = unsafe hb_buffer_get_glyph_positions(handle, &count)
    guard let infos = unsafe infos, let positions = unsafe positions else { return }

    for place in 0..<Int(count) {
      let index = reversed ? Int(count) - 1 - place : place
      let info = unsafe infos[index]
      let position = unsafe positions[index]
      glyphs.append(
        Glyph(
          id: info.codepoint, cluster: Int32(truncatingIfNeeded: Int(info.cluster) + offset),
          advance: position.x_advance, xOffset: position.x_offset, yOffset: position.y_offset,
          isUnsafeToBreak: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0))
    }
  }

  /// Empties the buffer, keeping its capacity for the next run.
  package consuming func recycle() -> TextBuffer {
    let cleared = unsafe handle
    discard self
    unsafe hb_buffer_clear_contents(cleared)
    return unsafe TextBuffer(handle: cleared)
  }
}
