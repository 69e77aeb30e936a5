internal import GalleyCHarfBuzz
internal import Synchronization

extension Face {
  /// Returns whether shaping may treat `glyph` other than in isolation; `false` only if shaping
  /// cannot depend on its neighbors.
  ///
  /// It may if a default substitution or positioning lookup for the script and language has the
  /// glyph as input or context, or if the glyph is in a `kern` table. For the space, this
  /// determines whether words can be shaped independently.
  ///
  /// A table in an unsupported format is assumed to contain the glyph.
  package func layoutInvolves(_ glyph: GlyphID, script: FontTag, language: Language) -> Bool {
    let hasSubstitution = unsafe hb_ot_layout_has_substitution(handle) != 0
    let hasPositioning = unsafe hb_ot_layout_has_positioning(handle) != 0
    // HarfBuzz falls back to Apple's tables if OpenType's are missing.
    if !hasSubstitution, unsafe hb_aat_layout_has_substitution(handle) != 0 { return true }
    if !hasPositioning, unsafe hb_aat_layout_has_positioning(handle) != 0 { return true }

    let system = LayoutSystem(script: script, language: language)
    if lookups(of: "GSUB", system).contains(where: { lookupInvolves(glyph, "GSUB", $0) }) {
      return true
    }
    if lookups(of: "GPOS", system).contains(where: { lookupInvolves(glyph, "GPOS", $0) }) {
      return true
    }
    return withTable("kern") { kernTableInvolves(glyph, in: $0) }
  }

  /// Returns the lookups of the default features, without duplicates, in ascending order.
  private func lookups(of table: FontTag, _ system: LayoutSystem) -> [UInt32] {
    var script: UInt32 = 0
    var language: UInt32 = 0
    unsafe hb_ot_layout_table_select_script(
      handle, table.rawValue, UInt32(system.scripts.count), system.scripts, &script, nil)
    guard script != HB_OT_LAYOUT_NO_SCRIPT_INDEX else { return [] }
    unsafe hb_ot_layout_script_select_language(
      handle, table.rawValue, script, UInt32(system.languages.count), system.languages, &language)

    var lookups: Set<UInt32> = []
    for feature in features(of: table, script, language) {
      var count = unsafe hb_ot_layout_feature_get_lookups(
        handle, table.rawValue, feature, 0, nil, nil)
      var indices = [UInt32](repeating: 0, count: Int(count))
      unsafe hb_ot_layout_feature_get_lookups(handle, table.rawValue, feature, 0, &count, &indices)
      lookups.formUnion(indices.prefix(Int(count)))
    }
    return lookups.sorted()
  }

  /// Returns the indices of the features that HarfBuzz applies by default.
  private func features(of table: FontTag, _ script: UInt32, _ language: UInt32) -> [UInt32] {
    var count = unsafe hb_ot_layout_language_get_feature_indexes(
      handle, table.rawValue, script, language, 0, nil, nil)
    var indices = [UInt32](repeating: 0, count: Int(count))
    unsafe hb_ot_layout_language_get_feature_indexes(
      handle, table.rawValue, script, language, 0, &count, &indices)
    var tags = [UInt32](repeating: 0, count: Int(count))
    unsafe hb_ot_layout_language_get_feature_tags(
      handle, table.rawValue, script, language, 0, &count, &tags)

    var features = zip(indices, tags).filter { defaultFeatures.contains(FontTag(rawValue: $0.1)) }
      .map(\.0)
    var required: UInt32 = 0
    if unsafe hb_ot_layout_language_get_required_feature_index(
      handle, table.rawValue, script, language, &required) != 0
    {
      features.append(required)
    }
    return features
  }

  private func lookupInvolves(_ glyph: GlyphID, _ table: FontTag, _ lookup: UInt32) -> Bool {
    lookupGlyphs.involves(glyph, table, lookup) { collectsGlyph(glyph, table, lookup) }
  }

  private func collectsGlyph(_ glyph: GlyphID, _ table: FontTag, _ lookup: UInt32) -> Bool {
    let glyphs = unsafe hb_set_create()
    defer { unsafe hb_set_destroy(glyphs) }
    unsafe hb_ot_layout_lookup_collect_glyphs(
      handle, table.rawValue, lookup, glyphs, glyphs, glyphs, nil)
    return unsafe hb_set_has(glyphs, glyph.rawValue) != 0
  }
}

/// The cached answers to whether a lookup involves a glyph, because scripts and languages share
/// most lookups of a font.
final class LookupGlyphs: Sendable {
  private struct Key: Hashable {
    let glyph: GlyphID
    let table: FontTag
    let lookup: UInt32
  }

  /// The maximum number of answers, more than the lookups of any font.
  private static let capacity = 4_096

  private let answers = Mutex<[Key: Bool]>([:])

  /// Returns the cached answer, or that of `ask`, which is called without holding a lock.
  func involves(
    _ glyph: GlyphID, _ table: FontTag, _ lookup: UInt32, ask: () -> Bool
  ) -> Bool {
    let key = Key(glyph: glyph, table: table, lookup: lookup)
    if let known = answers.withLock({ $0[key] }) { return known }
    let isInvolved = ask()
    answers.withLock { answers in
      if answers.count >= Self.capacity { answers.removeAll() }
      answers[key] = isInvolved
    }
    return isInvolved
  }
}

/// Returns whether a `kern` table contains a glyph; only plain lists of pairs are supported.
///
/// - SeeAlso: OpenType 1.9, `kern`, format 0.
private func kernTableInvolves(_ glyph: GlyphID, in table: Span<UInt8>) -> Bool {
  func word(_ offset: Int) -> Int {
    offset + 1 < table.count ? Int(table[offset]) << 8 | Int(table[offset + 1]) : 0
  }
  guard table.count >= 4 else { return false }
  guard word(0) == 0 else { return true }  // Apple's form.
  var start = 4
  for _ in 0..<word(2) where start + 14 <= table.count {
    guard table[start + 4] == 0 else { return true }  // Another format than 0.
    let count = word(start + 6)
    // The length of the subtable may have overflowed its 16 bits; the number of pairs has not.
    for pair in 0..<count where start + 14 + pair * 6 + 6 <= table.count {
      let offset = start + 14 + pair * 6
      if word(offset) == glyph.rawValue || word(offset + 2) == glyph.rawValue { return true }
    }
    start += max(14 + count * 6, word(start + 2))
  }
  return false
}

/// A script and a language by their layout table tags, best first.
private struct LayoutSystem {
  let scripts: [UInt32]
  let languages: [UInt32]

  init(script: FontTag, language: Language) {
    // Both limits are those of HarfBuzz's headers.
    var scriptCount: UInt32 = 3
    var languageCount: UInt32 = 3
    var scripts = [UInt32](repeating: 0, count: 3)
    var languages = [UInt32](repeating: 0, count: 3)
    unsafe hb_ot_tags_from_script_and_language(
      hb_script_from_iso15924_tag(script.rawValue), language.handle ?? galley_hb_language_invalid(),
      &scriptCount, &scripts, &languageCount, &languages)
    self.scripts = Array(scripts.prefix(Int(scriptCount)))
    self.languages = Array(languages.prefix(Int(languageCount)))
  }
}

/// The features that HarfBuzz applies by default in any script, and those for fractions, which a
/// slash between digits enables.
private let defaultFeatures: [FontTag] = [
  "rvrn", "ltra", "ltrm", "rtla", "rtlm", "frac", "numr", "dnom", "rand", "Harf", "HARF", "Buzz",
  "BUZZ", "ccmp", "locl", "mark", "mkmk", "rlig", "abvm", "blwm", "calt", "clig", "curs", "dist",
  "kern", "liga", "rclt", "stch", "isol", "fina", "fin2", "fin3", "medi", "med2", "init", "mset",
  "nukt", "akhn", "rphf", "rkrf", "pref", "blwf", "abvf", "half", "pstf", "vatu", "cjct", "cfar",
  "pres", "abvs", "blws", "psts", "haln", "ljmo", "vjmo", "tjmo",
]
