internal import GalleySystem
internal import GalleyFonts
internal import GalleyFreeType
internal import GalleyHarfBuzz

/// The properties of a font instance that drawing needs.
struct GlyphFont: Sendable {
  /// The identifier of the instance.
  var id: UInt32
  /// The font file.
  var file: MappedFile
  /// The index of the face in the file.
  var faceIndex = 0
  /// The variation axis settings.
  var settings: [AxisSetting] = []
  /// The stroke width added by synthetic bold, in ems.
  var embolden = 0.0
  /// The tangent of the synthetic slant angle, positive to the right.
  var slant = 0.0
  /// The number of glyphs.
  var glyphCount: Int
  /// Whether the glyphs have colors of their own.
  var isColor = false
  /// Whether the font is trusted.
  var isTrusted = false
}

extension GlyphFont {
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
