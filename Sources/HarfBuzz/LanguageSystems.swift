internal import GalleyCHarfBuzz
internal import Synchronization

/// The languages that a face's layout tables tell apart.
///
/// HarfBuzz keeps a shape plan on the face for each language that text was shaped in, and looks through
/// all of them. Most faces know a handful of languages, so all others are shaped as undetermined, and
/// those that choose the same systems as one of them.
final class LanguageSystems: Sendable {
  /// The tags of the systems of all scripts, in ascending order; `nil` if there may be others.
  private let tags: [UInt32]?
  private let representatives = Mutex<[[UInt32]: Language]>([:])

  init(of face: Face) {
    // Apple's layout tables choose by names of languages.
    guard face.tableSize("ltag") == 0 else {
      tags = nil
      return
    }
    let found = Set(face.languageSystemTags(in: "GSUB") + face.languageSystemTags(in: "GPOS"))
    tags = found.sorted()
  }

  /// The language to shape text of a tag with.
  func language(for tag: String) -> Language {
    if let tags, tags.isEmpty { return .undetermined }
    guard let name = Language.canonicalName(of: tag) else { return .undetermined }
    if let madeUp = Language.madeUpTag(of: name), tags?.contains(madeUp) != true {
      return .undetermined
    }
    return representative(of: Language(canonicalName: name))
  }

  /// The language that stands for all that choose the same systems.
  private func representative(of language: Language) -> Language {
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
  /// The tags of the language systems of a table, those of each script after the other.
  fileprivate func languageSystemTags(in table: Tag) -> [UInt32] {
    let scripts = unsafe hb_ot_layout_table_get_script_tags(
      handle, table.rawValue, 0, nil, nil)
    var found: [UInt32] = []
    for script in 0..<scripts {
      var count = unsafe hb_ot_layout_script_get_language_tags(
        handle, table.rawValue, script, 0, nil, nil)
      var tags = [UInt32](repeating: 0, count: Int(count))
      unsafe hb_ot_layout_script_get_language_tags(
        handle, table.rawValue, script, 0, &count, &tags)
      found += tags.prefix(Int(count))
    }
    return found
  }
}
