/// Which styles a face can be set in, as far as choosing among the faces of a family goes.
///
/// A face that does not vary has ranges of one value.
struct FaceStyle: Hashable, Sendable {
  /// From the lightest to the boldest.
  var weight: ClosedRange<Double>
  /// From the narrowest to the widest, in percent of normal.
  var width: ClosedRange<Double>
  /// How the face leans, or can lean.
  var slant: FaceSlant

  /// Makes the style of a face that does not vary.
  init(weight: Double, width: Double, slant: FontSlant) {
    self.init(weight: weight...weight, width: width...width, slant: FaceSlant(slant))
  }

  /// Makes a style of ranges.
  init(weight: ClosedRange<Double>, width: ClosedRange<Double>, slant: FaceSlant) {
    self.weight = weight
    self.width = width
    self.slant = slant
  }
}

/// How a face leans, or can lean.
struct FaceSlant: Hashable, Sendable {
  /// Whether it has, or can have, cursive forms.
  var isItalic: Bool
  /// The angles, in degrees forward: 0...0 for a face that stands, `nil` for one that can be nothing
  /// but italic.
  var angles: ClosedRange<Double>?

  /// Makes the slant of a face that does not vary.
  init(_ slant: FontSlant) {
    switch slant {
    case .upright: self.init(isItalic: false, angles: 0...0)
    case .italic: self.init(isItalic: true, angles: nil)
    case .oblique(let degrees): self.init(isItalic: false, angles: degrees...degrees)
    }
  }

  /// Makes a slant of its parts.
  init(isItalic: Bool, angles: ClosedRange<Double>?) {
    self.isItalic = isItalic
    self.angles = angles
  }

  /// Whether the face can do nothing but stand.
  var isUprightOnly: Bool {
    !isItalic && angles == 0...0
  }
}

/// The style that is asked for, without families and size.
struct StyleRequest: Hashable, Sendable {
  /// How bold, from 1 to 1000.
  var weight: Double
  /// How wide, in percent of normal.
  var width: Double
  /// How it leans.
  var slant: FontSlant
  /// Places on axes that are asked for by name.
  var variations: [FontVariation] = []
  /// The size in points that optical sizes go by; `nil` leaves them where the font has them.
  var opticalSize: Double?

  /// Takes the style out of a description, with numbers that make no sense put right.
  init(_ description: FontDescription) {
    weight = description.weight.isNaN ? 400 : min(max(description.weight, 1), 1000)
    width = description.width.isNaN ? 100 : min(max(description.width, 1), 1000)
    slant = description.slant
    if case .oblique(let degrees) = slant, degrees == 0 || degrees.isNaN { slant = .upright }
    variations = description.variations.filter { !$0.value.isNaN }
  }
}
