internal import GalleyBasics
internal import GalleyCImageCodecs
internal import GalleyGeometry
internal import Glibc

/// A libspng context for reading or writing, freed when it is destroyed.
@safe struct PNGContext: ~Copyable {
  let handle: OpaquePointer

  init?(isEncoder: Bool) {
    let flags = isEncoder ? Int32(SPNG_CTX_ENCODER.rawValue) : 0
    guard let handle = unsafe spng_ctx_new(flags) else { return nil }
    unsafe self.handle = handle
  }

  deinit { unsafe spng_ctx_free(handle) }

  static func reason(_ code: Int32) -> String {
    unsafe String(cString: spng_strerror(code))
  }
}

extension Bitmap {
  /// The maximum number of pixels of an untrusted image.
  public static let decodedPixelLimit = Limits.Images.pixels

  /// Decodes a PNG image.
  ///
  /// The size in the header is validated before memory is allocated. Color profiles are ignored:
  /// all colors are treated as sRGB.
  ///
  /// - Parameters:
  ///   - png: The bytes of the image file.
  ///   - pool: The pool that provides the memory.
  /// - Throws: ``PNGError``.
  public init(png: Span<UInt8>, pool: Pool = .shared) throws(PNGError) {
    self = try Self.decoding(png: png, allowsPartial: false, pool: pool).bitmap
  }

  /// Decodes a PNG image that may be truncated.
  ///
  /// - Parameters:
  ///   - png: The bytes of the image file.
  ///   - allowsPartial: Whether missing pixels are accepted; they are transparent.
  ///   - pool: The pool that provides the memory.
  /// - Returns: The bitmap, and whether it is complete.
  /// - Throws: ``PNGError``.
  package static func decoding(
    png: Span<UInt8>, allowsPartial: Bool, pool: Pool = .shared
  ) throws(PNGError) -> (bitmap: Bitmap, isComplete: Bool) {
    guard let context = PNGContext(isEncoder: false) else {
      throw .damaged(reason: "out of memory")
    }
    let result = unsafe png.withUnsafeBytes { bytes in
      unsafe Self.decode(bytes, with: context, allowsPartial: allowsPartial, pool: pool)
    }
    return try result.get()
  }

  /// Decodes a PNG image.
  public init(png: [UInt8], pool: Pool = .shared) throws(PNGError) {
    try self.init(png: png.span, pool: pool)
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, with context: borrowing PNGContext, allowsPartial: Bool,
    pool: Pool
  ) -> Result<(bitmap: Bitmap, isComplete: Bool), PNGError> {
    let handle = unsafe context.handle
    var header = spng_ihdr()
    var code = unsafe spng_set_png_buffer(handle, bytes.baseAddress, bytes.count)
    // Limits ancillary chunks to 4 MB each and 16 MB together.
    if code == 0 { code = unsafe spng_set_chunk_limits(handle, 4 << 20, 16 << 20) }
    if code == 0 { code = unsafe spng_get_ihdr(handle, &header) }
    guard code == 0 else { return .failure(.damaged(reason: PNGContext.reason(code))) }

    let (width, height) = (Int(header.width), Int(header.height))
    let pixelCount = width.multipliedReportingOverflow(by: height)
    guard !pixelCount.overflow, pixelCount.partialValue <= decodedPixelLimit,
      pixelCount.partialValue <= Limits.Images.harmlessPixels
        || pixelCount.partialValue / Limits.Images.pixelsPerByte <= bytes.count
    else { return .failure(.tooLarge(width: width, height: height)) }

    do throws(BitmapError) {
      var bitmap = try Bitmap(uncleared: (width, height), pool: pool)
      if allowsPartial { bitmap.clear() }
      code = unsafe try bitmap.decodeRows(with: handle)
      guard code == 0 || allowsPartial else {
        return .failure(.damaged(reason: PNGContext.reason(code)))
      }
      var density = spng_phys()
      if unsafe spng_get_phys(handle, &density) == 0, density.unit_specifier == 1 {
        let scale = Double(density.ppu_x) / pixelsPerMeter
        if scale >= 0.1, scale <= 64 { bitmap.scale = (scale * 1_000).rounded() / 1_000 }
      }
      return .success((bitmap, code == 0))
    } catch {
      return .failure(.bitmap(error))
    }
  }

  /// Decodes the pixels; returns libspng's error code, or 0.
  private mutating func decodeRows(with handle: OpaquePointer) throws(BitmapError) -> Int32 {
    let base = unsafe try uniqueBase()
    let flags = Int32(SPNG_DECODE_PROGRESSIVE.rawValue | SPNG_DECODE_TRNS.rawValue)
    var code = unsafe spng_decode_image(handle, nil, 0, Int32(SPNG_FMT_RGBA8.rawValue), flags)
    guard code == 0 else { return code }
    // The rows of interlaced images come out of order and several times.
    repeat {
      var row = spng_row_info()
      code = unsafe spng_get_row_info(handle, &row)
      guard code == 0, Int(row.row_num) < height else { break }
      code = unsafe spng_decode_row(handle, base + Int(row.row_num) * bytesPerRow, width * 4)
    } while code == 0
    for y in 0..<height {
      unsafe Self.premultiply(base + y * bytesPerRow, count: width)
    }
    return code == Int32(SPNG_EOI.rawValue) ? 0 : code == 0 ? 1 : code
  }

  /// Converts RGBA to premultiplied BGRA.
  private static func premultiply(_ row: UnsafeMutableRawPointer, count: Int) {
    for x in 0..<count {
      let pixel = unsafe row.load(fromByteOffset: x * 4, as: UInt32.self)
      let alpha = pixel >> 24
      let red = divideBy255((pixel & 255) * alpha)
      let green = divideBy255((pixel >> 8 & 255) * alpha)
      let blue = divideBy255((pixel >> 16 & 255) * alpha)
      let result = alpha << 24 | red << 16 | green << 8 | blue
      unsafe row.storeBytes(of: result, toByteOffset: x * 4, as: UInt32.self)
    }
  }
}

/// The density of an image at one pixel per point: 72 dpi.
let pixelsPerMeter = 72 / 0.0254
