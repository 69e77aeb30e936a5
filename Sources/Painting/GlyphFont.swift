internal import GalleyFiles
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyHarfBuzz

/// What drawing needs to know of a font instance.
struct GlyphFont: Sendable {
  /// The instance's number.
  let id: UInt32
  /// The font file.
  let file: MappedFile
  /// Which of the file's faces.
  let faceIndex: Int
  /// Where the font is on its variation axes.
  let settings: [AxisSetting]
  /// By how much strokes are made thicker, in ems.
  let embolden: Double
  /// By how much the top leans to the right, as a tangent.
  let slant: Double
  /// How many glyphs there are.
  let glyphCount: Int
  /// Whether the glyphs have colors of their own.
  let isColor: Bool
  /// Whether somebody vouches for the font.
  let isTrusted: Bool

  init(
    id: UInt32, file: MappedFile, faceIndex: Int = 0, settings: [AxisSetting] = [],
    embolden: Double = 0, slant: Double = 0, glyphCount: Int,
    isColor: Bool = false, isTrusted: Bool = false
  ) {
    self.id = id
    self.file = file
    self.faceIndex = faceIndex
    self.settings = settings
    self.embolden = embolden
    self.slant = slant
    self.glyphCount = glyphCount
    self.isColor = isColor
    self.isTrusted = isTrusted
  }

  init(_ instance: FontInstance) {
    let typeface = instance.typeface
    self.init(
      id: instance.id, file: typeface.file, faceIndex: typeface.index,
      settings: instance.variations.map { AxisSetting(tag: $0.axis.rawValue, value: $0.value) },
      embolden: instance.syntheticBold, slant: instance.syntheticSlant,
      glyphCount: typeface.face.glyphCount, isColor: typeface.isColor,
      isTrusted: typeface.isTrusted)
  }
}
