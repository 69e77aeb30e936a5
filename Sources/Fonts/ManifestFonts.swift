internal import GalleyHarfBuzz
internal import Synchronization

/// The fonts of a manifest, opened on demand.
final class ManifestFonts: FontProvider {
  /// The styles of a family: entries of one family for the same languages.
  struct Group: Sendable {
    /// The family, in lower case.
    let name: String
    /// The languages of the group, or empty for all.
    let languages: [LanguageTag]
    /// Whether the group is for the languages of no other group.
    let isForOthers: Bool
    /// The faces, in the order of the manifest.
    var faces: [ManifestFace]

    /// Whether the group is for all languages.
    var isForAll: Bool { languages.isEmpty && !isForOthers }

    /// Returns the face that best matches a style.
    func typeface(for request: StyleRequest) -> Typeface? {
      guard faces.count > 1 else { return faces.first?.typeface }
      let usable = faces.compactMap { face in face.style.map { (face, $0) } }
      guard let best = StyleMatching.best(of: usable.map(\.1), for: request) else { return nil }
      return usable[best].0.typeface(beside: faces)
    }
  }

  /// The families, in fallback order.
  let groups: [Group]
  let emojiFamily: String?
  /// The fonts for formulas, in order of preference.
  private let mathFaces: [ManifestFace]

  /// Creates fonts from the verified entries of a manifest.
  init(_ faces: [ManifestFace], emojiFamily: String?, mathFaces: [ManifestFace] = []) {
    var groups: [Group] = []
    // The first group of each family.
    var places: [String: Int] = [:]
    places.reserveCapacity(faces.count)
    for face in faces {
      // Nearly all faces of a family follow each other.
      if let last = groups.last?.faces.last, last.entry.family == face.entry.family,
        last.entry.languages == face.entry.languages
      {
        groups[groups.count - 1].faces.append(face)
        continue
      }
      let name = face.entry.family.lowercased()
      if let first = places[name],
        let place = groups[first...].firstIndex(where: { group in
          group.name == name && group.faces[0].entry.languages == face.entry.languages
        })
      {
        groups[place].faces.append(face)
        continue
      }
      if places[name] == nil { places[name] = groups.count }
      groups.append(
        Group(
          name: name, languages: face.entry.languages.compactMap(LanguageTag.init),
          isForOthers: face.entry.languages.contains("*"), faces: [face]))
    }
    self.groups = groups
    self.emojiFamily = emojiFamily?.lowercased()
    self.mathFaces = mathFaces
  }

  func typeface(
    ofFamily name: String, _ request: StyleRequest, _ language: LanguageTag?
  ) -> Typeface? {
    guard let place = place(ofFamily: name, language) else {
      switch name {
      case "sans-serif", "system-ui": return defaultTypeface(request, language)
      case "emoji": return emojiTypeface(request)
      default: return nil
      }
    }
    return groups[place].typeface(for: request)
  }

  func defaultTypeface(_ request: StyleRequest, _ language: LanguageTag?) -> Typeface? {
    let order = Self.order(of: groups, for: language)
    let isText = { (place: Int) in !self.isEmojiGroup(self.groups[place]) }
    for place in order.filter(isText) + order {
      if let typeface = groups[place].typeface(for: request) { return typeface }
    }
    return nil
  }

  func emojiTypeface(_ request: StyleRequest) -> Typeface? {
    if let group = groups.first(where: isEmojiGroup) { return group.typeface(for: request) }
    // Only the fonts themselves reveal that.
    for group in groups {
      if let typeface = group.typeface(for: request), typeface.isEmojiFont { return typeface }
    }
    return nil
  }

  func mathTypeface() -> Typeface? {
    mathFaces.lazy.compactMap(\.typeface).first { $0.face.hasMathTable }
  }

  /// Returns the tag with an omitted or unknown script and region, if it matches the same groups
  /// equally.
  func canonicalLanguage(for language: LanguageTag?) -> LanguageTag? {
    guard let language else { return nil }
    let fits = Self.fits(of: groups, to: language)
    guard fits.contains(where: { $0 != nil }) else { return nil }
    for script in [nil, "zzzz", language.script] {
      for region in [nil, "zz", language.region] {
        let tag = LanguageTag(language: language.language, script: script, region: region)
        if Self.fits(of: groups, to: tag) == fits { return tag }
      }
    }
    return language
  }

  func fallbackLanguage(_ language: LanguageTag?, script: FontTag) -> LanguageTag? {
    language
  }

  func fallback(_ request: StyleRequest, _ language: LanguageTag?) -> any FallbackChain {
    let order = Self.order(of: groups, for: language)
    return ManifestChain(groups: order.map { groups[$0] }, places: order, request: request)
  }

  private func isEmojiGroup(_ group: Group) -> Bool {
    emojiFamily.map { $0 == group.name } ?? group.name.contains("emoji")
  }

  /// Returns the index of the group with a name; among groups of the same name, the one for the
  /// language.
  private func place(ofFamily name: String, _ language: LanguageTag?) -> Int? {
    let order = Self.order(of: groups, for: language)
    if let place = order.first(where: { groups[$0].name == name }) { return place }
    let isMonospaced = { (name: String) in name.contains("mono") || name.contains("courier") }
    let isSans = { (name: String) in name.contains("sans") && !isMonospaced(name) }
    let isSerif = { (name: String) in name.contains("serif") && !name.contains("sans") }
    switch name {
    case "sans-serif": return order.first { isSans(groups[$0].name) }
    case "serif": return order.first { isSerif(groups[$0].name) }
    case "monospace": return order.first { isMonospaced(groups[$0].name) }
    default: return nil
    }
  }

  /// Returns how closely each group matches a language, or `nil` for groups of other languages.
  private static func fits(of groups: [Group], to language: LanguageTag?) -> [Int?] {
    groups.map { group in
      language.flatMap { language in group.languages.compactMap { language.fit($0) }.max() }
    }
  }

  /// Returns the order in which groups are searched for text in a language.
  ///
  /// Groups for all languages and for this one keep their order, except that closer matches come
  /// first among the latter: Hong Kong before Chinese. If no group is for this language, those for
  /// other languages take part. All remaining groups come last: a glyph in the shape of another
  /// language is better than none.
  static func order(of groups: [Group], for language: LanguageTag?) -> [Int] {
    let fits = fits(of: groups, to: language)
    let fitting = groups.indices.filter { fits[$0] != nil }
    var closest = fitting.enumerated().sorted { left, right in
      (-(fits[left.element] ?? 0), left.offset) < (-(fits[right.element] ?? 0), right.offset)
    }.map(\.element).makeIterator()

    var order: [Int] = []
    var rest: [Int] = []
    for place in groups.indices {
      if fits[place] != nil {
        if let next = closest.next() { order.append(next) }
      } else if groups[place].isForAll || (fitting.isEmpty && groups[place].isForOthers) {
        order.append(place)
      } else {
        rest.append(place)
      }
    }
    return order + rest.filter { groups[$0].isForOthers } + rest.filter { !groups[$0].isForOthers }
  }
}

/// An entry of a manifest, with its typeface once opened.
final class ManifestFace: Sendable {
  let entry: FontManifest.Entry
  let path: String
  private let opened = Lazy<Typeface?>()
  /// The approximate coverage of the face.
  let pages: PageSet

  private let isOfEmojiFamily: Bool
  private let helpers: FontHelpers?

  init(
    _ entry: FontManifest.Entry, path: String, pages: PageSet, isOfEmojiFamily: Bool,
    helpers: FontHelpers? = nil
  ) {
    self.entry = entry
    self.path = path
    self.pages = pages
    self.isOfEmojiFamily = isOfEmojiFamily
    self.helpers = helpers
  }

  /// The typeface, or `nil` if the file was removed or damaged since the collection was created.
  ///
  /// Concurrent first calls may all open it; all return the same typeface.
  var typeface: Typeface? { typeface(beside: []) }

  /// Returns the ``typeface``, which shares the coverage of an open face of its family if it is the
  /// same.
  func typeface(beside family: [ManifestFace]) -> Typeface? {
    opened.value {
      let claims = Typeface.Claims(
        family: entry.family, weight: entry.weight, slant: entry.slant, sha256: entry.sha256,
        isOfEmojiFamily: isOfEmojiFamily)
      let sibling = family.lazy.filter(\.isOpen).compactMap(\.typeface).first
      do throws(FaceFileError) {
        return try Typeface(
          FaceFile(path: path, index: entry.index), claims: claims, sibling: sibling,
          helpers: helpers)
      } catch {
        FontFailures.note(error)
        return nil
      }
    }
  }

  /// Whether the file has been opened.
  var isOpen: Bool { opened.isComputed }

  /// The styles of the face, or `nil` if it cannot be opened.
  ///
  /// Weight and slant in the manifest avoid opening the file.
  var style: FaceStyle? {
    if !opened.isComputed, let weight = entry.weight, let slant = entry.slant {
      return FaceStyle(weight: weight, width: 100, slant: slant)
    }
    return typeface?.faceStyle
  }
}

/// The families of a manifest in the order for one language, in one style.
private final class ManifestChain: FallbackChain {
  let groups: [ManifestFonts.Group]
  let places: [Int]
  let request: StyleRequest
  private let resolved: Mutex<[Typeface?]>

  init(groups: [ManifestFonts.Group], places: [Int], request: StyleRequest) {
    self.groups = groups
    self.places = places
    self.request = request
    resolved = Mutex(Array(repeating: nil, count: groups.count))
  }

  var count: Int { groups.count }

  func reason(at index: Int) -> FontSelection.Reason { .fallback(places[index]) }

  func mayCover(_ scalar: UInt32, at index: Int) -> Bool {
    groups[index].faces.contains { $0.pages.mayContain(scalar) }
  }

  func typeface(at index: Int) -> Typeface? {
    if let known = resolved.withLock({ $0[index] }) { return known }
    guard let typeface = groups[index].typeface(for: request) else { return nil }
    resolved.withLock { $0[index] = typeface }
    return typeface
  }
}
