internal import GalleyCHarfBuzz
package import GalleyFiles
internal import Synchronization

/// One face of a font file: its tables, before a place in the design space is chosen.
///
/// A face never changes, so threads share it. HarfBuzz keeps the plans of earlier shaping on it,
/// which is why a face is opened once and kept.
@safe package final class Face: Sendable {
  /// The design units to the em.
  package let unitsPerEm: Int
  /// The number of glyphs, `.notdef` among them; at least one.
  package let glyphCount: Int

  // SAFETY: `init` freezes the object, and HarfBuzz lets threads share a frozen one.
  nonisolated(unsafe) let handle: OpaquePointer

  private let languageSystems = AtomicLazyReference<LanguageSystems>()

  /// Opens a face of `file`.
  ///
  /// - Parameters:
  ///   - file: A font, or a collection of fonts.
  ///   - index: Which of the file's faces, counting from zero.
  /// - Throws: `FaceError` if the file is no font, has fewer faces, or the face has no glyphs.
  package init(_ file: MappedFile, index: Int) throws(FaceError) {
    let blob = Blob(file)
    let count = blob.faceCount
    guard count > 0 else { throw .noFont }
    guard (0..<count).contains(index) else { throw .noSuchFace(count: count) }

    unsafe handle = hb_face_create(blob.handle, UInt32(index))
    unsafe hb_face_make_immutable(handle)
    unitsPerEm = Int(unsafe hb_face_get_upem(handle))
    glyphCount = Int(unsafe hb_face_get_glyph_count(handle))
    // All properties are set, so `deinit` destroys the face when this throws.
    guard glyphCount > 0, unitsPerEm > 0 else { throw .noGlyphs }
  }

  deinit {
    unsafe hb_face_destroy(handle)
  }

  /// Calls `body` for each range of scalars in the character map, in ascending order.
  package func forEachCoveredRange(_ body: (ClosedRange<UInt32>) -> Void) {
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_face_collect_unicodes(handle, set)
    var first: UInt32 = .max  // HB_SET_VALUE_INVALID, where iteration begins.
    var last: UInt32 = .max
    while unsafe hb_set_next_range(set, &first, &last) != 0 { body(first...last) }
  }

  /// The language to shape text of a BCP 47 tag with.
  ///
  /// It is undetermined unless the face knows the language, and one for all languages that the face
  /// treats alike: HarfBuzz keeps a shape plan on the face for each.
  package func language(for tag: String) -> Language {
    if let known = languageSystems.load() { return known.language(for: tag) }
    return languageSystems.storeIfNil(LanguageSystems(of: self)).language(for: tag)
  }

  /// What is wrong with the tables that shaping goes by, in words.
  ///
  /// HarfBuzz leaves out a table that is damaged and says nothing; here it is said.
  package var complaints: [String] {
    var complaints: [String] = []
    if tableSize("GSUB") > 0, unsafe hb_ot_layout_has_substitution(handle) == 0 {
      complaints.append("its table GSUB is damaged or empty")
    }
    if tableSize("GPOS") > 0, unsafe hb_ot_layout_has_positioning(handle) == 0 {
      complaints.append("its table GPOS is damaged or empty")
    }
    return complaints
  }

  /// The number of bytes of a table; zero if the face has none of that name.
  package func tableSize(_ tag: Tag) -> Int {
    let blob = unsafe hb_face_reference_table(handle, tag.rawValue)
    defer { unsafe hb_blob_destroy(blob) }
    return Int(unsafe hb_blob_get_length(blob))
  }

  /// Lends the bytes of a table, which are none if the face has no table of that name.
  package func withTable<Result>(_ tag: Tag, _ body: (Span<UInt8>) -> Result) -> Result {
    let blob = unsafe hb_face_reference_table(handle, tag.rawValue)
    defer { unsafe hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &count)
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(count))
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
  }
}

/// Why a file has no face to open.
package enum FaceError: Error, Hashable, Sendable {
  /// The file is no font, or too damaged to tell.
  case noFont
  /// The file is a font, but has only so many faces.
  case noSuchFace(count: Int)
  /// The tables that every font needs are missing or damaged.
  case noGlyphs
  /// The font asks for more work than sound fonts do; `reason` says what for.
  case unbounded(reason: String)
}
