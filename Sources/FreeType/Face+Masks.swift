internal import GalleyCFreeType

/// The parameters for rendering an outline.
package struct OutlineStyle: Hashable, Sendable {
  /// The size of the em, in 64ths of a pixel.
  package var size: Int
  /// Whether horizontal strokes are aligned to pixel edges.
  ///
  /// Hinting is vertical only: widths do not change, so glyphs keep their advances and may be
  /// placed at fractions of a pixel.
  package var isHinted = false
  /// The amount by which strokes are thickened, in ems.
  package var embolden = 0.0
  /// The slant to the right, as the tangent of its angle.
  package var slant = 0.0
  /// The width of a stroke along the outline, in 64ths of a pixel, or 0 to fill the outline
  /// instead.
  package var stroke = 0

  /// Creates a style without modifications.
  package init(size: Int) { self.size = size }
}

/// The coverage of a glyph, one byte per pixel.
package struct GlyphMask: Hashable, Sendable {
  /// The column of the leftmost pixel, relative to the pen.
  package let left: Int
  /// The row of the topmost pixel, relative to the baseline, y down.
  package let top: Int
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The rows from the top, without padding.
  package let coverage: [UInt8]
}

/// The result of rendering a glyph's outline.
package enum OutlineRendering: Hashable, Sendable {
  /// There is no ink, or FreeType cannot render it.
  case blank
  /// A side exceeds the limit.
  case oversized
  /// The coverage.
  case mask(GlyphMask)
}

extension Face {
  /// Renders the outline of a glyph.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - style: Its size and shape.
  ///   - phase: The offset to the right, in quarters of a pixel.
  ///   - limit: The maximum length of a side in pixels.
  /// - Returns: The coverage, or the reason for which there is none.
  package mutating func render(
    _ glyph: UInt32, style: OutlineStyle, phase: Int, limit: Int
  ) -> OutlineRendering {
    if style.stroke > 0 { return renderStroke(glyph, style: style, phase: phase, limit: limit) }
    guard let slot = unsafe loadOutline(glyph, style: style) else { return .blank }
    unsafe FT_Outline_Translate(&slot.pointee.outline, phase * 16, 0)
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    guard box.xMax > box.xMin, box.yMax > box.yMin else { return .blank }
    guard box.xMax - box.xMin <= limit * 64, box.yMax - box.yMin <= limit * 64 else {
      return .oversized
    }
    // Unlike `FT_Outline_Get_Bitmap`, this oversamples overlapping contours, which variable fonts
    // need.
    guard unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return .blank }
    return unsafe Self.mask(of: slot)
  }

  /// Returns the pixel bounds of a glyph's outline relative to the pen, y down, as minimum x,
  /// minimum y, maximum x, maximum y; `nil` if there is no ink.
  package mutating func outlineBounds(of glyph: UInt32, style: OutlineStyle) -> SIMD4<Int>? {
    guard let slot = unsafe loadOutline(glyph, style: style) else { return nil }
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    guard box.xMax > box.xMin, box.yMax > box.yMin else { return nil }
    let reach = (style.stroke + 1) / 2
    return SIMD4(
      (box.xMin - reach) >> 6, -((box.yMax + reach + 63) >> 6), (box.xMax + reach + 63) >> 6,
      -((box.yMin - reach) >> 6))
  }

  /// Renders the part of a glyph's outline in a rectangle, for glyphs too large to be cached.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - style: Its size and shape.
  ///   - phase: The offset to the right, in quarters of a pixel.
  ///   - left: The column of the rectangle's left edge, relative to the pen.
  ///   - top: The row of the rectangle's top edge, relative to the baseline, y down.
  ///   - width: The width of the rectangle, in pixels.
  ///   - height: The height of the rectangle, in pixels.
  /// - Returns: The coverage, or `nil` if there is none.
  package mutating func render(
    _ glyph: UInt32, style: OutlineStyle, phase: Int, left: Int, top: Int, width: Int, height: Int
  ) -> GlyphMask? {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767,
      let slot = unsafe loadOutline(glyph, style: style)
    else { return nil }
    // FreeType's bitmaps have their origin at the bottom left.
    unsafe FT_Outline_Translate(&slot.pointee.outline, phase * 16 - left * 64, (top + height) * 64)
    let library = unsafe slot.pointee.library
    let coverage =
      style.stroke > 0
      ? unsafe Self.withStroke(of: &slot.pointee.outline, width: style.stroke, library) {
        unsafe Self.coverage(of: &$0, width: width, height: height, library)
      }
      : unsafe Self.coverage(of: &slot.pointee.outline, width: width, height: height, library)
    return coverage.map {
      GlyphMask(left: left, top: top, width: width, height: height, coverage: $0)
    }
  }

  /// Returns the coverage of an outline whose origin is at the bottom left.
  static func coverage(
    of outline: inout FT_Outline, width: Int, height: Int, _ library: FT_Library?
  ) -> [UInt8]? {
    var coverage = [UInt8](repeating: 0, count: width * height)
    let code = unsafe coverage.withUnsafeMutableBufferPointer { buffer in
      var bitmap = unsafe FT_Bitmap()
      unsafe bitmap.rows = UInt32(height)
      unsafe bitmap.width = UInt32(width)
      unsafe bitmap.pitch = Int32(width)
      unsafe bitmap.buffer = buffer.baseAddress
      unsafe bitmap.num_grays = 256
      unsafe bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      return unsafe FT_Outline_Get_Bitmap(library, &outline, &bitmap)
    }
    return code == 0 ? coverage : nil
  }

  /// Loads the outline of a glyph in a size and shape, or returns `nil` if there is none.
  mutating func loadOutline(_ glyph: UInt32, style: OutlineStyle) -> FT_GlyphSlot? {
    let hinting = style.isHinted ? galley_ft_load_target_light : FT_Int32(FT_LOAD_NO_HINTING)
    guard select(size: style.size), outlineCost(of: glyph) != nil,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_NO_BITMAP) | hinting) == 0,
      let slot = unsafe record.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }

    let strength = Int(max(0, min(0.5, style.embolden)) * Double(style.size))
    if strength > 0 {
      unsafe FT_Outline_EmboldenXY(&slot.pointee.outline, strength, strength)
      // FreeType keeps the left and the lower edge in place. Here strokes grow on all sides,
      // because advances and the baseline do not change.
      unsafe FT_Outline_Translate(&slot.pointee.outline, -strength / 2, -strength / 2)
    }
    if style.slant != 0 {
      let lean = FT_Fixed(max(-2, min(2, style.slant)) * 65_536)
      var matrix = FT_Matrix(xx: 0x10000, xy: lean, yx: 0, yy: 0x10000)
      unsafe FT_Outline_Transform(&slot.pointee.outline, &matrix)
    }
    return unsafe slot
  }

  /// Copies the bitmap that FreeType rendered.
  private static func mask(of slot: FT_GlyphSlot) -> OutlineRendering {
    let bitmap = unsafe slot.pointee.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, let buffer = unsafe bitmap.buffer,
      unsafe bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_GRAY.rawValue)
    else { return .blank }
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for y in 0..<height {
      let row = unsafe buffer + y * Int(bitmap.pitch)
      unsafe coverage.append(contentsOf: UnsafeBufferPointer(start: row, count: width))
    }
    return unsafe .mask(
      GlyphMask(
        left: Int(slot.pointee.bitmap_left), top: -Int(slot.pointee.bitmap_top),
        width: width, height: height, coverage: coverage))
  }
}
