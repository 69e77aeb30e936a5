package import GalleyFonts
package import GalleyHarfBuzz
internal import Synchronization

/// A font with a `MATH` table, for setting formulas.
///
/// Its measures are in ems. The constants are read once; glyphs are read on demand and cached. A
/// font is thread-safe.
package final class MathFont: Sendable {
  /// The font.
  package let instance: FontInstance
  /// The constants of the font: percentages as fractions of 1, and distances in ems.
  package let constants: MathConstants

  /// A glyph with its measures, in ems.
  struct Glyph: Sendable {
    var id: UInt32
    var advance: Double
    /// The height of the ink above the baseline.
    var ascent: Double
    /// The depth of the ink below the baseline, positive downward.
    var descent: Double
    /// The distance from the origin to the left edge of the ink.
    var inkLeft: Double
    /// The width of the ink.
    var inkWidth: Double
    var italicsCorrection: Double
    /// The x coordinate at which accents attach.
    var accentX: Double
    /// Whether scripts attach to the glyph's box.
    var isExtended: Bool
  }

  /// A form of a letter that a feature selects.
  enum Form: UInt8, Sendable {
    /// The glyph of the character map.
    case plain
    /// The first optical size for scripts: `ssty` 1.
    case script
    /// The second optical size for scripts: `ssty` 2.
    case scriptScript
    /// The form without a dot for accents: `dtls`.
    case dotless
    /// The flat accent for tall letters: `flac`.
    case flat

    var feature: FontFeature? {
      switch self {
      case .plain: nil
      case .script: FontFeature("ssty", value: 1)
      case .scriptScript: FontFeature("ssty", value: 2)
      case .dotless: FontFeature("dtls")
      case .flat: FontFeature("flac")
      }
    }
  }

  private struct Key: Hashable {
    var glyph: UInt32
    var axis: UInt8
  }

  private struct Cache {
    var characters: [UInt64: UInt32] = [:]
    var glyphs: [UInt32: Glyph] = [:]
    var variants: [Key: [MathVariant]] = [:]
    var assemblies: [Key: MathAssembly?] = [:]
  }

  let unitsPerEm: Double
  private let cache = Mutex(Cache())

  /// The maximum number of cached characters.
  private static let characterLimit = 8_192

  /// Creates a font, or returns `nil` if `instance` has no `MATH` table.
  package init?(_ instance: FontInstance) {
    guard instance.typeface.face.hasMathTable else { return nil }
    self.instance = instance
    unitsPerEm = Double(max(1, instance.typeface.unitsPerEm))
    constants = MathConstants(of: instance.font)
  }

  var font: Font { instance.font }

  /// Returns the glyph for a character in a form, or `nil` if the font lacks the character.
  func glyph(for scalar: UInt32, _ form: Form = .plain) -> UInt32? {
    let key = UInt64(scalar) << 8 | UInt64(form.rawValue)
    if let known = cache.withLock({ $0.characters[key] }) { return known == 0 ? nil : known }
    let glyph = find(scalar, form)
    cache.withLock { cache in
      // Formulas may have any characters, but need few.
      if cache.characters.count >= Self.characterLimit { cache.characters.removeAll() }
      cache.characters[key] = glyph ?? 0
    }
    return glyph
  }

  private func find(_ scalar: UInt32, _ form: Form) -> UInt32? {
    guard let plain = font.glyph(for: scalar), plain != .notdef else { return nil }
    guard let feature = form.feature, let character = Unicode.Scalar(scalar) else {
      return plain.rawValue
    }
    return (font.glyph(for: character, with: feature) ?? plain).rawValue
  }

  /// Returns the measures of a glyph.
  func measures(of id: UInt32) -> Glyph {
    if let known = cache.withLock({ $0.glyphs[id] }) { return known }
    let glyph = GlyphID(rawValue: id)
    let box = font.extents(of: glyph)
    func em(_ units: Int32) -> Double { Double(units) / unitsPerEm }
    let measured = Glyph(
      id: id, advance: em(font.advance(of: glyph)), ascent: em(box?.yBearing ?? 0),
      descent: em(-((box?.yBearing ?? 0) &+ (box?.height ?? 0))), inkLeft: em(box?.xBearing ?? 0),
      inkWidth: em(box?.width ?? 0),
      italicsCorrection: em(font.italicsCorrection(of: glyph)),
      accentX: em(font.topAccentAttachment(of: glyph)),
      isExtended: instance.typeface.face.isExtendedShape(glyph))
    cache.withLock { $0.glyphs[id] = measured }
    return measured
  }

  /// Returns the larger forms of a glyph, in ascending order.
  func variants(of id: UInt32, along axis: MathStretchAxis) -> [MathVariant] {
    let key = Key(glyph: id, axis: axis == .vertical ? 1 : 0)
    if let known = cache.withLock({ $0.variants[key] }) { return known }
    let variants = font.mathVariants(of: GlyphID(rawValue: id), along: axis)
    cache.withLock { $0.variants[key] = variants }
    return variants
  }

  /// Returns the assembly of a glyph, or `nil` if it has none.
  func assembly(of id: UInt32, along axis: MathStretchAxis) -> MathAssembly? {
    let key = Key(glyph: id, axis: axis == .vertical ? 1 : 0)
    if let known = cache.withLock({ $0.assemblies[key] }) { return known }
    let assembly = font.mathAssembly(of: GlyphID(rawValue: id), along: axis)
    cache.withLock { $0.assemblies[key] = .some(assembly) }
    return assembly
  }

  /// Returns the kerning at a corner of a glyph at a height in ems.
  func kerning(of id: UInt32, at corner: MathKernCorner, height: Double) -> Double {
    let units = Int32(clamping: Int((height * unitsPerEm).rounded()))
    let kern = font.mathKerning(of: GlyphID(rawValue: id), at: corner, height: units)
    return Double(kern) / unitsPerEm
  }
}

/// The constants of a `MATH` table: percentages as fractions of 1, and distances in ems.
package struct MathConstants: Sendable {
  private let values: [Double]
  /// The height of the letter x.
  let xHeight: Double

  init(of font: Font) {
    let unitsPerEm = Double(max(1, font.face.unitsPerEm))
    values = MathConstant.allCases.map { constant in
      let value = Double(font.mathConstant(constant))
      switch constant {
      case .scriptPercentScaleDown, .scriptScriptPercentScaleDown,
        .radicalDegreeBottomRaisePercent:
        return value / 100
      default: return value / unitsPerEm
      }
    }
    xHeight = Double(font.metric(.xHeight) ?? 0) / unitsPerEm
  }

  /// Returns a constant.
  package subscript(constant: MathConstant) -> Double { values[Int(constant.rawValue)] }

  /// Returns the size of a font relative to that of the formula.
  func scale(of size: MathSize) -> Double {
    switch size {
    case .display, .text: 1
    // Fonts without these values exist; TeX's are 70 and 50 percent.
    case .script: positive(self[.scriptPercentScaleDown]) ?? 0.7
    case .scriptScript: positive(self[.scriptScriptPercentScaleDown]) ?? 0.5
    }
  }

  private func positive(_ scale: Double) -> Double? { scale > 0 && scale <= 1 ? scale : nil }
}
