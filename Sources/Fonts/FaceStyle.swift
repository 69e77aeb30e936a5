/// The styles that a face supports, for choosing among the faces of a family.
///
/// A static face has ranges of one value.
struct FaceStyle: Hashable, Sendable {
  /// The weights, from the lightest to the boldest.
  var weight: ClosedRange<Double>
  /// The widths, from the narrowest to the widest, in percent of normal.
  var width: ClosedRange<Double>
  /// The slants.
  var slant: FaceSlant
}

extension FaceStyle {
  /// Creates the style of a static face.
  init(weight: Double, width: Double, slant: FontDescription.Slant) {
    self.init(weight: weight...weight, width: width...width, slant: FaceSlant(slant))
  }
}

/// The slants that a face supports.
struct FaceSlant: Hashable, Sendable {
  /// Whether the face has italic forms.
  var isItalic: Bool
  /// The forward angles in degrees: 0...0 for an upright face, `nil` for one that is only italic.
  var angles: ClosedRange<Double>?
}

extension FaceSlant {
  /// Creates the slant of a static face.
  init(_ slant: FontDescription.Slant) {
    switch slant {
    case .upright: self.init(isItalic: false, angles: 0...0)
    case .italic: self.init(isItalic: true, angles: nil)
    case .oblique(let degrees): self.init(isItalic: false, angles: degrees...degrees)
    }
  }

  /// Whether the face is only upright.
  var isUprightOnly: Bool { !isItalic && angles == 0...0 }
}

/// The requested style, without families and size.
struct StyleRequest: Hashable, Sendable {
  /// The weight, from 1 to 1000.
  var weight: Double
  /// The width, in percent of normal.
  var width: Double
  /// The slant.
  var slant: FontDescription.Slant
  /// The values of axes requested by name.
  var variations: [FontDescription.Variation] = []
  /// The size in points for the optical size axis, or `nil` to keep the font's default.
  var opticalSize: Double?

  /// Creates a request from a description, with invalid numbers corrected.
  init(_ description: FontDescription) {
    weight = description.weight.isNaN ? 400 : min(max(description.weight, 1), 1000)
    width = description.width.isNaN ? 100 : min(max(description.width, 1), 1000)
    slant = description.slant
    if case .oblique(let degrees) = slant, degrees == 0 || degrees.isNaN { slant = .upright }
    variations = description.variations.filter { !$0.value.isNaN }
  }
}
