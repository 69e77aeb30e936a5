internal import GalleySystem
internal import GalleyHarfBuzz

/// The fonts available to text.
///
/// A collection is immutable and thread-safe. It returns the same result for the same request,
/// regardless of the order of requests and of threads.
public final class FontCollection: Sendable {
  private struct SetKey: Hashable {
    var description: FontDescription
    var language: LanguageTag?
  }

  let resolver: FontResolver
  private let sets = SharedCache<SetKey, FontSet>(limit: 1024)
  // Tags come from untrusted text, and may be any number.
  private let languages = SharedCache<String, LanguageTag?>(limit: 512)

  private let math = Lazy<FontInstance?>()

  /// Creates a collection of the fonts of a provider.
  init(_ provider: any FontProvider) { resolver = FontResolver(provider) }

  /// The system's fonts as configured by fontconfig, opened on demand.
  public static let system = FontCollection(SystemFonts(answers: .fontconfig))

  /// Returns the system's fonts, of which processes try those that are not trusted, if there are
  /// any.
  package static func system(tryingWith helpers: FontHelpers?) -> FontCollection {
    guard let helpers else { return .system }
    return FontCollection(SystemFonts(answers: .fontconfig, helpers: helpers))
  }

  /// A collection without fonts, in which all text appears as boxes of the built-in font.
  public static let empty = FontCollection(ManifestFonts([], emojiFamily: nil))

  /// Creates a collection of the fonts listed in a manifest, and of no others.
  ///
  /// The initializer locates every file and verifies its digest; results are cached in the user's
  /// cache directory to make later calls fast. The fonts themselves are opened on demand.
  ///
  /// - Parameter path: The path of the manifest: an object with a list `fonts` in fallback order.
  /// - Throws: `FontError` for the first problem.
  public convenience init(manifest path: String) throws(FontError) {
    try self.init(manifest: path, tryingWith: nil)
  }

  /// Creates a collection of the fonts listed in a manifest, of which processes try those that are
  /// not trusted.
  package convenience init(
    manifest path: String, tryingWith helpers: FontHelpers?
  ) throws(FontError) {
    try self.init(manifest: path, verification: .shared, helpers: helpers)
  }

  convenience init(
    manifest path: String, verification: VerificationCache, helpers: FontHelpers? = nil
  ) throws(FontError) {
    var directories = FontDirectories(ofManifest: path)
    // Before the manifest is read, so that a snapshot is not newer than what it was made from.
    let status = try? FileStatus(path: path)
    let folder = verification.folder
    if let status, let folder,
      let snapshot = ManifestSnapshot(of: path, status, in: folder, &directories)
    {
      self.init(snapshot.fonts(tryingWith: helpers))
      return
    }
    let manifest = try FontManifest(path: path)
    var snapshot = ManifestSnapshot(emojiFamily: manifest.emojiFamily)
    var isComplete = true
    for (index, entry) in (manifest.entries + manifest.mathEntries).enumerated() {
      let isMath = index >= manifest.entries.count
      var reference = FontError.Entry(
        manifest: path, entry: isMath ? index - manifest.entries.count : index,
        family: entry.family, file: entry.file, package: entry.package)
      guard let (file, fileStatus) = directories.file(named: entry.file) else {
        // Without it, formulas are shown as source.
        if isMath {
          isComplete = false
          continue
        }
        throw .missingFile(reference)
      }
      reference.file = file
      let pages = try verification.verify(entry, at: file, fileStatus, reference, helpers)
      snapshot.faces.append(
        ManifestSnapshot.Face(
          entry: entry, path: file, status: fileStatus, pages: pages, isMath: isMath))
    }
    verification.save()
    // A font that is installed later has to be noticed.
    if isComplete, let status, let folder {
      snapshot.write(of: path, status, to: folder, &directories)
    }
    self.init(snapshot.fonts(tryingWith: helpers))
  }

  /// The font for formulas, or `nil` if the collection has none with a `MATH` table.
  ///
  /// It is not used for text.
  package var mathFont: FontInstance? {
    math.value {
      guard let typeface = mathTypeface else { return nil }
      return resolver.instance(of: typeface, StyleRequest(FontDescription()))
    }
  }

  /// The typeface for formulas, or `nil` if the collection has none with a `MATH` table.
  package var mathTypeface: Typeface? { resolver.provider.mathTypeface() }

  /// Returns whether there is a family with a name, or for a generic name such as `serif`.
  ///
  /// The comparison ignores case.
  public func hasFamily(_ name: String) -> Bool {
    let request = StyleRequest(FontDescription())
    return resolver.provider.typeface(ofFamily: name.lowercased(), request, nil) != nil
  }

  /// Returns the fonts for a style and a language.
  ///
  /// The size matters only if the primary font has optical sizes.
  package func fontSet(for description: FontDescription, language: String?) -> FontSet {
    var key = SetKey(description: description, language: canonicalLanguage(for: language))
    key.description.size = 0
    let set = fontSet(for: key, opticalSize: nil)
    guard set.dependsOnSize else { return set }
    let size = description.size
    // Rounded to quarters of a point, so that an animated size does not create too many sets.
    let opticalSize = size.isFinite ? (min(max(size, 0), 4096) * 4).rounded() / 4 : 16
    // Distinct from the key without a size, whose size is zero.
    key.description.size = opticalSize + 1
    return fontSet(for: key, opticalSize: opticalSize)
  }

  private func fontSet(for key: SetKey, opticalSize: Double?) -> FontSet {
    sets.value(for: key) {
      var request = StyleRequest(key.description)
      request.opticalSize = opticalSize
      let families = key.description.families
      let typeface = resolver.primary(families, request, key.language)
      return FontSet(
        resolver, request: request, families: families, language: key.language,
        primary: resolver.instance(of: typeface, request))
    }
  }

  /// Returns the representative of a tag's language among those that the fonts treat alike.
  private func canonicalLanguage(for tag: String?) -> LanguageTag? {
    guard let tag else { return nil }
    return languages.value(for: tag) {
      resolver.provider.canonicalLanguage(for: LanguageTag(tag))
    }
  }
}

extension VerificationCache {
  /// Verifies that a file matches an entry and contains the face.
  ///
  /// Returns the approximate coverage of the face.
  fileprivate func verify(
    _ entry: FontManifest.Entry, at path: String, _ status: FileStatus,
    _ reference: FontError.Entry, _ helpers: FontHelpers?
  ) throws(FontError) -> PageSet {
    var record = record(of: path, status) ?? Record(status: status)
    // Before the file is rejected it is read, because the record may be wrong.
    if let expected = entry.sha256, expected != record.digest { record = Record(status: status) }
    if entry.sha256 == nil || !record.digest.isEmpty, let pages = record.faces[entry.index] {
      return pages
    }
    let source: FontSource
    do {
      source = try FontSource(path: path, helpers: helpers)
    } catch {
      throw .unreadableFile(reference, reason: error.reason)
    }
    if entry.sha256 != nil, record.digest.isEmpty {
      record.digest = source.file.withBytes(SHA256.hexDigest)
    }
    try compare(record, entry, reference)
    do {
      let pages = PageSet(of: try source.face(at: entry.index))
      record.faces[entry.index] = pages
      store(record, for: path)
      return pages
    } catch {
      throw .damagedFont(reference, reason: error.inWords(entry.index))
    }
  }

  private func compare(
    _ record: Record, _ entry: FontManifest.Entry, _ reference: FontError.Entry
  ) throws(FontError) {
    guard let expected = entry.sha256, expected != record.digest else { return }
    throw .wrongDigest(reference, expected: expected, found: record.digest)
  }
}

extension FaceError {
  /// Returns the problem in words, for a face with an index.
  func inWords(_ index: Int) -> String {
    switch self {
    case .noFont: "not a font, or damaged"
    case .noSuchFace(let count): "no face with index \(index); the file has \(count)"
    case .noGlyphs: "the font has no glyphs"
    case .unbounded(let reason): reason
    case .notSurvived(let reason): "a trial of the font failed: \(reason)"
    }
  }
}
