package import GalleyHarfBuzz
internal import Synchronization

/// A typeface at a point of its design space, with synthesized styles: a font without a size.
///
/// An instance is immutable and thread-safe. Equal requests to one collection return the same
/// instance.
package final class FontInstance: Sendable {
  /// The typeface of the instance.
  package let typeface: Typeface
  /// The values on the axes of a variable font that differ from the defaults.
  package let variations: [FontDescription.Variation]
  /// The metrics of the whole font, in design units.
  package let metrics: FontMetrics
  /// The process-wide unique identifier of the instance.
  package let id: UInt32

  /// The font to shape with, in design units.
  package let font: GalleyHarfBuzz.Font
  /// The amount of synthetic emboldening, as a fraction of the em; 0 for none.
  package let syntheticBold: Double
  /// The synthetic slant, as the tangent of its angle; 0 for none.
  package let syntheticSlant: Double
  /// The glyph of the space, or `.notdef` if the font has none.
  package let space: SpacingGlyph
  /// The glyph shown where a line ends in a soft hyphen: the hyphen or the hyphen-minus.
  package let hyphen: SpacingGlyph
  /// The glyphs that shaped texts refer to with one byte each.
  package let palette = GlyphPalette()

  /// ``farthestInk`` in design units.
  private let farthestUnits: Int32

  private static let count = Atomic<UInt32>(0)

  init(_ recipe: FontRecipe) {
    typeface = recipe.typeface
    variations = recipe.variations
    syntheticBold = recipe.syntheticBold
    syntheticSlant = recipe.syntheticSlant
    font = GalleyHarfBuzz.Font(
      recipe.typeface.face,
      variations: recipe.variations.map { Variation(axis: $0.axis, value: Float($0.value)) })
    metrics = FontMetrics(of: font)
    farthestUnits = Int32(Self.farthestInk * metrics.unitsPerEm)
    space = SpacingGlyph(of: [0x20], in: font)
    hyphen = SpacingGlyph(of: [0x2010, 0x2D], in: font)
    // Relaxed ordering suffices, because only the number itself is shared.
    id = Self.count.wrappingAdd(1, ordering: .relaxed).newValue

    let sentinel = typeface.coverage.first { font.glyph(for: $0) != GlyphID.notdef }
    if let sentinel, !font.warm(with: sentinel) {
      typeface.report("shaping yields no glyph for a covered character")
    }
  }

  /// Returns the advance of a white-space character, in design units.
  package func advance(ofSpace scalar: UInt32) -> Int32 {
    guard scalar != 0x20 else { return space.advance }
    return Unicode.Scalar(scalar).map(font.advance(ofScalar:)) ?? 0
  }

  /// Returns whether words can be shaped independently in a script and language, with default
  /// features.
  package func shapesWordsAlone(script: FontTag, language: Language) -> Bool {
    typeface.shapesWordsAlone(script: script, language: language)
  }

  /// The maximum distance in any direction at which ink counts, in ems.
  ///
  /// The tallest words of Nastaliq and the deepest stacks of Tibetan reach about half as far. A
  /// base with hundreds of marks reaches further; layouts reserve no room for the rest.
  package static let farthestInk = 4.0

  /// Returns the combined ink reach of glyphs of one direction in logical order, limited to
  /// ``farthestInk``.
  package func inkReach(of glyphs: Span<Glyph>, isRightToLeft: Bool) -> InkReach {
    let reach = font.inkReach(of: glyphs, isRightToLeft: isRightToLeft).limited(to: farthestUnits)
    return syntheticBold == 0 && syntheticSlant == 0 ? reach : synthetic(reach)
  }

  /// Returns the reach of glyphs with synthetic emboldening and slant.
  private func synthetic(_ reach: InkReach) -> InkReach {
    let edge = Int32((syntheticBold * metrics.unitsPerEm / 2).rounded(.up))
    let (above, below) = (reach.above + edge, reach.below + edge)
    func lean(_ distance: Int32) -> Int32 {
      Int32((max(0, Double(distance) * syntheticSlant)).rounded(.up))
    }
    return InkReach(
      above: above, below: below, left: reach.left + edge + max(lean(below), lean(-above)),
      right: reach.right + edge + max(lean(above), lean(-below)))
  }
}

/// A spacing glyph with its advance in design units.
package struct SpacingGlyph: Hashable, Sendable {
  /// The glyph ID in its font.
  package let id: UInt32
  /// The advance.
  package let advance: Int32

  /// Creates the glyph of the first of `scalars` that `font` supports.
  init(of scalars: [UInt32], in font: GalleyHarfBuzz.Font) {
    let glyph = scalars.lazy.compactMap { font.glyph(for: $0) }.first ?? .notdef
    id = glyph.rawValue
    advance = font.advance(of: glyph)
  }
}

/// The properties that distinguish the instances of a typeface.
struct FontRecipe: Hashable, Sendable {
  let typeface: Typeface
  let variations: [FontDescription.Variation]
  let syntheticBold: Double
  let syntheticSlant: Double

  /// Creates the recipe for `typeface` in the requested style.
  init(_ typeface: Typeface, for request: StyleRequest) {
    self.typeface = typeface
    let axes = typeface.axes
    variations = axes.compactMap { axis in
      let asked = request.variations.last { $0.axis == axis.tag }?.value
      let value = asked ?? request.place(on: axis, of: axes) ?? axis.defaultValue
      let placed = min(max(value, axis.minimum), axis.maximum)
      return placed == axis.defaultValue
        ? nil : FontDescription.Variation(axis: axis.tag, value: placed)
    }
    guard !typeface.isEmojiFont else {
      syntheticBold = 0
      syntheticSlant = 0
      return
    }
    // CSS Fonts 4 §6.6: embolden if bold is requested and the face is not bold.
    let boldest = min(request.weight, typeface.faceStyle.weight.upperBound)
    let isTooLight = request.weight >= 600 && boldest <= 500 && request.weight - boldest >= 150
    // Between Skia's values at 9 points (1/24) and 36 points (1/32), the same at every size.
    syntheticBold = isTooLight ? 1.0 / 28 : 0
    syntheticSlant = typeface.faceStyle.slant.isUprightOnly ? request.slant.tangent : 0
  }

  static func == (left: FontRecipe, right: FontRecipe) -> Bool {
    left.typeface === right.typeface && left.variations == right.variations
      && left.syntheticBold == right.syntheticBold && left.syntheticSlant == right.syntheticSlant
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(typeface))
    hasher.combine(variations)
    hasher.combine(syntheticBold)
    hasher.combine(syntheticSlant)
  }
}

extension StyleRequest {
  /// Returns the style's value on a registered axis, or `nil` for any other axis.
  ///
  /// - SeeAlso: OpenType 1.9, "Registered design-variation axis tags".
  fileprivate func place(on axis: VariationAxis, of axes: [VariationAxis]) -> Double? {
    switch axis.tag {
    case "wght": return weight
    case "wdth": return width
    case "opsz": return opticalSize
    case "ital":
      switch slant {
      case .upright: return 0
      case .italic: return 1
      case .oblique: return axes.contains { $0.tag == "slnt" } ? 0 : 1
      }
    case "slnt":
      switch slant {
      case .upright: return 0
      case .italic: return axes.contains { $0.tag == "ital" } ? nil : -14
      case .oblique(let degrees): return -degrees
      }
    default: return nil
    }
  }
}

extension FontDescription.Slant {
  /// The tangent of the angle of a synthetic slant.
  ///
  /// It is computed from a few terms of its series instead of the C library's function, which may
  /// differ between machines; the error is below 0.004 up to 45 degrees.
  fileprivate var tangent: Double {
    let degrees: Double
    switch self {
    case .upright: return 0
    case .italic: degrees = 14
    case .oblique(let angle): degrees = min(max(angle, -45), 45)
    }
    let angle = degrees * .pi / 180
    let square = angle * angle
    return angle * (1 + square * (1.0 / 3 + square * (2.0 / 15 + square * 17 / 315)))
  }
}
