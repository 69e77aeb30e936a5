/// What is asked of the system's fonts.
package struct FontQuery: Hashable, Sendable {
  /// How letters lean.
  package enum Slant: Int32, Hashable, Sendable {
    case upright = 0
    case italic = 100
    case oblique = 110
  }

  /// The families, in order of preference; generic names such as `serif` are understood.
  package var families: [String] = []
  /// How bold, from 1 to 1000, as CSS and OpenType count it.
  package var weight = 400.0
  /// How wide, in percent of normal.
  package var width = 100.0
  /// How it leans.
  package var slant = Slant.upright
  /// The language, as fontconfig writes it: `ja`, `zh-tw`; `nil` for that of the environment.
  package var language: String?

  /// Makes a query for the default font in its regular style.
  package init() {}
}

/// A face of a font file that the system has.
package struct FoundFont: Hashable, Sendable {
  /// The file.
  package let path: String
  /// Which of the file's faces it is, counting from zero.
  package let index: Int
  /// The names of the family, in several languages.
  package let families: [String]
  /// How bold it is, or can be.
  package let weight: ClosedRange<Double>
  /// How wide it is, or can be, in percent of normal.
  package let width: ClosedRange<Double>
  /// How it leans.
  package let slant: FontQuery.Slant
  /// Whether it has glyphs of more than one color.
  package let isColor: Bool
}
