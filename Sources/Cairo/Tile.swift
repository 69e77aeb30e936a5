internal import GalleyCCairo
package import GalleyFreeType

/// A drawing that documents repeat, stored once.
@safe package final class Tile: Sendable {
  // SAFETY: initialized completely by `init`; Cairo counts references atomically and only reads the
  // drawing.
  nonisolated(unsafe) let pattern: OpaquePointer

  /// Creates a square tile, with a side in points, of paths and their fill colors as `0xAARRGGBB`.
  ///
  /// - Throws: `CairoError` if memory runs out or Cairo is not installed.
  package init(side: Double, _ shapes: [(path: [PathElement], color: UInt32)]) throws(CairoError) {
    try Library.load()
    var extents = ccairo_rectangle_t(x: 0, y: 0, width: side, height: side)
    guard let surface = unsafe cairo.recording_surface_create(CCAIRO_CONTENT_COLOR_ALPHA, &extents),
      let context = unsafe cairo.create(surface)
    else { throw CairoError(CCAIRO_STATUS_NO_MEMORY) }
    for (path, color) in shapes {
      func channel(_ shift: UInt32) -> Double { Double(color >> shift & 255) / 255 }
      unsafe cairo.set_source_rgba(context, channel(16), channel(8), channel(0), channel(24))
      unsafe trace(path, on: context)
      unsafe cairo.fill(context)
    }
    let status = unsafe cairo.status(context)
    unsafe cairo.destroy(context)
    guard let pattern = unsafe cairo.pattern_create_for_surface(surface) else {
      preconditionFailure("Cairo returned no object")
    }
    unsafe cairo.pattern_set_extend(pattern, CCAIRO_EXTEND_REPEAT)
    unsafe cairo.surface_destroy(surface)
    unsafe self.pattern = pattern
    guard status == CCAIRO_STATUS_SUCCESS else { throw CairoError(status) }
  }

  deinit { unsafe cairo.pattern_destroy(pattern) }
}
