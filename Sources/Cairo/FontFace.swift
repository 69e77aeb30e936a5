internal import GalleyCCairo
package import GalleyFiles
package import GalleyFreeType
internal import Synchronization

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

  /// Opens a font that Cairo reads by itself, and embeds in PDF files.
  ///
  /// Cairo's reader trusts the file: a damaged one ends the process.
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

  /// Opens a font that only FreeType reads, whose glyphs are drawn as paths.
  ///
  /// In PDF files it is a font of drawings (Type 3), whose text can be selected and searched like
  /// any other.
  ///
  /// - Parameters:
  ///   - file: The font file.
  ///   - index: Which of its faces.
  ///   - variations: Where on its variation axes the font is to be.
  /// - Throws: `FreeTypeError` if FreeType cannot read the font, `CairoError` if there is no Cairo.
  package init(
    drawing file: MappedFile, index: Int, variations: [AxisSetting]
  ) throws {
    try Library.load()
    let outlines = OutlineFont(
      try Face(file: file, index: index, variations: variations))
    guard let created = cairo.user_font_face_create() else {
      preconditionFailure("Cairo gives an object even when it has no memory")
    }
    unsafe handle = created
    let retained = unsafe Unmanaged.passRetained(outlines)
    let status = unsafe cairo.font_face_set_user_data(
      created, Self.faceKey, retained.toOpaque()
    ) { outlines in
      guard let outlines = unsafe outlines else { return }
      unsafe Unmanaged<OutlineFont>.fromOpaque(outlines).release()
    }
    // Without its outlines, a font that memory ran out for draws nothing.
    guard status == CAIRO_STATUS_SUCCESS else {
      unsafe retained.release()
      return
    }
    unsafe cairo.user_font_face_set_render_glyph_func(created) {
      font, glyph, context, extents in
      guard let font = unsafe font, let context = unsafe context, let extents = unsafe extents,
        let face = unsafe cairo.scaled_font_get_font_face(font),
        let data = unsafe cairo.font_face_get_user_data(face, FontFace.faceKey)
      else { return CAIRO_STATUS_SUCCESS }
      let outlines = unsafe Unmanaged<OutlineFont>.fromOpaque(data).takeUnretainedValue()
      unsafe outlines.draw(UInt32(clamping: glyph), on: context, &extents.pointee)
      return CAIRO_STATUS_SUCCESS
    }
  }

  deinit {
    unsafe cairo.font_face_destroy(handle)
  }
}

/// The outlines of a font that Cairo asks for glyph by glyph.
private final class OutlineFont: Sendable {
  /// Cairo holds a lock of its own while it asks, so this one is never waited for.
  private let face: Mutex<Face?>

  init(_ face: consuming sending Face) {
    self.face = Mutex(face)
  }

  /// Draws a glyph in a plane in which the em is 1 and y grows downward.
  func draw(_ glyph: UInt32, on context: OpaquePointer, _ extents: inout cairo_text_extents_t) {
    let (path, advance): ([PathElement], Double) = face.withLock { face in
      guard var open = face.take() else { return ([], 0) }
      let unit = 1 / Double(max(1, open.unitsPerEm))
      let outline = open.path(of: glyph).map { $0.scaled(x: unit, y: -unit) }
      let advance = open.advance(of: glyph) * unit
      face = consume open
      return (outline, advance)
    }
    extents.x_advance = advance
    unsafe trace(path, on: context)
    unsafe cairo.fill(context)
  }
}

extension PathElement {
  /// The piece in other units.
  fileprivate func scaled(x: Double, y: Double) -> PathElement {
    let scale = SIMD2(x, y)
    switch self {
    case .move(let to): return .move(to * scale)
    case .line(let to): return .line(to * scale)
    case .curve(let first, let second, let to):
      return .curve(first * scale, second * scale, to: to * scale)
    }
  }
}
