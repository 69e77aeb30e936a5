internal import GalleyCFreeType

extension Face {
  /// Renders a stroke along the outline of a glyph, centered on it, with round joins.
  mutating func renderStroke(
    _ glyph: UInt32, style: OutlineStyle, phase: Int, limit: Int
  ) -> OutlineRendering {
    guard let slot = unsafe loadOutline(glyph, style: style) else { return .blank }
    unsafe FT_Outline_Translate(&slot.pointee.outline, phase * 16, 0)
    let library = unsafe slot.pointee.library
    let rendering = unsafe Self.withStroke(
      of: &slot.pointee.outline, width: style.stroke, library
    ) { outline -> OutlineRendering? in
      var box = FT_BBox()
      unsafe FT_Outline_Get_CBox(&outline, &box)
      guard box.xMax > box.xMin, box.yMax > box.yMin else { return nil }
      let (left, bottom) = (box.xMin >> 6, box.yMin >> 6)
      let (width, height) = ((box.xMax + 63) >> 6 - left, (box.yMax + 63) >> 6 - bottom)
      guard width <= limit, height <= limit else { return .oversized }
      unsafe FT_Outline_Translate(&outline, -left * 64, -bottom * 64)
      let coverage = unsafe Self.coverage(of: &outline, width: width, height: height, library)
      return coverage.map {
        .mask(
          GlyphMask(
            left: left, top: -(bottom + height), width: width, height: height, coverage: $0))
      }
    }
    return rendering ?? .blank
  }

  /// Calls `body` with the outline of a stroke along another outline, which is freed afterward, or
  /// returns `nil` if FreeType cannot create it.
  ///
  /// `width` is in 64ths of a pixel.
  static func withStroke<Result>(
    of outline: inout FT_Outline, width: Int, _ library: FT_Library?,
    _ body: (inout FT_Outline) -> Result?
  ) -> Result? {
    var stroker: FT_Stroker?
    guard unsafe FT_Stroker_New(library, &stroker) == 0 else { return nil }
    defer { unsafe FT_Stroker_Done(stroker) }
    unsafe FT_Stroker_Set(
      stroker, max(1, width / 2), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
    var (points, contours): (FT_UInt, FT_UInt) = (0, 0)
    guard unsafe FT_Stroker_ParseOutline(stroker, &outline, 0) == 0,
      unsafe FT_Stroker_GetCounts(stroker, &points, &contours) == 0,
      points > 0, points <= Int16.max, contours <= Int16.max
    else { return nil }
    var stroke = unsafe FT_Outline()
    guard unsafe FT_Outline_New(library, points, FT_Int(contours), &stroke) == 0 else {
      return nil
    }
    defer { unsafe FT_Outline_Done(library, &stroke) }
    unsafe stroke.n_points = 0
    unsafe stroke.n_contours = 0
    unsafe FT_Stroker_Export(stroker, &stroke)
    return unsafe body(&stroke)
  }
}
