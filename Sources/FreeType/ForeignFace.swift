internal import GalleyCFreeType
package import GalleyFiles

/// A face that is lent to another C library, and open for as long as this object lives.
///
/// Nobody else draws with it: the library that has it decides on which thread it is used.
@safe package final class ForeignFace: Sendable {
  // SAFETY: only whoever the pointer is lent to uses what it points to.
  private nonisolated(unsafe) let handle: FaceHandle
  private let file: MappedFile

  /// Opens a face of a font that somebody vouches for, as ``Face`` does.
  package init(
    file: MappedFile, index: Int, variations: [AxisSetting] = []
  ) throws(FreeTypeError) {
    let face = try Face(file: file, index: index, variations: variations, isTrusted: true)
    self.file = file
    unsafe handle = face.handle
  }

  /// FreeType's `FT_Face`.
  package var pointer: UnsafeMutableRawPointer {
    unsafe UnsafeMutableRawPointer(handle.face)
  }

  /// The flags for loading glyphs with which outlines are as the font has them.
  package static let loadFlags = Int32(FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP)
}
