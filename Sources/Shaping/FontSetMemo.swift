import GalleyFonts
import GalleyHarfBuzz

/// The font sets and languages of recent styles, so that another text with the same style needs no
/// lookup by description.
struct FontSetMemo {
  private struct Entry {
    var style: ShapingStyle
    var language: String?
    var fonts: FontSet
  }

  private var collection: FontCollection?
  private var entries: [Entry] = []
  private var last: [FontSet] = []
  private var languages: [KnownLanguage] = []
  private static let capacity = 64

  /// Returns the font set of the base style, followed by those of the spans.
  mutating func sets(for input: ShapingInput, in fonts: FontCollection) -> [FontSet] {
    if collection !== fonts {
      collection = fonts
      entries.removeAll()
      last = []
    }
    let base = set(for: input.base, language: input.language, in: fonts)
    if input.spans.isEmpty {
      if last.count != 1 || last[0] !== base { last = [base] }
      return last
    }
    return [base] + input.spans.map { set(for: $0.style, language: input.language, in: fonts) }
  }

  private mutating func set(
    for style: ShapingStyle, language: String?, in fonts: FontCollection
  ) -> FontSet {
    let language = style.language ?? language
    // Equal styles have equal hashes, which are compared first.
    for index in entries.indices
    where entries[index].style == style && entries[index].language == language {
      return entries[index].fonts
    }
    let set = fonts.fontSet(for: style.font, language: language)
    if entries.count == FontSetMemo.capacity { entries.removeAll(keepingCapacity: true) }
    entries.append(Entry(style: style, language: language, fonts: set))
    return set
  }

  /// Returns the shaping language of a BCP 47 tag for a font.
  mutating func language(_ tag: String?, for font: FontInstance) -> Language {
    guard let tag else { return .undetermined }
    let face = font.typeface.face
    if let known = languages.first(where: { $0.face === face && $0.tag == tag }) {
      return known.language
    }
    let language = face.language(for: tag)
    if languages.count == FontSetMemo.capacity { languages.removeAll(keepingCapacity: true) }
    languages.append(KnownLanguage(tag: tag, face: face, language: language))
    return language
  }

  private struct KnownLanguage {
    var tag: String
    var face: Face
    var language: Language
  }
}
