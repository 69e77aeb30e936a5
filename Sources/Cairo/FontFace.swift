internal import GalleyCCairo
package import GalleyFiles
package import GalleyFreeType

/// A font as Cairo draws it.
///
/// Cairo keeps fonts in caches of its own, where they outlive every reference that is held here. So
/// the FreeType face below hangs on Cairo's object, and is closed when Cairo lets go of that; and a
/// place on the axes of a variable font is a face of its own.
@safe package final class FontFace: Sendable {
  // SAFETY: Cairo counts references atomically, and locks a face while it draws with it.
  nonisolated(unsafe) let handle: OpaquePointer

  // SAFETY: only its address is used, as the key of what hangs on a face.
  private nonisolated(unsafe) static let faceKey =
    UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)

  /// Opens a font.
  ///
  /// - Parameters:
  ///   - file: The font file.
  ///   - index: Which of its faces.
  ///   - variations: Where on its variation axes the font is to be.
  /// - Throws: `FreeTypeError` if FreeType cannot read the font, `CairoError` if there is no Cairo.
  package init(
    file: MappedFile, index: Int, variations: [AxisSetting]
  ) throws {
    try Library.load()
    // Opened anew each time: Cairo gives the same object for the same face, and its user data can
    // be attached only once.
    let face = try ForeignFace(file: file, index: index, variations: variations)
    let created = unsafe cairo.ft_font_face_create_for_ft_face(
      face.pointer, ForeignFace.loadFlags)
    guard let created = unsafe created else {
      preconditionFailure("Cairo gives an object even when it has no memory")
    }
    unsafe handle = created
    let retained = unsafe Unmanaged.passRetained(face)
    let status = unsafe cairo.font_face_set_user_data(
      created, Self.faceKey, retained.toOpaque()
    ) { face in
      guard let face = unsafe face else { return }
      unsafe Unmanaged<ForeignFace>.fromOpaque(face).release()
    }
    // When this fails memory has run out, and Cairo may go on to use the face: it stays open then.
    _ = status
  }

  deinit {
    unsafe cairo.font_face_destroy(handle)
  }
}
