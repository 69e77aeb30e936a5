internal import GalleyCHarfBuzz
internal import Synchronization

/// The languages that a face's layout tables distinguish.
///
/// HarfBuzz caches a shape plan on the face for each language and searches the plans linearly. Most
/// faces distinguish a handful of languages, so all others are shaped as undetermined, and
/// languages that select the same systems share one representative.
final class LanguageSystems: Sendable {
  /// The tags of the systems of all scripts, sorted, or `nil` if there may be others.
  private let tags: [UInt32]?
  private let representatives = Mutex<[[UInt32]: Language]>([:])

  init(of face: Face) {
    // Apple's layout tables select by language names.
    guard face.tableSize("ltag") == 0 else {
      tags = nil
      return
    }
    let found = Set(face.languageSystemTags(in: "GSUB") + face.languageSystemTags(in: "GPOS"))
    tags = found.sorted()
  }

  /// Returns the shaping language for a tag.
  func language(for tag: String) -> Language {
    if let tags, tags.isEmpty { return .undetermined }
    guard let name = Language.canonicalName(of: tag) else { return .undetermined }
    if let madeUp = Language.madeUpTag(of: name), tags?.contains(madeUp) != true {
      return .undetermined
    }
    return canonicalLanguage(for: Language(canonicalName: name))
  }

  /// Returns the representative of all languages that select the same systems.
  private func canonicalLanguage(for language: Language) -> Language {
    guard let tags else { return language }
    let chosen = language.languageTags.filter(tags.contains)
    guard !chosen.isEmpty else { return .undetermined }
    return representatives.withLock { representatives in
      if let known = representatives[chosen] { return known }
      representatives[chosen] = language
      return language
    }
  }
}

extension Face {
  /// Returns the tags of the language systems of a table, script by script.
  fileprivate func languageSystemTags(in table: FontTag) -> [UInt32] {
    let scripts = unsafe hb_ot_layout_table_get_script_tags(handle, table.rawValue, 0, nil, nil)
    var found: [UInt32] = []
    for script in 0..<scripts {
      var count = unsafe hb_ot_layout_script_get_language_tags(
        handle, table.rawValue, script, 0, nil, nil)
      var tags = [UInt32](repeating: 0, count: Int(count))
      unsafe hb_ot_layout_script_get_language_tags(handle, table.rawValue, script, 0, &count, &tags)
      found += tags.prefix(Int(count))
    }
    return found
  }
}
