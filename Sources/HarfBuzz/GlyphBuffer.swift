internal import GalleyCHarfBuzz

/// A glyph as shaping placed it, in design units; y upward.
package struct Glyph: Hashable, Sendable {
  /// The glyph in its font; 0 where the font has none.
  package var id: UInt32
  /// The UTF-8 offset of the cluster that the glyph belongs to.
  package var cluster: Int32
  /// How far the glyph moves the pen to the right.
  package var advance: Int32
  /// How far to the right of the pen the glyph is drawn.
  package var xOffset: Int32
  /// How far above the pen the glyph is drawn.
  package var yOffset: Int32
  /// Whether text that is cut before the glyph's cluster must be shaped anew on both sides.
  ///
  /// It never means that text must not be cut there.
  package var isUnsafeToBreak: Bool

  /// Makes a glyph.
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

/// The glyphs that shaping made of a ``TextBuffer``.
@safe package struct GlyphBuffer: ~Copyable {
  let handle: OpaquePointer

  init(handle: OpaquePointer) {
    unsafe self.handle = handle
  }

  deinit {
    unsafe hb_buffer_destroy(handle)
  }

  /// How many glyphs there are.
  package var count: Int {
    unsafe Int(hb_buffer_get_length(handle))
  }

  /// Appends the glyphs to `glyphs`, in logical order.
  ///
  /// - Parameters:
  ///   - glyphs: Where they go.
  ///   - reversed: Whether the run went from right to left; visual order is then turned around.
  ///   - offset: What is added to each cluster, to count from the start of the whole text.
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
          id: info.codepoint,
          cluster: Int32(truncatingIfNeeded: Int(info.cluster) + offset),
          advance: position.x_advance,
          xOffset: position.x_offset,
          yOffset: position.y_offset,
          isUnsafeToBreak: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0))
    }
  }

  /// Empties the buffer, keeping its memory for the next run.
  package consuming func recycle() -> TextBuffer {
    let cleared = unsafe handle
    discard self
    unsafe hb_buffer_clear_contents(cleared)
    return unsafe TextBuffer(handle: cleared)
  }
}
