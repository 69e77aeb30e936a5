internal import GalleyCCairo
package import GalleySystem
package import GalleyFreeType
internal import Synchronization

/// A font for drawing with Cairo.
///
/// Cairo caches fonts beyond the lifetime of all references held here. The FreeType face is
/// therefore attached to Cairo's object, and closed when Cairo releases that; each instance of a
/// variable font is a separate face.
@safe package final class FontFace: Sendable {
  // SAFETY: Cairo counts references atomically, and locks a face while it draws with it.
  nonisolated(unsafe) let handle: OpaquePointer

  // SAFETY: only its address is used, as the key of the data attached to a face.
  private nonisolated(unsafe) static let faceKey =
    UnsafeMutablePointer<ccairo_user_data_key_t>.allocate(capacity: 1)

  /// Opens a font that Cairo reads itself, and embeds in PDF files.
  ///
  /// Cairo trusts the file: a damaged one may crash the process.
  ///
  /// - Throws: `FreeTypeError` if FreeType cannot read the font, or `CairoError` if Cairo is not
  ///   installed.
  package init(file: MappedFile, index: Int, variations: [AxisSetting]) throws {
    try Library.load()
    // Opened anew each time: Cairo returns the same object for the same face, and user data can be
    // attached to it only once.
    let face = try ForeignFace(file: file, index: index, variations: variations)
    let created = unsafe cairo.ft_font_face_create_for_ft_face(
      face.pointer, ForeignFace.loadFlags)
    guard let created = unsafe created else {
      preconditionFailure("Cairo returned no object")
    }
    unsafe handle = created
    let retained = unsafe Unmanaged.passRetained(face)
    // On failure, memory has run out and Cairo may still use the face, so it stays open.
    _ = unsafe cairo.font_face_set_user_data(
      created, Self.faceKey, retained.toOpaque()
    ) { face in
      guard let face = unsafe face else { return }
      unsafe Unmanaged<ForeignFace>.fromOpaque(face).release()
    }
  }

  /// Opens a font that only FreeType reads, whose glyphs are drawn as paths.
  ///
  /// In PDF files it is a Type 3 font, whose text can be selected and searched.
  ///
  /// - Throws: `FreeTypeError` if FreeType cannot read the font, or `CairoError` if Cairo is not
  ///   installed.
  package init(drawing file: MappedFile, index: Int, variations: [AxisSetting]) throws {
    try Library.load()
    let outlines = OutlineFont(try Face(file: file, index: index, variations: variations))
    guard let created = cairo.user_font_face_create() else {
      preconditionFailure("Cairo returned no object")
    }
    unsafe handle = created
    let retained = unsafe Unmanaged.passRetained(outlines)
    let status = unsafe cairo.font_face_set_user_data(
      created, Self.faceKey, retained.toOpaque()
    ) { outlines in
      guard let outlines = unsafe outlines else { return }
      unsafe Unmanaged<OutlineFont>.fromOpaque(outlines).release()
    }
    // If memory runs out here, the font has no outlines and draws nothing.
    guard status == CCAIRO_STATUS_SUCCESS else {
      unsafe retained.release()
      return
    }
    unsafe cairo.user_font_face_set_render_glyph_func(created) { font, glyph, context, extents in
      guard let font = unsafe font, let context = unsafe context, let extents = unsafe extents,
        let face = unsafe cairo.scaled_font_get_font_face(font),
        let data = unsafe cairo.font_face_get_user_data(face, FontFace.faceKey)
      else { return CCAIRO_STATUS_SUCCESS }
      let outlines = unsafe Unmanaged<OutlineFont>.fromOpaque(data).takeUnretainedValue()
      unsafe outlines.draw(UInt32(clamping: glyph), on: context, &extents.pointee)
      return CCAIRO_STATUS_SUCCESS
    }
  }

  deinit { unsafe cairo.font_face_destroy(handle) }
}

/// The outlines of a font, requested by Cairo glyph by glyph.
private final class OutlineFont: Sendable {
  /// Cairo holds its own lock during requests, so this one is never contended.
  private let face: Mutex<Face?>

  init(_ face: consuming sending Face) { self.face = Mutex(face) }

  /// Draws a glyph in a coordinate system with an em of 1 and y down.
  func draw(_ glyph: UInt32, on context: OpaquePointer, _ extents: inout ccairo_text_extents_t) {
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
  /// Returns the element, scaled.
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
