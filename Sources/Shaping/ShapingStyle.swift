package import GalleyFonts
package import GalleyHarfBuzz

/// The shaping attributes of a style, which determine glyphs and their positions.
///
/// Paint attributes (colors, underlines, links) are not included, so changing them neither splits a
/// shaping run nor reshapes text. All text of a style shares one object, at the cost of a pointer.
package final class ShapingStyle: Hashable, Sendable {
  /// The requested font, with its size in points.
  package let font: FontDescription
  /// The settings of OpenType features that differ from the defaults.
  package let features: [FontFeature]
  /// The language as a BCP 47 tag, or `nil` for the text's own.
  package let language: String?
  /// The additional space after each letter, in points; negative to reduce it.
  ///
  /// It is added after each cluster, rounded to design units of the font, and never moves a cluster
  /// before the start of the previous one. Joined letters stay joined: scripts like Arabic get no
  /// space between letters. Optional ligatures are disabled.
  ///
  /// - SeeAlso: [CSS Text 3](https://www.w3.org/TR/css-text-3/#letter-spacing-property), 8.2.
  package let letterSpacing: Double
  /// The upward shift of the glyphs from the line's baseline, in points.
  package let baselineShift: Double

  /// The effective size in points: the font's, clamped to the valid range.
  package let size: Double
  /// The feature settings with which text of the style is shaped.
  package let shapingFeatures: [FontFeature]

  /// A number that is equal for equal styles.
  let digest: Int

  /// The maximum size of text, in points.
  package static let maximumSize = 10_000.0

  /// Creates a style.
  ///
  /// A size that is negative or not a number counts as 0, and one over 10,000 as 10,000; the
  /// spacing and the shift are clamped likewise, but may be negative.
  package init(
    font: FontDescription, features: [FontFeature] = [], language: String? = nil,
    letterSpacing: Double = 0, baselineShift: Double = 0
  ) {
    self.font = font
    self.features = features
    self.language = language
    self.letterSpacing = ShapingStyle.bounded(letterSpacing)
    self.baselineShift = ShapingStyle.bounded(baselineShift)
    size = max(ShapingStyle.bounded(font.size), 0)
    shapingFeatures = self.letterSpacing == 0 ? features : ShapingStyle.withoutLigatures + features

    var hasher = Hasher()
    hasher.combine(font)
    hasher.combine(features)
    hasher.combine(language)
    hasher.combine(self.letterSpacing)
    hasher.combine(self.baselineShift)
    digest = hasher.finalize()
  }

  private static let withoutLigatures: [FontFeature] =
    (["liga", "clig", "dlig", "hlig"] as [FontTag]).map { FontFeature($0, value: 0) }

  private static func bounded(_ points: Double) -> Double {
    points.isFinite ? min(max(points, -maximumSize), maximumSize) : 0
  }

  /// Returns whether two styles are equal.
  package static func == (left: ShapingStyle, right: ShapingStyle) -> Bool {
    left === right
      || left.digest == right.digest && left.font == right.font && left.features == right.features
        && left.language == right.language && left.letterSpacing == right.letterSpacing
        && left.baselineShift == right.baselineShift
  }

  /// Hashes the value computed when the style was created.
  package func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// Text with all inputs of shaping; the key of the shaped-text cache.
package struct ShapingInput: Hashable, Sendable {
  /// The text, with what holds outside the spans.
  package let source: BaseText
  /// The styles in order, or none if the whole text has the base style.
  package var spans: [ShapingSpan]
  /// The rarely used inputs, or `nil`.
  package var details: ShapingDetails?

  /// Creates an input.
  package init(
    text: UTF8Text, base: ShapingStyle, spans: [ShapingSpan] = [], direction: BaseDirection = .auto,
    language: String? = nil, details: ShapingDetails? = nil
  ) {
    self.init(
      BaseText(text, style: base, direction: direction, language: language), spans: spans,
      details: details)
  }

  /// Creates an input from a text.
  package init(_ source: BaseText, spans: [ShapingSpan] = [], details: ShapingDetails? = nil) {
    self.source = source
    self.spans = spans
    self.details = details
  }

  /// The text.
  package var text: UTF8Text { source.text }
  /// The style of text outside all spans, whose metrics determine the line pitch.
  package var base: ShapingStyle { source.style }
  /// The size of the base style, in points.
  package var baseSize: Double { source.style.size }
  /// The rule for the base direction of each paragraph.
  package var direction: BaseDirection { source.direction }
  /// The language of the text as a BCP 47 tag, or `nil` if unknown.
  package var language: String? { source.language }
}
