internal import GalleyBasics
internal import GalleyCFreeType
internal import GalleyFontTables

/// A bitmap glyph at a size provided by the font.
package struct StrikeImage: Hashable, Sendable {
  /// The number of pixels per em of the bitmap's strike.
  package let pixelsPerEm: Int
  /// The column of the leftmost pixel, relative to the pen.
  package let left: Int
  /// The row of the topmost pixel, relative to the baseline, y down.
  package let top: Int
  /// The width in pixels.
  package let width: Int
  /// The height in pixels.
  package let height: Int
  /// The pixels as blue, green, red, alpha, premultiplied; rows from the top, without padding.
  package let bytes: [UInt8]
}

/// A colored layer of a glyph.
package struct ColorLayer: Hashable, Sendable {
  /// The glyph that defines the shape.
  package let glyph: UInt32
  /// The color as `0xAARRGGBB`, not premultiplied; `nil` for the color of the text.
  package let argb: UInt32?
}

extension Face {
  /// Whether glyphs of the face may be colored.
  package var mayHaveColors: Bool { hasColor || pictures != nil || tables["COLR"] != nil }

  /// Returns the bitmap of a glyph in the best strike for an em of `size`, or `nil` if the face has
  /// none.
  ///
  /// The best strike is the smallest one not below `size`, or the largest if all are below.
  package mutating func strikeImage(of glyph: UInt32, size: Int, limit: Int) -> StrikeImage? {
    guard hasColor, let strike = bestStrike(for: size),
      arePicturesAffordable(of: glyph, sideLimit: limit)
    else { return nil }
    forgetSize()
    guard unsafe FT_Select_Size(record, Int32(strike.index)) == 0,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_COLOR)) == 0,
      let slot = unsafe record.pointee.glyph, unsafe slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, width <= limit, height <= limit, let buffer = unsafe bitmap.buffer,
      unsafe bitmap.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    for y in 0..<height {
      let row = unsafe buffer + y * Int(bitmap.pitch)
      unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: row, count: width * 4))
    }
    return unsafe StrikeImage(
      pixelsPerEm: strike.pixelsPerEm, left: Int(slot.pointee.bitmap_left),
      top: -Int(slot.pointee.bitmap_top), width: width, height: height, bytes: bytes)
  }

  /// Returns whether the best strike for an em of `size` has a bitmap of a glyph.
  ///
  /// Nothing is decompressed, so this is cheaper than getting the bitmap.
  package mutating func hasStrikeImage(of glyph: UInt32, size: Int) -> Bool {
    strikePixelCount(of: glyph, size: size) != nil
  }

  /// Returns the number of pixels of a glyph's bitmap in the best strike for an em of `size`, or
  /// `nil` if the face has none.
  package mutating func strikePixelCount(of glyph: UInt32, size: Int) -> Int? {
    guard hasColor, let strike = bestStrike(for: size),
      arePicturesAffordable(of: glyph, sideLimit: .max)
    else { return nil }
    forgetSize()
    let flags = FT_Int32(FT_LOAD_COLOR | FT_LOAD_BITMAP_METRICS_ONLY)
    guard unsafe FT_Select_Size(record, Int32(strike.index)) == 0,
      unsafe FT_Load_Glyph(record, glyph, flags) == 0, let slot = unsafe record.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    return unsafe Int(slot.pointee.bitmap.width) * Int(slot.pointee.bitmap.rows)
  }

  /// Returns whether FreeType may access the bitmaps of a glyph, which makes it decode them.
  private func arePicturesAffordable(of glyph: UInt32, sideLimit: Int) -> Bool {
    pictures?.arePicturesAffordable(of: Int(glyph), sideLimit: sideLimit) ?? false
  }

  private func bestStrike(for size: Int) -> (index: Int, pixelsPerEm: Int)? {
    guard hasStrikes, let strikes = unsafe record.pointee.available_sizes else { return nil }
    let count = unsafe Int(record.pointee.num_fixed_sizes)
    let sizes = (0..<count).map { unsafe (strikes[$0].y_ppem + 32) >> 6 }
    return Self.bestStrike(among: sizes, for: size).map { ($0, sizes[$0]) }
  }

  /// Returns the best size for an em of `size`: the smallest one not below it, or the largest.
  ///
  /// - Parameters:
  ///   - sizes: The sizes in pixels per em; those that are not positive are ignored.
  ///   - size: The size of the em, in 64ths of a pixel.
  /// - Returns: An index of `sizes`, the first among equals, or `nil` if no size is valid.
  package static func bestStrike(among sizes: [Int], for size: Int) -> Int? {
    let usable = sizes.indices.filter { sizes[$0] > 0 }
    let sufficient = usable.filter { sizes[$0] * 64 >= size }
    return sufficient.min { sizes[$0] < sizes[$1] } ?? usable.min { sizes[$0] > sizes[$1] }
  }

  /// Returns the layers of a glyph in the font's COLR table, bottom layer first; empty if there are
  /// none.
  package mutating func colorLayers(of glyph: UInt32) -> [ColorLayer] {
    guard hasColor else { return [] }
    var layers: [ColorLayer] = []
    var iterator = unsafe FT_LayerIterator()
    var layer: FT_UInt = 0
    var colorIndex: FT_UInt = 0
    let palette = palette()
    while layers.count < Limits.Fonts.colorLayers,
      unsafe FT_Get_Color_Glyph_Layer(record, glyph, &layer, &colorIndex, &iterator) != 0
    {
      let color = Int(colorIndex) < palette.count ? palette[Int(colorIndex)] : nil
      layers.append(ColorLayer(glyph: layer, argb: colorIndex == 0xFFFF ? nil : color))
    }
    return layers
  }

  /// Returns the colors of the font's first palette, as `0xAARRGGBB`.
  mutating func palette() -> [UInt32] {
    var data = unsafe FT_Palette_Data()
    var colors: UnsafeMutablePointer<FT_Color>?
    guard unsafe FT_Palette_Data_Get(record, &data) == 0,
      unsafe FT_Palette_Select(record, 0, &colors) == 0, let colors = unsafe colors
    else { return [] }
    return (0..<Int(unsafe data.num_palette_entries)).map { index in
      let color = unsafe colors[index]
      return UInt32(color.alpha) << 24 | UInt32(color.red) << 16 | UInt32(color.green) << 8
        | UInt32(color.blue)
    }
  }
}
