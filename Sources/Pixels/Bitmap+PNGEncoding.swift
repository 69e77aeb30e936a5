internal import GalleyCImageCodecs
internal import GalleyGeometry
internal import Glibc

extension Bitmap {
  /// Encodes the bitmap as a PNG image file.
  ///
  /// Equal bitmaps give equal bytes. An image of at most 256 colors, such as text in one color, is
  /// written with a palette, and an opaque one without alpha. The density encodes the number of
  /// pixels per point.
  ///
  /// - Throws: ``PNGError/unwritable(reason:)`` if memory runs out.
  public func pngData() throws(PNGError) -> [UInt8] {
    guard let context = PNGContext(isEncoder: true) else {
      throw .unwritable(reason: "out of memory")
    }
    let handle = unsafe context.handle
    let code = unsafe encode(with: handle)
    guard code == 0 else { throw .unwritable(reason: PNGContext.reason(code)) }

    var count = 0
    var failure: Int32 = 0
    guard let buffer = unsafe spng_get_png_buffer(handle, &count, &failure) else {
      throw .unwritable(reason: PNGContext.reason(failure))
    }
    defer { unsafe free(buffer) }
    return unsafe Array(UnsafeRawBufferPointer(start: buffer, count: count))
  }

  /// Encodes the image; returns libspng's error code, or 0.
  private func encode(with handle: OpaquePointer) -> Int32 {
    let indexed = IndexedPixels(self)
    let isOpaque = indexed?.isOpaque ?? isOpaque
    let colorType =
      if indexed != nil {
        SPNG_COLOR_TYPE_INDEXED
      } else {
        isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
      }
    var header = spng_ihdr(
      width: UInt32(width), height: UInt32(height), bit_depth: 8,
      color_type: UInt8(colorType.rawValue), compression_method: 0, filter_method: 0,
      interlace_method: UInt8(SPNG_INTERLACE_NONE.rawValue))
    let density = UInt32((pixelsPerMeter * max(0.01, min(64, scale))).rounded())
    var physical = spng_phys(ppu_x: density, ppu_y: density, unit_specifier: 1)

    let steps: [() -> Int32] = [
      { unsafe spng_set_option(handle, SPNG_ENCODE_TO_BUFFER, 1) },
      // Rendered text compresses about as well without filters and at a low level.
      { unsafe spng_set_option(handle, SPNG_IMG_COMPRESSION_LEVEL, 3) },
      {
        unsafe spng_set_option(
          handle, SPNG_FILTER_CHOICE, Int32(SPNG_DISABLE_FILTERING.rawValue))
      },
      { unsafe spng_set_ihdr(handle, &header) },
      { unsafe spng_set_phys(handle, &physical) },
      { indexed.map { unsafe Self.setPalette($0, of: handle) } ?? 0 },
      {
        unsafe spng_encode_image(
          handle, nil, 0, Int32(SPNG_FMT_PNG.rawValue),
          Int32(SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue))
      },
    ]
    for step in steps {
      let code = step()
      guard code == 0 else { return code }
    }
    if let indexed {
      return unsafe encodeRows(with: handle) { y, line in
        line.append(contentsOf: indexed.indices[y * width..<(y + 1) * width])
      }
    }
    return unsafe encodeRows(with: handle) { y, line in
      append(row: y, isOpaque: isOpaque, to: &line)
    }
  }

  /// Sets the palette of an indexed image; returns libspng's error code, or 0.
  private static func setPalette(_ image: IndexedPixels, of handle: OpaquePointer) -> Int32 {
    var palette = spng_plte()
    var transparency = spng_trns()
    palette.n_entries = UInt32(image.palette.count)
    transparency.n_type3_entries = UInt32(image.palette.count)
    unsafe withUnsafeMutableBytes(of: &palette.entries) { entries in
      unsafe withUnsafeMutableBytes(of: &transparency.type3_alpha) { alphas in
        for (index, pixel) in image.palette.enumerated() {
          let color = PremultipliedPixel(argb: pixel).color
          unsafe entries[index * 4] = color.red
          unsafe entries[index * 4 + 1] = color.green
          unsafe entries[index * 4 + 2] = color.blue
          unsafe alphas[index] = color.alpha
        }
      }
    }
    let code = unsafe spng_set_plte(handle, &palette)
    guard code == 0, !image.isOpaque else { return code }
    return unsafe spng_set_trns(handle, &transparency)
  }

  /// Encodes rows, whose bytes `append` adds to an empty array; returns libspng's error code, or 0.
  private func encodeRows(
    with handle: OpaquePointer, _ append: (_ y: Int, _ line: inout [UInt8]) -> Void
  ) -> Int32 {
    var line: [UInt8] = []
    for y in 0..<height {
      line.removeAll(keepingCapacity: true)
      append(y, &line)
      let code = unsafe spng_encode_row(handle, line, line.count)
      let isLast = code == Int32(SPNG_EOI.rawValue) && y == height - 1
      guard code == 0 || isLast else { return code }
    }
    return 0
  }

  /// Appends the channels of a row: red, green, blue and, unless the image is opaque, alpha.
  func append(row y: Int, isOpaque: Bool, to line: inout [UInt8]) {
    forEachColor(inRow: y) { color in
      line.append(color.red)
      line.append(color.green)
      line.append(color.blue)
      if !isOpaque { line.append(color.alpha) }
    }
  }

  /// Whether all pixels are opaque.
  public var isOpaque: Bool {
    (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        unsafe row(y).load(fromByteOffset: x * 4, as: UInt32.self) >= 0xFF00_0000
      }
    }
  }
}
