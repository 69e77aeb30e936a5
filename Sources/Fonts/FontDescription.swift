public import GalleyHarfBuzz

/// The attributes that select a font.
public struct FontDescription: Hashable, Sendable {
  /// The families, in order of preference.
  ///
  /// Names are compared ignoring case. `sans-serif`, `serif`, `monospace`, `emoji` and `system-ui`
  /// select the collection's own choice. Unknown families are skipped, and an empty list selects
  /// the collection's default.
  public var families: [String]
  /// The size of the em, in points.
  public var size: Double
  /// The weight, from 1 to 1000: 400 is regular, 700 bold.
  public var weight: Double
  /// The width, in percent of normal.
  public var width: Double
  /// The slant.
  public var slant: Slant
  /// The values of a variable font's axes, which override those implied by the properties above.
  public var variations: [Variation]

  /// Creates a description; by default the regular style of the default family.
  public init(
    families: [String] = [], size: Double = 16, weight: Double = 400, width: Double = 100,
    slant: Slant = .upright, variations: [Variation] = []
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.width = width
    self.slant = slant
    self.variations = variations
  }
}

extension FontDescription {
  /// The slant of letters.
  public enum Slant: Hashable, Sendable {
    /// Upright letters.
    case upright
    /// Letters with cursive forms of their own.
    case italic
    /// Letters of the upright style, slanted forward by an angle in degrees.
    case oblique(degrees: Double)
  }

  /// A value on an axis of a variable font.
  public struct Variation: Hashable, Sendable {
    /// The axis, such as `wght`.
    public var axis: FontTag
    /// The value, in the axis's own units.
    public var value: Double

    /// Creates a setting of an axis.
    public init(axis: FontTag, value: Double) {
      self.axis = axis
      self.value = value
    }
  }
}
