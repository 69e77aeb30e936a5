public import GalleyFonts
public import GalleyHarfBuzz

/// What a style says to shaping: all that can change which glyphs there are, and where.
///
/// What is *paint* (colors, underlines, links) is not part of it, so changing that neither splits
/// a shaping run nor shapes anything again. The object is shared by all text of the style, so that
/// a style costs its text a pointer.
public final class ShapingStyle: Hashable, Sendable {
  /// The font that is asked for, with its size in points.
  public let font: FontDescription
  /// Settings of OpenType features beyond the defaults.
  public let features: [Feature]
  /// The language as a BCP 47 tag, or `nil` for the text's own.
  public let language: String?
  /// The room behind each letter beyond what the font says, in points; less than zero for less room.
  ///
  /// It comes behind each cluster, to the nearest design unit of the font, and takes no cluster back
  /// behind where it began. Letters that join stay joined: in scripts like Arabic there is none
  /// between two letters. Ligatures that are there for their looks are switched off.
  ///
  /// - SeeAlso: [CSS Text 3, section 8.2](https://www.w3.org/TR/css-text-3/#letter-spacing-property).
  public let letterSpacing: Double
  /// How far above the line's baseline the glyphs stand, in points.
  public let baselineShift: Double

  /// The size in points that text of the style has: the font's, if that can be.
  package let size: Double
  /// The settings of features that text of the style is shaped with.
  package let shapingFeatures: [Feature]

  private let hash: Int

  /// The largest size that text can have, in points.
  package static let maximumSize = 10_000.0

  /// Makes a style.
  ///
  /// A size that is negative or not a number counts as 0, and one over 10,000 as that; likewise the
  /// spacing and the shift, which may be negative.
  public init(
    font: FontDescription, features: [Feature] = [], language: String? = nil,
    letterSpacing: Double = 0, baselineShift: Double = 0
  ) {
    self.font = font
    self.features = features
    self.language = language
    self.letterSpacing = ShapingStyle.bounded(letterSpacing)
    self.baselineShift = ShapingStyle.bounded(baselineShift)
    size = max(ShapingStyle.bounded(font.size), 0)
    shapingFeatures =
      self.letterSpacing == 0 ? features : ShapingStyle.withoutLigatures + features

    var hasher = Hasher()
    hasher.combine(font)
    hasher.combine(features)
    hasher.combine(language)
    hasher.combine(self.letterSpacing)
    hasher.combine(self.baselineShift)
    hash = hasher.finalize()
  }

  private static let withoutLigatures: [Feature] =
    (["liga", "clig", "dlig", "hlig"] as [Tag]).map { Feature($0, value: 0) }

  private static func bounded(_ points: Double) -> Double {
    points.isFinite ? min(max(points, -maximumSize), maximumSize) : 0
  }

  /// Whether two styles ask for the same.
  public static func == (left: ShapingStyle, right: ShapingStyle) -> Bool {
    left === right
      || left.hash == right.hash && left.font == right.font && left.features == right.features
        && left.language == right.language && left.letterSpacing == right.letterSpacing
        && left.baselineShift == right.baselineShift
  }

  /// Feeds the hash that was computed once, when the style was made.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(hash)
  }
}

/// A stretch of text in one ``ShapingStyle``.
package struct ShapingSpan: Hashable, Sendable {
  /// The UTF-8 offset where the span ends; it begins where the one before it ended.
  package var end: Int32
  /// The style.
  package var style: ShapingStyle

  /// Makes a span.
  package init(end: Int32, style: ShapingStyle) {
    self.end = end
    self.style = style
  }
}

/// Text with all that shaping needs to know of it; the key of the shaped-text cache.
package struct ShapingInput: Hashable, Sendable {
  /// The text.
  package var text: UTF8Text
  /// The style of what no span covers, and the one whose metrics set the pitch of the lines.
  package var base: ShapingStyle
  /// The styles in order, or none if all is in the base style.
  package var spans: [ShapingSpan]
  /// How the direction of each paragraph is found.
  package var direction: BaseDirection
  /// The language of the text as a BCP 47 tag, if it is known.
  package var language: String?
  /// What few texts have, or `nil`.
  package var details: ShapingDetails?

  /// Makes an input.
  package init(
    text: UTF8Text, base: ShapingStyle, spans: [ShapingSpan] = [], direction: BaseDirection = .auto,
    language: String? = nil, details: ShapingDetails? = nil
  ) {
    self.text = text
    self.base = base
    self.spans = spans
    self.direction = direction
    self.language = language
    self.details = details
  }
}
