package import GalleyFiles
public import GalleyHarfBuzz
internal import GalleyFontTables
internal import Synchronization

/// One face of a font file; not yet a font, which is a face at a point of its design space.
///
/// A typeface never changes, and is shared by all threads.
public final class Typeface: Sendable {
  /// The family, such as "Noto Sans".
  public let family: String
  /// The style within the family, such as "Bold Italic".
  public let style: String
  /// The name by which PostScript and PDF know the font; empty if it has none.
  public let postScriptName: String
  /// The file.
  public let path: String
  /// Which of the file's faces it is, counting from zero.
  public let index: Int
  /// The digest that a manifest gave for the file, and that the file was seen to have.
  public let sha256: String?
  /// How bold it is by default: 400 is regular.
  public let weight: Double
  /// How wide it is by default, in percent of normal.
  public let width: Double
  /// Whether it leans by default, and how.
  public let slant: FontSlant
  /// The axes of a variable font; none for any other.
  public let axes: [VariationAxis]
  /// The design units to the em.
  public let unitsPerEm: Int
  /// Whether it has glyphs of more than one color.
  public let isColor: Bool

  package let face: GalleyHarfBuzz.Face
  package let file: MappedFile
  /// Whether somebody vouches for the file; if not, it was checked.
  package let isTrusted: Bool
  /// The scalars that the character map has glyphs for.
  package let coverage: Coverage
  /// The scalars that by themselves need no other font: what the font covers, less the blocks with
  /// emoji, and with what needs no glyph.
  package let plainCoverage: Coverage
  /// Whether the font is for emoji and not for text, though it may have digits.
  package let isEmojiFont: Bool
  /// The glyph of the space; `nil` if the font has none.
  package let spaceGlyph: GlyphID?

  let faceStyle: FaceStyle
  private let findings: Mutex<[String]>
  private let wordIndependence = WordIndependence()

  /// Opens a face of a font file.
  ///
  /// - Parameters:
  ///   - source: The font file.
  ///   - index: Which of its faces.
  ///   - claims: What is known better than the font itself knows it.
  /// - Throws: `FaceError` if there is no such face, or an unknown font asks for too much work.
  init(_ source: FontSource, index: Int, claims: Claims = Claims()) throws(FaceError) {
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
    slant = claims.slant ?? FontSlant(of: font)

    let covered = Coverage(of: face)
    coverage = covered
    isColor = !face.colorFormats.isEmpty
    isEmojiFont =
      isColor && claims.isOfEmojiFamily
      || !covered.contains(0x41) && covered.contains(0x1F600)
        && (isColor || family.lowercased().contains("emoji"))
    plainCoverage = isEmojiFont ? Coverage() : covered.plain
    spaceGlyph = font.glyph(for: 0x20)
    findings = Mutex(face.complaints + (covered.isEmpty ? ["it has no characters"] : []))
  }

  /// What is wrong with the font, in words; it is used all the same.
  public var diagnostics: [String] {
    findings.withLock(\.self)
  }

  /// Whether libraries may read the file that do not check it: it is trusted, and sound.
  ///
  /// - Complexity: O(*n*) in the number of glyphs and of ranges of characters.
  package var isEmbeddable: Bool {
    isTrusted && FontCheck.refusal(of: file, index: index) == nil
  }

  /// The points of the design space that have names.
  public var namedInstances: [NamedInstance] {
    face.namedInstances
  }

  /// Writes down something that is wrong with the font.
  func report(_ finding: String) {
    findings.withLock { if !$0.contains(finding) { $0.append(finding) } }
  }

  /// Whether words can be shaped one by one and put together again.
  ///
  /// They can if no lookup that shaping goes through unasked looks at the space. Asked of the layout
  /// tables once per script and language.
  package func shapesWordsAlone(script: Tag, language: Language) -> Bool {
    guard let space = spaceGlyph else { return false }
    return wordIndependence.answer(script: script, language: language) {
      !face.layoutInvolves(space, script: script, language: language)
    }
  }
}

extension Typeface {
  /// What a manifest or the system says of a face, which goes before what the font itself says.
  struct Claims: Sendable {
    var family: String?
    var weight: Double?
    var slant: FontSlant?
    var sha256: String?
    var isOfEmojiFamily = false
  }
}

extension FontSlant {
  /// How `font` leans, by its own account.
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
  fileprivate init(
    of font: GalleyHarfBuzz.Font, axes: [VariationAxis], claims: Typeface.Claims
  ) {
    func range(_ tag: Tag, _ key: GalleyHarfBuzz.Font.StyleKey) -> ClosedRange<Double> {
      if let axis = axes.first(where: { $0.tag == tag }), axis.minimum <= axis.maximum {
        return axis.minimum...axis.maximum
      }
      let value = font.style(key)
      return value...value
    }
    let isVariable = axes.contains { $0.tag == "wght" }
    let claimed = isVariable ? nil : claims.weight.map { $0...$0 }
    var slant = FaceSlant(claims.slant ?? FontSlant(of: font))
    if let axis = axes.first(where: { $0.tag == "slnt" }), axis.minimum <= axis.maximum {
      slant.angles = -axis.maximum ... -axis.minimum
    }
    if let axis = axes.first(where: { $0.tag == "ital" }), axis.maximum > 0 {
      slant.isItalic = true
    }
    self.init(
      weight: claimed ?? range("wght", .weight), width: range("wdth", .width), slant: slant)
  }
}

extension Coverage {
  /// The scalars of a face's character map.
  fileprivate init(of face: GalleyHarfBuzz.Face) {
    var builder = Builder()
    face.forEachCoveredRange { builder.insert($0) }
    self.init(builder)
  }

  /// The set with what needs no glyph, and without what may be an emoji by itself.
  fileprivate var plain: Coverage {
    var builder = Builder(self)
    for range in needsNoGlyph { builder.insert(range) }
    // HarfBuzz makes wide and narrow spaces out of the plain one.
    if contains(0x20) { for range in spaces { builder.insert(range) } }
    for range in mayBeEmoji { builder.remove(range) }
    return Coverage(builder)
  }
}

/// Controls, and what is invisible where a font does not know it.
///
/// - SeeAlso: [UAX #44](https://www.unicode.org/reports/tr44/), `Default_Ignorable_Code_Point`.
let needsNoGlyph: [ClosedRange<UInt32>] = [
  0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160,
  0x17B4...0x17B5, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
  0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0xFFA0...0xFFA0, 0xFFF0...0xFFF8,
  0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
]

/// White space that HarfBuzz can do without glyphs for.
private let spaces: [ClosedRange<UInt32>] = [
  0x20...0x20, 0xA0...0xA0, 0x2000...0x200A, 0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000,
]

/// The blocks in which there are characters that are emoji unless told otherwise.
///
/// Wider than need be, so that newer versions of Unicode fit in. What is in here and no emoji only
/// takes the longer way to its font.
let mayBeEmoji: [ClosedRange<UInt32>] = [
  0x2300...0x23FF, 0x25FD...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FAFF,
]

/// The answers to whether words can be shaped one by one, by script and language.
private final class WordIndependence: Sendable {
  private struct Answer {
    let script: Tag
    let language: Language
    let isIndependent: Bool
  }

  private let answers = Mutex<[Answer]>([])

  /// The answer of earlier on, or that of `ask`, which is called without a lock held.
  func answer(script: Tag, language: Language, ask: () -> Bool) -> Bool {
    let known = answers.withLock { answers in
      answers.first { $0.script == script && $0.language == language }?.isIndependent
    }
    if let known { return known }
    let isIndependent = ask()
    answers.withLock { answers in
      // A face with many languages, and text in each of many scripts, would make too many.
      if answers.count >= 512 { answers.removeAll() }
      answers.append(Answer(script: script, language: language, isIndependent: isIndependent))
    }
    return isIndependent
  }
}
