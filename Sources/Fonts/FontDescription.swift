public import GalleyHarfBuzz

/// What a style asks of a font.
public struct FontDescription: Hashable, Sendable {
  /// The families, in order of preference.
  ///
  /// Names are compared without regard to case. `sans-serif`, `serif`, `monospace`, `emoji` and
  /// `system-ui` stand for the collection's own choice. What no collection has is passed over, and
  /// no names at all ask for the collection's default.
  public var families: [String]
  /// The size of the em, in points.
  public var size: Double
  /// How bold, from 1 to 1000: 400 is regular, 700 bold.
  public var weight: Double
  /// How wide, in percent of normal.
  public var width: Double
  /// Whether it leans, and how.
  public var slant: FontSlant
  /// Places on a variable font's axes, which go before what the properties above ask for.
  public var variations: [FontVariation]

  /// Makes a description; of the regular style of the default family unless told otherwise.
  public init(
    families: [String] = [], size: Double = 16, weight: Double = 400, width: Double = 100,
    slant: FontSlant = .upright, variations: [FontVariation] = []
  ) {
    self.families = families
    self.size = size
    self.weight = weight
    self.width = width
    self.slant = slant
    self.variations = variations
  }
}

/// Whether letters lean, and how.
public enum FontSlant: Hashable, Sendable {
  /// They stand.
  case upright
  /// They have cursive forms of their own.
  case italic
  /// They are those of the upright style, leaning forward by so many degrees.
  case oblique(degrees: Double)
}

/// A place on one axis of a variable font.
public struct FontVariation: Hashable, Sendable {
  /// The axis, such as `wght`.
  public var axis: Tag
  /// The place, in the axis's own units.
  public var value: Double

  /// Makes a setting of an axis.
  public init(axis: Tag, value: Double) {
    self.axis = axis
    self.value = value
  }
}
