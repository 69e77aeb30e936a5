import GalleyFonts
import GalleyHarfBuzz
internal import GalleySystem

/// The font sets and languages of recent styles, so that another text with the same style needs no
/// lookup by description.
///
/// Each table has a place for each digest, which the latest request takes.
struct FontSetMemo {
  /// The font set of a style; an object, so that a lookup does not copy it.
  private final class Entry: Sendable {
    let style: ShapingStyle
    let language: String?
    let fonts: FontSet

    init(_ style: ShapingStyle, language: String?, fonts: FontSet) {
      (self.style, self.language, self.fonts) = (style, language, fonts)
    }
  }

  /// The shaping language of a tag for a face.
  private final class KnownLanguage: Sendable {
    let tag: String
    let face: Face
    let language: Language

    init(_ tag: String, face: Face, language: Language) {
      (self.tag, self.face, self.language) = (tag, face, language)
    }
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
    entries[place] = Entry(style, language: language, fonts: set)
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
    languages[place] = KnownLanguage(tag, face: face, language: language)
    return language
  }

  /// Returns a digest of a language tag with another number.
  private static func digest(of tag: String, _ number: Int) -> Int {
    var digest = UInt64(bitPattern: Int64(number))
    let bytes = tag.utf8.span
    for offset in stride(from: 0, to: bytes.count, by: 8) {
      digest = digest &* 0x100_0000_01B3 ^ bytes.word(at: offset, upTo: bytes.count)
    }
    digest = (digest ^ digest &>> 32) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: digest &>> 40)
  }
}
