internal import GalleyCCairo

/// Pixels that documents can show, any number of times at the price of one.
@safe package final class Picture: Sendable {
  // SAFETY: made whole by `init`; Cairo counts references atomically and only reads the pixels.
  nonisolated(unsafe) let handle: OpaquePointer
  /// How many columns there are.
  package let width: Int
  /// How many rows there are.
  package let height: Int

  /// Makes a picture of a copy of some pixels.
  ///
  /// - Parameters:
  ///   - bytes: The pixels as blue, green, red, alpha, premultiplied; rows without gaps.
  ///   - width: How many columns there are.
  ///   - height: How many rows there are.
  /// - Throws: `CairoError` if there is no memory or no Cairo, or a side is beyond 32,767 pixels.
  package init(bytes: [UInt8], width: Int, height: Int) throws(CairoError) {
    precondition(width > 0 && height > 0 && bytes.count >= width * height * 4, "all rows are there")
    try Library.load()
    guard
      let created = cairo.image_surface_create(
        CAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
    else { throw CairoError(CAIRO_STATUS_NO_MEMORY) }
    self.width = width
    self.height = height
    unsafe handle = created
    let status = unsafe cairo.surface_status(created)
    guard status == CAIRO_STATUS_SUCCESS, let target = unsafe cairo.image_surface_get_data(created)
    else { throw CairoError(status) }
    let stride = unsafe Int(cairo.image_surface_get_stride(created))
    unsafe bytes.withUnsafeBytes { source in
      guard let source = source.baseAddress else { return }
      for y in 0..<height {
        unsafe UnsafeMutableRawPointer(target + y * stride)
          .copyMemory(from: source + y * width * 4, byteCount: width * 4)
      }
    }
    unsafe cairo.surface_mark_dirty(created)
  }

  deinit {
    unsafe cairo.surface_destroy(handle)
  }
}
