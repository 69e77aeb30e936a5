internal import GalleyCHarfBuzz

/// A face at a position in its design space, ready to shape text.
///
/// A font has no size. It shapes in *design units*, `face.unitsPerEm` to the em, so that one
/// shaping result serves every size; multiply by `size / unitsPerEm` to get points.
///
/// A font is immutable after `init` returns; to vary an axis, create another font. Any number of
/// threads can therefore shape with the same font at once.
@safe package final class Font: Sendable {
  /// The face of the font.
  package let face: Face

  // SAFETY: `init` makes the object immutable, and HarfBuzz lets threads share an immutable object.
  nonisolated(unsafe) let handle: OpaquePointer

  /// The cached extents of glyphs.
  let extentsTable: GlyphExtentsTable

  /// Creates a font from `face` with values on its variation axes.
  ///
  /// - Parameters:
  ///   - face: The face to instantiate.
  ///   - variations: Axis settings in user coordinates, such as `wght = 650`. An omitted axis keeps
  ///     its default, and an axis that the face lacks is ignored.
  package init(_ face: Face, variations: [Variation] = []) {
    self.face = face
    extentsTable = GlyphExtentsTable(glyphCount: face.glyphCount)
    unsafe handle = hb_font_create(face.handle)

    let unitsPerEm = Int32(face.unitsPerEm)
    unsafe hb_font_set_scale(handle, unitsPerEm, unitsPerEm)

    if !variations.isEmpty {
      let raw = variations.map { hb_variation_t(tag: $0.axis.rawValue, value: $0.value) }
      unsafe hb_font_set_variations(handle, raw, UInt32(raw.count))
    }
    unsafe hb_font_make_immutable(handle)
  }

  deinit { unsafe hb_font_destroy(handle) }

  /// Returns the glyph for `scalar` in the character map, or `nil` if there is none.
  package func glyph(for scalar: UInt32) -> GlyphID? {
    var glyph: hb_codepoint_t = 0
    let isMapped = unsafe hb_font_get_nominal_glyph(handle, scalar, &glyph) != 0
    return isMapped ? GlyphID(rawValue: glyph) : nil
  }

  /// Returns the glyph for `scalar` followed by a variation selector, or `nil` if there is none.
  package func glyph(for scalar: UInt32, selector: UInt32) -> GlyphID? {
    var glyph: hb_codepoint_t = 0
    let isMapped = unsafe hb_font_get_variation_glyph(handle, scalar, selector, &glyph) != 0
    return isMapped ? GlyphID(rawValue: glyph) : nil
  }

  /// Returns the advance of `glyph` in design units, before layout tables apply.
  package func advance(of glyph: GlyphID) -> Int32 {
    unsafe hb_font_get_glyph_h_advance(handle, glyph.rawValue)
  }

  /// Returns the advance of a character by itself, in design units.
  ///
  /// Missing spaces are synthesized from the plain space, as in shaping.
  package func advance(ofScalar scalar: Unicode.Scalar) -> Int32 {
    if let glyph = glyph(for: scalar.value) { return advance(of: glyph) }
    var buffer = TextBuffer()
    let text = String(scalar)
    let range = 0..<text.utf8.count
    buffer.append(text.utf8.span, range: range, context: range)
    let properties = SegmentProperties(
      script: .common, language: .undetermined, isRightToLeft: false)
    let shaped = buffer.shape(with: self, properties: properties)
    var glyphs: [Glyph] = []
    shaped.append(to: &glyphs, reversed: false, clusterOffset: 0)
    return glyphs.reduce(0) { $0 &+ $1.advance }
  }

  /// Returns the ink box of `glyph`, or `nil` if the font cannot provide it.
  package func extents(of glyph: GlyphID) -> GlyphExtents? {
    var extents = hb_glyph_extents_t()
    guard unsafe hb_font_get_glyph_extents(handle, glyph.rawValue, &extents) != 0 else {
      return nil
    }
    return GlyphExtents(
      xBearing: extents.x_bearing, yBearing: extents.y_bearing, width: extents.width,
      height: extents.height)
  }

  /// Returns the font's name for `glyph`, or `gid` followed by its number.
  package func name(of glyph: GlyphID) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      unsafe hb_font_glyph_to_string(handle, glyph.rawValue, buffer.baseAddress, 128)
      guard let start = buffer.baseAddress else { return "" }
      return unsafe String(cString: start)
    }
  }
}
