public import GalleyFonts
public import GalleyHarfBuzz
public import GalleyShaping

/// How a stretch of text looks.
///
/// A style has two halves. ``shaping`` decides which glyphs there are; ``paint`` decides how they
/// are drawn, and may change without anything being shaped or laid out again.
public struct TextStyle: Hashable, Sendable {
  /// What shaping needs to know, shared by all text of the style.
  public private(set) var shaping: ShapingStyle
  /// What painting needs to know.
  public var paint: TextPaint

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - font: The font that is asked for.
  ///   - features: Settings of OpenType features beyond the defaults.
  ///   - language: The language as a BCP 47 tag, or `nil` for the text's own.
  ///   - letterSpacing: The room behind each letter beyond what the font says, in points.
  ///   - baselineShift: How far above the line's baseline the glyphs stand, in points.
  ///   - paint: How the glyphs are drawn.
  public init(
    font: FontDescription = FontDescription(), features: [Feature] = [], language: String? = nil,
    letterSpacing: Double = 0, baselineShift: Double = 0, paint: TextPaint = TextPaint()
  ) {
    shaping = ShapingStyle(
      font: font, features: features, language: language, letterSpacing: letterSpacing,
      baselineShift: baselineShift)
    self.paint = paint
  }

  init(shaping: ShapingStyle, paint: TextPaint) {
    self.shaping = shaping
    self.paint = paint
  }

  /// The font that is asked for.
  public var font: FontDescription {
    get { shaping.font }
    set { setShaping(font: newValue) }
  }

  /// Settings of OpenType features beyond the defaults.
  public var features: [Feature] {
    get { shaping.features }
    set { setShaping(features: newValue) }
  }

  /// The language as a BCP 47 tag, or `nil` for the text's own.
  public var language: String? {
    get { shaping.language }
    set { setShaping(language: .some(newValue)) }
  }

  /// The room behind each letter beyond what the font says, in points; it may be negative.
  ///
  /// See ``ShapingStyle/letterSpacing`` for where there is none.
  public var letterSpacing: Double {
    get { shaping.letterSpacing }
    set { setShaping(letterSpacing: newValue) }
  }

  /// How far above the line's baseline the glyphs stand, in points; below it if negative.
  public var baselineShift: Double {
    get { shaping.baselineShift }
    set { setShaping(baselineShift: newValue) }
  }

  private mutating func setShaping(
    font: FontDescription? = nil, features: [Feature]? = nil, language: String?? = nil,
    letterSpacing: Double? = nil, baselineShift: Double? = nil
  ) {
    shaping = ShapingStyle(
      font: font ?? shaping.font, features: features ?? shaping.features,
      language: language ?? shaping.language,
      letterSpacing: letterSpacing ?? shaping.letterSpacing,
      baselineShift: baselineShift ?? shaping.baselineShift)
  }
}
