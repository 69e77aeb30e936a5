internal import GalleySystem
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyHarfBuzz

/// The properties of a font instance that drawing needs.
struct GlyphFont: Sendable {
  /// The identifier of the instance.
  let id: UInt32
  /// The font file.
  let file: MappedFile
  /// The index of the face in the file.
  let faceIndex: Int
  /// The variation axis settings.
  let settings: [AxisSetting]
  /// The stroke width added by synthetic bold, in ems.
  let embolden: Double
  /// The tangent of the synthetic slant angle, positive to the right.
  let slant: Double
  /// The number of glyphs.
  let glyphCount: Int
  /// Whether the glyphs have colors of their own.
  let isColor: Bool
  /// Whether the font is trusted.
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
