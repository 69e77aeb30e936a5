/// A request for a font of the system.
package struct FontQuery: Hashable, Sendable {
  /// The slant of letters.
  package enum Slant: Int32, Hashable, Sendable {
    case upright = 0
    case italic = 100
    case oblique = 110
  }

  /// The families, in order of preference; generic names such as `serif` are supported.
  package var families: [String] = []
  /// The weight, from 1 to 1000, as in CSS and OpenType.
  package var weight = 400.0
  /// The width, in percent of normal.
  package var width = 100.0
  /// The slant.
  package var slant = Slant.upright
  /// The language in fontconfig's form, such as `ja` or `zh-tw`, or `nil` for that of the
  /// environment.
  package var language: String?

  /// Creates a query for the default font in its regular style.
  package init() {}
}

/// A face of a font file on the system.
package struct FoundFont: Hashable, Sendable {
  /// The path of the file.
  package let path: String
  /// The index of the face in the file.
  package let index: Int
  /// The names of the family, in several languages.
  package let families: [String]
  /// The range of weights.
  package let weight: ClosedRange<Double>
  /// The range of widths, in percent of normal.
  package let width: ClosedRange<Double>
  /// The slant.
  package let slant: FontQuery.Slant
  /// Whether the face has color glyphs.
  package let isColor: Bool
}
