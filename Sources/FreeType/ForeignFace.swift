internal import GalleyCFreeType
package import GalleySystem

/// A face lent to another C library, which is open as long as this object lives.
///
/// Nothing else renders with it; the borrowing library determines the thread on which it is used.
@safe package final class ForeignFace: Sendable {
  // SAFETY: only the borrower of the pointer uses the face.
  private nonisolated(unsafe) let handle: FaceHandle
  private let file: MappedFile

  /// Opens a face of a trusted font, as ``Face`` does.
  package init(file: MappedFile, index: Int, variations: [AxisSetting] = []) throws(FreeTypeError) {
    let face = try Face(file: file, index: index, variations: variations, isTrusted: true)
    self.file = file
    unsafe handle = face.handle
  }

  /// FreeType's `FT_Face`.
  package var pointer: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(handle.face)
  }

  /// The load flags for unmodified outlines.
  package static let loadFlags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
}
