package import GalleySystem
package import GalleyHarfBuzz
internal import GalleyFontTables
internal import Synchronization

/// A face of a font file, without a position in its design space.
///
/// A typeface is immutable and thread-safe.
package final class Typeface: Sendable {
  /// The family, such as "Noto Sans".
  package let family: String
  /// The style within the family, such as "Bold Italic".
  package let style: String
  /// The PostScript name, or an empty string if there is none.
  package let postScriptName: String
  /// The path of the file.
  package let path: String
  /// The index of the face in the file.
  package let index: Int
  /// The digest of the file, if a manifest gives one; it has been verified.
  package let sha256: String?
  /// The default weight: 400 is regular.
  package let weight: Double
  /// The default width, in percent of normal.
  package let width: Double
  /// The default slant.
  package let slant: FontDescription.Slant
  /// The axes of a variable font; empty for a static font.
  package let axes: [VariationAxis]
  /// The number of design units per em.
  package let unitsPerEm: Int
  /// Whether the face has color glyphs.
  package let isColor: Bool

  package let face: GalleyHarfBuzz.Face
  package let file: MappedFile
  /// Whether the file is trusted; if not, it has been checked.
  package let isTrusted: Bool
  /// The scalars that the character map has glyphs for.
  package let coverage: Coverage
  /// The scalars that never need another font: the coverage plus characters that need no glyph,
  /// minus the blocks with emoji.
  package let plainCoverage: Coverage
  /// Whether the font is for emoji rather than text, even if it has digits.
  package let isEmojiFont: Bool
  /// The glyph of the space, or `nil` if the font has none.
  package let spaceGlyph: GlyphID?

  let faceStyle: FaceStyle
  /// The defects that were found in use.
  private let findings: Mutex<[String]>
  private let wordIndependence = WordIndependence()

  /// Opens a face of a font file.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - index: The index of the face in the file.
  ///   - claims: Properties that override those in the font.
  ///   - sibling: A face of the same family, whose coverage is shared if it is the same.
  /// - Throws: `FaceError` if there is no such face, or if an untrusted font requires unbounded
  ///   work.
  init(
    _ source: FontSource, index: Int, claims: Claims = Claims(), sibling: Typeface? = nil
  ) throws(FaceError) {
    let face = try source.face(at: index)
    let font = GalleyHarfBuzz.Font(face)
    file = source.file
    isTrusted = source.isTrusted
    self.face = face
    self.index = index
    path = source.file.path
    sha256 = claims.sha256
    unitsPerEm = face.unitsPerEm

    family = claims.family ?? face.name(.typographicFamily) ?? face.name(.family) ?? ""
    style = face.name(.typographicStyle) ?? face.name(.style) ?? ""
    postScriptName = face.name(.postScript) ?? ""
    axes = face.axes
    faceStyle = FaceStyle(of: font, axes: axes, claims: claims)
    weight = claims.weight ?? font.style(.weight)
    width = font.style(.width)
    slant = claims.slant ?? FontDescription.Slant(of: font)

    let twin = sibling.flatMap { face.hasCharacterMap(of: $0.face) ? $0 : nil }
    let covered = twin?.coverage ?? Coverage(of: face)
    coverage = covered
    isColor = !face.colorFormats.isEmpty
    isEmojiFont =
      isColor && claims.isOfEmojiFamily
      || !covered.contains(0x41) && covered.contains(0x1F600)
        && (isColor || family.lowercased().contains("emoji"))
    if let twin, twin.isEmojiFont == isEmojiFont {
      plainCoverage = twin.plainCoverage
    } else {
      plainCoverage = isEmojiFont ? Coverage() : covered.plain
    }
    spaceGlyph = font.glyph(for: 0x20)
    findings = Mutex([])
  }

  /// The defects of the font, in words; they do not prevent its use.
  ///
  /// Its layout tables are read for this property, unless text has been shaped in the font.
  package var diagnostics: [String] {
    face.complaints + (coverage.isEmpty ? ["the character map is empty"] : [])
      + findings.withLock(\.self)
  }

  /// Whether libraries that do not validate fonts may read the file: it is trusted and well-formed.
  ///
  /// - Complexity: O(*n*), where *n* is the number of glyphs and of character ranges.
  package var isEmbeddable: Bool {
    isTrusted && FontCheck.refusal(of: file, index: index) == nil
  }

  /// The named instances of the design space.
  package var namedInstances: [NamedInstance] { face.namedInstances }

  /// Records a defect of the font.
  func report(_ finding: String) {
    findings.withLock { if !$0.contains(finding) { $0.append(finding) } }
  }

  /// Returns whether words can be shaped independently.
  ///
  /// They can if no default lookup involves the space. The layout tables are examined once per
  /// script and language.
  package func shapesWordsAlone(script: FontTag, language: Language) -> Bool {
    guard let space = spaceGlyph else { return false }
    return wordIndependence.answer(script: script, language: language) {
      !face.layoutInvolves(space, script: script, language: language)
    }
  }
}

extension Typeface {
  /// The properties of a face according to a manifest or the system, which override those in the
  /// font.
  struct Claims: Sendable {
    var family: String?
    var weight: Double?
    var slant: FontDescription.Slant?
    var sha256: String?
    var isOfEmojiFamily = false
  }
}

extension FontDescription.Slant {
  /// Creates the slant that `font` declares.
  init(of font: GalleyHarfBuzz.Font) {
    if font.style(.italic) > 0 {
      self = .italic
    } else {
      let angle = font.style(.slant)
      self = angle == 0 ? .upright : .oblique(degrees: -angle)
    }
  }
}

extension FaceStyle {
  fileprivate init(of font: GalleyHarfBuzz.Font, axes: [VariationAxis], claims: Typeface.Claims) {
    func range(_ tag: FontTag, _ key: GalleyHarfBuzz.Font.StyleKey) -> ClosedRange<Double> {
      if let axis = axes.first(where: { $0.tag == tag }), axis.minimum <= axis.maximum {
        return axis.minimum...axis.maximum
      }
      let value = font.style(key)
      return value...value
    }
    let isVariable = axes.contains { $0.tag == "wght" }
    let claimed = isVariable ? nil : claims.weight.map { $0...$0 }
    var slant = FaceSlant(claims.slant ?? FontDescription.Slant(of: font))
    if let axis = axes.first(where: { $0.tag == "slnt" }), axis.minimum <= axis.maximum {
      slant.angles = -axis.maximum ... -axis.minimum
    }
    if let axis = axes.first(where: { $0.tag == "ital" }), axis.maximum > 0 {
      slant.isItalic = true
    }
    self.init(weight: claimed ?? range("wght", .weight), width: range("wdth", .width), slant: slant)
  }
}

extension Coverage {
  /// The set plus characters that need no glyph, minus characters that may be emoji by themselves.
  fileprivate var plain: Coverage {
    var builder = Builder(self)
    for range in needsNoGlyph { builder.insert(range) }
    // HarfBuzz synthesizes other spaces from the plain one.
    if contains(0x20) { for range in spaces { builder.insert(range) } }
    for range in mayBeEmoji { builder.remove(range) }
    return Coverage(builder)
  }
}

/// Controls, and characters that are invisible even if a font does not support them.
///
/// - SeeAlso: [UAX #44](https://www.unicode.org/reports/tr44/), `Default_Ignorable_Code_Point`.
let needsNoGlyph: [ClosedRange<UInt32>] = [
  0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
  0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
  0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8,
  0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
]

/// White space that HarfBuzz can synthesize.
private let spaces: [ClosedRange<UInt32>] = [
  0x20...0x20, 0xA0...0xA0, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
]

/// The blocks that contain characters with emoji presentation.
///
/// They are wider than necessary to allow for newer versions of Unicode. Other characters in them
/// only take the slower path to their font.
let mayBeEmoji: [ClosedRange<UInt32>] = [
  0x2300...0x23FF, 0x25FD...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF,
]

/// The cached answers to whether words can be shaped independently, by script and language.
private final class WordIndependence: Sendable {
  private struct Answer {
    let script: FontTag
    let language: Language
    let isIndependent: Bool
  }

  private let answers = Mutex<[Answer]>([])

  /// Returns the cached answer, or that of `ask`, which is called without holding a lock.
  func answer(script: FontTag, language: Language, ask: () -> Bool) -> Bool {
    let known = answers.withLock { answers in
      answers.first { $0.script == script && $0.language == language }?.isIndependent
    }
    if let known { return known }
    let isIndependent = ask()
    answers.withLock { answers in
      // Bounds the cache for faces with many languages and texts in many scripts.
      if answers.count >= 512 { answers.removeAll() }
      answers.append(Answer(script: script, language: language, isIndependent: isIndependent))
    }
    return isIndependent
  }
}
