internal import GalleyCHarfBuzz
package import GalleySystem
internal import Synchronization

/// A face of a font file: its tables, without a position in the design space.
///
/// A face is immutable and thread-safe. HarfBuzz caches shape plans on it, so a face is opened once
/// and retained.
@safe package final class Face: Sendable {
  /// The number of design units per em.
  package let unitsPerEm: Int
  /// The number of glyphs including `.notdef`; at least one.
  package let glyphCount: Int

  // SAFETY: `init` makes the object immutable, and HarfBuzz lets threads share an immutable object.
  nonisolated(unsafe) let handle: OpaquePointer

  let lookupGlyphs = LookupGlyphs()

  private let languageSystems = AtomicLazyReference<LanguageSystems>()

  /// Opens a face of a font file or font collection.
  ///
  /// - Throws: `FaceError` if the file is not a font, has fewer faces, or the face has no glyphs.
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

  deinit { unsafe hb_face_destroy(handle) }

  /// Calls `body` with the scalars in the character map in ascending order, hundreds at a time.
  package func forEachCoveredScalars(_ body: (Span<UInt32>) -> Void) {
    let set = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(set) }
    unsafe hb_face_collect_unicodes(handle, set)
    let capacity = 512
    var scalars = [UInt32](repeating: 0, count: capacity)
    var last: UInt32 = .max  // HB_SET_VALUE_INVALID, where iteration begins.
    var count = capacity
    while count == capacity {
      count = Int(unsafe hb_set_next_many(set, last, &scalars, UInt32(capacity)))
      body(scalars.span.extracting(first: count))
      if count > 0 { last = scalars[count - 1] }
    }
  }

  /// Returns whether another face maps the same characters to the same glyphs, as faces of other
  /// weights often do.
  package func hasCharacterMap(of other: Face) -> Bool {
    guard glyphCount == other.glyphCount else { return false }
    return withTable("cmap") { table in
      other.withTable("cmap") { other in
        guard table.count == other.count else { return false }
        var offset = 0
        while offset < table.count {
          let end = min(offset + 8, table.count)
          guard table.word(at: offset, upTo: end) == other.word(at: offset, upTo: end) else {
            return false
          }
          offset = end
        }
        return true
      }
    }
  }

  /// Returns the shaping language for a BCP 47 tag.
  ///
  /// It is undetermined unless the face supports the language, and the same for all languages that
  /// the face treats alike, because HarfBuzz caches a shape plan on the face for each language.
  package func language(for tag: String) -> Language {
    if let known = languageSystems.load() { return known.language(for: tag) }
    return languageSystems.storeIfNil(LanguageSystems(of: self)).language(for: tag)
  }

  /// The defects of the layout tables, in words.
  ///
  /// HarfBuzz silently ignores a damaged table; this property reports it.
  package var complaints: [String] {
    var complaints: [String] = []
    if tableSize("GSUB") > 0, unsafe hb_ot_layout_has_substitution(handle) == 0 {
      complaints.append("the GSUB table is damaged or empty")
    }
    if tableSize("GPOS") > 0, unsafe hb_ot_layout_has_positioning(handle) == 0 {
      complaints.append("the GPOS table is damaged or empty")
    }
    return complaints
  }

  /// Returns the size of a table in bytes; zero if the face does not have it.
  package func tableSize(_ tag: FontTag) -> Int {
    let blob = unsafe hb_face_reference_table(handle, tag.rawValue)
    defer { unsafe hb_blob_destroy(blob) }
    return Int(unsafe hb_blob_get_length(blob))
  }

  /// Calls `body` with the bytes of a table, which are empty if the face does not have it.
  package func withTable<Result>(_ tag: FontTag, _ body: (Span<UInt8>) -> Result) -> Result {
    let blob = unsafe hb_face_reference_table(handle, tag.rawValue)
    defer { unsafe hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let data = unsafe hb_blob_get_data(blob, &count)
    let bytes = unsafe UnsafeRawBufferPointer(start: data, count: Int(count))
    return unsafe bytes.withMemoryRebound(to: UInt8.self) { unsafe body($0.span) }
  }
}

/// The reason for which a face cannot be opened.
package enum FaceError: Error, Hashable, Sendable {
  /// The file is not a font, or too damaged to tell.
  case noFont
  /// The file has only `count` faces.
  case noSuchFace(count: Int)
  /// The required tables are missing or damaged.
  case noGlyphs
  /// The font requires more work than legitimate fonts do, as stated by `reason`.
  case unbounded(reason: String)
  /// A process that tried the font before did not survive it, as stated by `reason`.
  case notSurvived(reason: String)
}
