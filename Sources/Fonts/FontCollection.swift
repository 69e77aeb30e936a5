internal import GalleyFiles
internal import GalleyHarfBuzz
internal import Synchronization

/// The fonts that text may be set in.
///
/// A collection never changes, and is shared by all threads. It answers the same to the same request,
/// in whatever order and on whichever threads it is asked.
public final class FontCollection: Sendable {
  private struct SetKey: Hashable {
    var description: FontDescription
    var language: LanguageTag?
  }

  let resolver: FontResolver
  private let sets = Mutex<[SetKey: FontSet]>([:])
  private let languages = Mutex<[String: LanguageTag?]>([:])

  private init(_ provider: any FontProvider) {
    resolver = FontResolver(provider)
  }

  /// The fonts of the system, as fontconfig has them, opened when they are needed.
  public static let system = FontCollection(SystemFonts(answers: .fontconfig))

  /// No fonts: all text comes out as boxes of the built-in font.
  public static let empty = FontCollection(ManifestFonts([], emojiFamily: nil))

  /// Makes a collection of the fonts that a manifest lists, and of no others.
  ///
  /// Every file is looked for, and its digest compared, before this returns; what was found out is
  /// kept in the user's cache directory, so that it is quick the next time. The fonts themselves are
  /// opened when they are needed.
  ///
  /// - Parameter path: The manifest: an object with a list `fonts`, whose order is the fallback order.
  /// - Throws: `FontError` for the first thing that is wrong.
  public convenience init(manifest path: String) throws(FontError) {
    try self.init(manifest: path, verification: .shared)
  }

  convenience init(manifest path: String, verification: VerificationCache) throws(FontError) {
    let manifest = try FontManifest(path: path)
    var directories = FontDirectories(ofManifest: path)
    var faces: [ManifestFace] = []
    let emojiFamily = manifest.emojiFamily?.lowercased()
    for (index, entry) in manifest.entries.enumerated() {
      var reference = FontEntryReference(
        manifest: path, entry: index, family: entry.family, file: entry.file,
        package: entry.package)
      guard let (file, status) = directories.file(named: entry.file) else {
        throw .missingFile(reference)
      }
      reference.file = file
      let pages = try verification.verify(entry, at: file, status, reference)
      let isEmoji = emojiFamily == entry.family.lowercased()
      faces.append(ManifestFace(entry, path: file, pages: pages, isOfEmojiFamily: isEmoji))
    }
    verification.save()
    self.init(ManifestFonts(faces, emojiFamily: manifest.emojiFamily))
  }

  /// Whether there is a family of that name, or what a generic name such as `serif` stands for.
  ///
  /// The name is compared without regard to case.
  public func hasFamily(_ name: String) -> Bool {
    let request = StyleRequest(FontDescription())
    return resolver.provider.typeface(ofFamily: name.lowercased(), request, nil) != nil
  }

  /// The fonts for a style and a language.
  ///
  /// The size decides only where the primary font has optical sizes.
  package func fontSet(for description: FontDescription, language: String?) -> FontSet {
    var key = SetKey(description: description, language: representative(of: language))
    key.description.size = 0
    if let known = sets.withLock({ $0[key] }) {
      return known.dependsOnSize ? fontSet(for: key, size: description.size) : known
    }
    let request = StyleRequest(description)
    let typeface = resolver.primary(description.families, request, key.language)
    let set = FontSet(
      resolver, request: request, families: description.families, language: key.language,
      primary: resolver.instance(of: typeface, request))
    let kept = keep(set, for: key)
    return kept.dependsOnSize ? fontSet(for: key, size: description.size) : kept
  }

  /// The fonts for a style whose primary font has optical sizes.
  private func fontSet(for sizeless: SetKey, size: Double) -> FontSet {
    var key = sizeless
    var request = StyleRequest(key.description)
    // In quarters of a point, so that a size that is animated makes not too many.
    let opticalSize = size.isFinite ? (min(max(size, 0), 4096) * 4).rounded() / 4 : 16
    request.opticalSize = opticalSize
    // Beside the key without a size, which has zero.
    key.description.size = opticalSize + 1
    if let known = sets.withLock({ $0[key] }) { return known }
    let typeface = resolver.primary(key.description.families, request, key.language)
    let set = FontSet(
      resolver, request: request, families: key.description.families, language: key.language,
      primary: resolver.instance(of: typeface, request))
    return keep(set, for: key)
  }

  /// The language that stands for a tag's, as far as the fonts differ by it.
  private func representative(of tag: String?) -> LanguageTag? {
    guard let tag else { return nil }
    if let known = languages.withLock({ $0[tag] }) { return known }
    let language = resolver.provider.representative(of: LanguageTag(tag))
    languages.withLock { languages in
      // Tags come from outside and may be any number.
      if languages.count >= 512 { languages.removeAll(keepingCapacity: true) }
      languages[tag] = .some(language)
    }
    return language
  }

  /// Remembers a set, unless another thread was first.
  private func keep(_ set: FontSet, for key: SetKey) -> FontSet {
    sets.withLock { sets in
      if let earlier = sets[key] { return earlier }
      if sets.count >= 1024 { sets.removeAll() }
      sets[key] = set
      return set
    }
  }
}

extension VerificationCache {
  /// Sees to it that a file is the one that an entry means, and that it has the face.
  ///
  /// Gives what the face covers, roughly.
  fileprivate func verify(
    _ entry: FontManifest.Entry, at path: String, _ status: FileStatus,
    _ reference: FontEntryReference
  ) throws(FontError) -> PageSet {
    var record = record(of: path, status) ?? Record(status: status)
    // Before the file is called wrong, it is read: the record may be.
    if let expected = entry.sha256, expected != record.digest { record = Record(status: status) }
    if entry.sha256 == nil || !record.digest.isEmpty, let pages = record.faces[entry.index] {
      return pages
    }
    let source: FontSource
    do {
      source = try FontSource(path: path)
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
    _ record: Record, _ entry: FontManifest.Entry, _ reference: FontEntryReference
  ) throws(FontError) {
    guard let expected = entry.sha256, expected != record.digest else { return }
    throw .wrongDigest(reference, expected: expected, found: record.digest)
  }
}

extension FaceError {
  fileprivate func inWords(_ index: Int) -> String {
    switch self {
    case .noFont: "it is no font, or a damaged one"
    case .noSuchFace(let count): "it has \(count) faces, and none with index \(index)"
    case .noGlyphs: "it is damaged: it has no glyphs"
    case .unbounded(let reason): reason
    }
  }
}
