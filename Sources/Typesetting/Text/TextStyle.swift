public import GalleyFonts
public import GalleyHarfBuzz
package import GalleyShaping

/// The attributes of a range of text.
///
/// A style has two parts: `shaping` determines the glyphs, and ``paint`` their appearance, which
/// can change without reshaping or a new layout.
public struct TextStyle: Hashable, Sendable {
  /// The shaping attributes, shared by all text of the style.
  package private(set) var shaping: ShapingStyle
  /// The paint attributes.
  public var paint: TextPaint

  /// Creates a style.
  ///
  /// - Parameters:
  ///   - font: The requested font.
  ///   - features: The settings of OpenType features that differ from the defaults.
  ///   - language: The language as a BCP 47 tag, or `nil` for the text's own.
  ///   - letterSpacing: The additional space after each letter, in points.
  ///   - baselineShift: The upward shift from the line's baseline, in points.
  ///   - paint: The paint attributes.
  public init(
    font: FontDescription = FontDescription(), features: [FontFeature] = [],
    language: String? = nil,
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

  /// The requested font.
  public var font: FontDescription {
    get { shaping.font }
    set { setShaping(font: newValue) }
  }

  /// The settings of OpenType features that differ from the defaults.
  public var features: [FontFeature] {
    get { shaping.features }
    set { setShaping(features: newValue) }
  }

  /// The language as a BCP 47 tag, or `nil` for the text's own.
  public var language: String? {
    get { shaping.language }
    set { setShaping(language: .some(newValue)) }
  }

  /// The additional space after each letter, in points; may be negative.
  ///
  /// Joined letters stay joined: scripts like Arabic get no space between letters. Optional
  /// ligatures are disabled.
  public var letterSpacing: Double {
    get { shaping.letterSpacing }
    set { setShaping(letterSpacing: newValue) }
  }

  /// The upward shift from the line's baseline, in points; downward if negative.
  public var baselineShift: Double {
    get { shaping.baselineShift }
    set { setShaping(baselineShift: newValue) }
  }

  private mutating func setShaping(
    font: FontDescription? = nil, features: [FontFeature]? = nil, language: String?? = nil,
    letterSpacing: Double? = nil, baselineShift: Double? = nil
  ) {
    shaping = ShapingStyle(
      font: font ?? shaping.font, features: features ?? shaping.features,
      language: language ?? shaping.language, letterSpacing: letterSpacing ?? shaping.letterSpacing,
      baselineShift: baselineShift ?? shaping.baselineShift)
  }
}
