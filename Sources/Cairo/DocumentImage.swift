internal import GalleyCCairo
internal import Synchronization

/// An image for documents, stored once for any number of uses.
@safe package final class DocumentImage: Sendable {
  // SAFETY: initialized completely by `init`; Cairo counts references atomically and only reads the
  // pixels.
  nonisolated(unsafe) let handle: OpaquePointer
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int

  /// Creates an image from a copy of pixels: premultiplied BGRA, row by row without padding.
  ///
  /// - Throws: `CairoError` if memory runs out, Cairo is not installed, or a side exceeds 32,767
  ///   pixels.
  package init(bytes: [UInt8], width: Int, height: Int) throws(CairoError) {
    precondition(
      width > 0 && height > 0 && bytes.count >= width * height * 4, "bytes must hold all rows")
    try Library.load()
    guard
      let created = cairo.image_surface_create(
        CCAIRO_FORMAT_ARGB32, Int32(clamping: width), Int32(clamping: height))
    else { throw CairoError(CCAIRO_STATUS_NO_MEMORY) }
    self.width = width
    self.height = height
    unsafe handle = created
    let status = unsafe cairo.surface_status(created)
    guard status == CCAIRO_STATUS_SUCCESS, let target = unsafe cairo.image_surface_get_data(created)
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
    guard !Library.hasRunOutOfMemory.load(ordering: .relaxed) else { return }
    unsafe cairo.surface_destroy(handle)
  }
}
