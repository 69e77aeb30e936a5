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
  ///   - paint: How the glyphs are drawn.
  public init(
    font: FontDescription = FontDescription(), features: [Feature] = [], language: String? = nil,
    paint: TextPaint = TextPaint()
  ) {
    shaping = ShapingStyle(font: font, features: features, language: language)
    self.paint = paint
  }

  init(shaping: ShapingStyle, paint: TextPaint) {
    self.shaping = shaping
    self.paint = paint
  }

  /// The font that is asked for.
  public var font: FontDescription {
    get { shaping.font }
    set {
      shaping = ShapingStyle(
        font: newValue, features: shaping.features, language: shaping.language)
    }
  }

  /// Settings of OpenType features beyond the defaults.
  public var features: [Feature] {
    get { shaping.features }
    set {
      shaping = ShapingStyle(font: shaping.font, features: newValue, language: shaping.language)
    }
  }

  /// The language as a BCP 47 tag, or `nil` for the text's own.
  public var language: String? {
    get { shaping.language }
    set {
      shaping = ShapingStyle(font: shaping.font, features: shaping.features, language: newValue)
    }
  }
}
