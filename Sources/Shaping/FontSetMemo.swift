import GalleyFonts
import GalleyHarfBuzz

/// The font sets and languages of recent styles, so that another text with the same style needs no
/// lookup by description.
///
/// Each table has a place for each digest, which the latest request takes.
struct FontSetMemo {
  private struct Entry {
    var style: ShapingStyle
    var language: String?
    var fonts: FontSet
  }

  private struct KnownLanguage {
    var tag: String
    var face: Face
    var language: Language
  }

  /// The numbers of places of the tables, powers of two.
  private static let capacity = 256
  private static let languageCapacity = 1_024

  private var collection: FontCollection?
  private var entries = [Entry?](repeating: nil, count: capacity)
  private var last: [FontSet] = []
  private var languages = [KnownLanguage?](repeating: nil, count: languageCapacity)

  /// Returns the font set of the base style, followed by those of the spans.
  mutating func sets(for input: ShapingInput, in fonts: FontCollection) -> [FontSet] {
    let base = set(for: input.base, language: input.language, in: fonts)
    if input.spans.isEmpty {
      if last.count != 1 || last[0] !== base { last = [base] }
      return last
    }
    return [base] + input.spans.map { set(for: $0.style, language: input.language, in: fonts) }
  }

  /// Returns the font set of a style in a language.
  mutating func set(
    for style: ShapingStyle, language: String?, in fonts: FontCollection
  ) -> FontSet {
    if collection !== fonts {
      collection = fonts
      entries = Array(repeating: nil, count: Self.capacity)
      last = []
    }
    let language = style.language ?? language
    let place = Self.digest(of: language ?? "", style.digest) & (Self.capacity - 1)
    // Equal styles have equal hashes, which are compared first.
    if let known = entries[place], known.style == style, known.language == language {
      return known.fonts
    }
    let set = fonts.fontSet(for: style.font, language: language)
    entries[place] = Entry(style: style, language: language, fonts: set)
    return set
  }

  /// Returns the shaping language of a BCP 47 tag for a font.
  mutating func language(_ tag: String?, for font: FontInstance) -> Language {
    guard let tag else { return .undetermined }
    let face = font.typeface.face
    let place = Self.digest(of: tag, Int(font.id)) & (Self.languageCapacity - 1)
    if let known = languages[place], known.face === face, known.tag == tag {
      return known.language
    }
    let language = face.language(for: tag)
    languages[place] = KnownLanguage(tag: tag, face: face, language: language)
    return language
  }

  /// Returns a digest of a language tag with another number.
  private static func digest(of tag: String, _ number: Int) -> Int {
    var digest = UInt64(bitPattern: Int64(number))
    for byte in tag.utf8 { digest = digest &* 0x100_0000_01B3 ^ UInt64(byte) }
    digest = (digest ^ digest &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: digest &>> 40)
  }
}
