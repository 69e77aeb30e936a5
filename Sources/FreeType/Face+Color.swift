internal import GalleyCFreeType
internal import GalleyFontTables

/// A glyph as a picture, at the size that the font has it in.
package struct StrikeImage: Hashable, Sendable {
  /// How many pixels the em has at this size.
  package let pixelsPerEm: Int
  /// The column of the leftmost pixel, counted from the pen.
  package let left: Int
  /// The row of the topmost pixel, counted from the baseline, y down.
  package let top: Int
  /// How many columns there are.
  package let width: Int
  /// How many rows there are.
  package let height: Int
  /// The pixels as blue, green, red, alpha, premultiplied; rows from the top, without gaps.
  package let bytes: [UInt8]
}

/// A glyph whose outline is one colored layer of another.
package struct ColorLayer: Hashable, Sendable {
  /// The glyph that gives the shape.
  package let glyph: UInt32
  /// The color as `0xAARRGGBB`, not premultiplied; `nil` for the color of the text.
  package let argb: UInt32?
}

extension Face {
  /// The most layers that a glyph may have; what is beyond is left out.
  private static let layerLimit = 1_024

  /// Whether glyphs of the face may have colors of their own.
  package var mayHaveColors: Bool { hasColor || pictures != nil || tables["COLR"] != nil }

  /// The picture of a glyph at the size that serves an em of `size` best, or `nil` if the face has
  /// no picture of it.
  ///
  /// That is the least size not below `size`, or the greatest if all are below.
  package mutating func strikeImage(
    of glyph: UInt32, size: Int, limit: Int
  ) -> StrikeImage? {
    guard hasColor, let strike = bestStrike(for: size),
      arePicturesAffordable(of: glyph, sideLimit: limit)
    else { return nil }
    forgetSize()
    guard unsafe FT_Select_Size(record, Int32(strike.index)) == 0,
      unsafe FT_Load_Glyph(record, glyph, FT_Int32(FT_LOAD_COLOR)) == 0,
      let slot = unsafe record.pointee.glyph,
      unsafe slot.pointee.format == FT_GLYPH_FORMAT_BITMAP
    else { return nil }
    let bitmap = unsafe slot.pointee.bitmap
    let (width, height) = unsafe (Int(bitmap.width), Int(bitmap.rows))
    guard width > 0, height > 0, width <= limit, height <= limit,
      let buffer = unsafe bitmap.buffer,
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

  /// Whether the face has a picture of a glyph at the size that serves an em of `size` best.
  ///
  /// Cheaper than to get it: nothing is decompressed.
  package mutating func hasStrikeImage(of glyph: UInt32, size: Int) -> Bool {
    strikePixelCount(of: glyph, size: size) != nil
  }

  /// Returns the number of pixels of the picture of a glyph at the size that serves an em of `size`
  /// best; `nil` if the face has none.
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

  /// Whether FreeType may look at the pictures of a glyph, which has it decode them.
  private func arePicturesAffordable(of glyph: UInt32, sideLimit: Int) -> Bool {
    pictures?.arePicturesAffordable(of: Int(glyph), sideLimit: sideLimit) ?? false
  }

  private func bestStrike(for size: Int) -> (index: Int, pixelsPerEm: Int)? {
    guard hasStrikes, let strikes = unsafe record.pointee.available_sizes else { return nil }
    let count = unsafe Int(record.pointee.num_fixed_sizes)
    let sizes = (0..<count).map { unsafe (strikes[$0].y_ppem + 32) >> 6 }
    return Self.bestStrike(among: sizes, for: size).map { ($0, sizes[$0]) }
  }

  /// Which of some sizes serves an em of `size` best: the least not below it, or the greatest.
  ///
  /// - Parameters:
  ///   - sizes: Pixels to the em; what is not positive does not count.
  ///   - size: The size of the em, in 64ths of a pixel.
  /// - Returns: An index of `sizes`, the first of equals; `nil` if none counts.
  package static func bestStrike(among sizes: [Int], for size: Int) -> Int? {
    let usable = sizes.indices.filter { sizes[$0] > 0 }
    let sufficient = usable.filter { sizes[$0] * 64 >= size }
    return sufficient.min { sizes[$0] < sizes[$1] }
      ?? usable.min { sizes[$0] > sizes[$1] }
  }

  /// The layers of a glyph that the font's COLR table makes of others, the lowest first; empty if
  /// it says nothing of the glyph.
  package mutating func colorLayers(of glyph: UInt32) -> [ColorLayer] {
    guard hasColor else { return [] }
    var layers: [ColorLayer] = []
    var iterator = unsafe FT_LayerIterator()
    var layer: FT_UInt = 0
    var colorIndex: FT_UInt = 0
    let palette = palette()
    while layers.count < Self.layerLimit,
      unsafe FT_Get_Color_Glyph_Layer(record, glyph, &layer, &colorIndex, &iterator) != 0
    {
      let color = Int(colorIndex) < palette.count ? palette[Int(colorIndex)] : nil
      layers.append(ColorLayer(glyph: layer, argb: colorIndex == 0xFFFF ? nil : color))
    }
    return layers
  }

  /// The colors of the font's first palette, as `0xAARRGGBB`.
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
