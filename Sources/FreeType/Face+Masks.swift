internal import GalleyCFreeType

/// How an outline is changed before it is drawn.
package struct OutlineStyle: Hashable, Sendable {
  /// The size of the em, in 64ths of a pixel.
  package var size: Int
  /// Whether horizontal strokes are moved to pixel edges.
  ///
  /// Only up and down: widths stay as they are, so glyphs keep their advances and may stand at
  /// fractions of a pixel.
  package var isHinted = false
  /// By how much strokes are made thicker, in ems.
  package var embolden = 0.0
  /// By how much the top leans to the right, as a tangent.
  package var slant = 0.0
  /// How thick a line is drawn along the outline in place of filling it, in 64ths of a pixel; 0 for
  /// none.
  package var stroke = 0

  /// Makes a style that changes nothing.
  package init(size: Int) {
    self.size = size
  }
}

/// The coverage of a glyph, a byte a pixel.
package struct GlyphMask: Hashable, Sendable {
  /// The column of the leftmost pixel, counted from the pen.
  package let left: Int
  /// The row of the topmost pixel, counted from the baseline, y down.
  package let top: Int
  /// How many columns there are.
  package let width: Int
  /// How many rows there are.
  package let height: Int
  /// The rows from the top, without gaps.
  package let coverage: [UInt8]
}

/// What comes of drawing a glyph's outline.
package enum OutlineRendering: Hashable, Sendable {
  /// There is no ink, or nothing that FreeType could make ink of.
  case blank
  /// A side has more pixels than were allowed.
  case oversized
  /// The coverage.
  case mask(GlyphMask)
}

extension Face {
  /// Draws the outline of a glyph.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - style: Its size and shape.
  ///   - phase: By how many quarters of a pixel it is moved to the right.
  ///   - limit: The most pixels that a side may have.
  /// - Returns: The coverage, or why there is none.
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
    // Unlike `FT_Outline_Get_Bitmap`, this samples overlapping contours finely, as variable fonts
    // need.
    guard unsafe FT_Render_Glyph(slot, FT_RENDER_MODE_NORMAL) == 0 else { return .blank }
    return unsafe Self.mask(of: slot)
  }

  /// The pixels that the outline of a glyph touches, relative to the pen, y down, or `nil` if there
  /// are none: minimum x, minimum y, maximum x, maximum y.
  package mutating func outlineBounds(
    of glyph: UInt32, style: OutlineStyle
  ) -> SIMD4<Int>? {
    guard let slot = unsafe loadOutline(glyph, style: style) else { return nil }
    var box = FT_BBox()
    unsafe FT_Outline_Get_CBox(&slot.pointee.outline, &box)
    guard box.xMax > box.xMin, box.yMax > box.yMin else { return nil }
    let reach = (style.stroke + 1) / 2
    return SIMD4(
      (box.xMin - reach) >> 6, -((box.yMax + reach + 63) >> 6), (box.xMax + reach + 63) >> 6,
      -((box.yMin - reach) >> 6))
  }

  /// Draws the part of a glyph's outline that is in a rectangle, for glyphs too large to be kept.
  ///
  /// - Parameters:
  ///   - glyph: The glyph.
  ///   - style: Its size and shape.
  ///   - phase: By how many quarters of a pixel it is moved to the right.
  ///   - left: The column of the rectangle's left edge, counted from the pen.
  ///   - top: The row of the rectangle's top edge, counted from the baseline, y down.
  ///   - width: How many columns the rectangle has.
  ///   - height: How many rows the rectangle has.
  /// - Returns: The coverage, or `nil` if there is none.
  package mutating func render(
    _ glyph: UInt32, style: OutlineStyle, phase: Int, left: Int, top: Int, width: Int, height: Int
  ) -> GlyphMask? {
    guard width > 0, height > 0, width <= 32_767, height <= 32_767,
      let slot = unsafe loadOutline(glyph, style: style)
    else { return nil }
    // FreeType's bitmaps have their origin at the bottom left.
    unsafe FT_Outline_Translate(
      &slot.pointee.outline, phase * 16 - left * 64, (top + height) * 64)
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

  /// The coverage of an outline, whose origin is at the bottom left.
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

  /// Loads the outline of a glyph in a size and shape; `nil` if there is none.
  mutating func loadOutline(
    _ glyph: UInt32, style: OutlineStyle
  ) -> FT_GlyphSlot? {
    let hinting = style.isHinted ? galley_ft_load_target_light : FT_Int32(FT_LOAD_NO_HINTING)
    guard select(size: style.size), outlineCost(of: glyph) != nil,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_NO_BITMAP) | hinting) == 0,
      let slot = unsafe record.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_OUTLINE
    else { return nil }

    let strength = Int(max(0, min(0.5, style.embolden)) * Double(style.size))
    if strength > 0 {
      unsafe FT_Outline_EmboldenXY(&slot.pointee.outline, strength, strength)
      // FreeType leaves the left and the lower edge in place. Here strokes grow to all sides, since
      // advances and the baseline stay as they are.
      unsafe FT_Outline_Translate(&slot.pointee.outline, -strength / 2, -strength / 2)
    }
    if style.slant != 0 {
      let lean = FT_Fixed(max(-2, min(2, style.slant)) * 65_536)
      var matrix = FT_Matrix(xx: 0x10000, xy: lean, yx: 0, yy: 0x10000)
      unsafe FT_Outline_Transform(&slot.pointee.outline, &matrix)
    }
    return unsafe slot
  }

  /// Copies what FreeType has drawn.
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
