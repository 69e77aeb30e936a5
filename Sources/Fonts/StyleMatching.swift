/// The search for the face of a family that best matches a style.
///
/// Width has priority, then slant, then weight; among equals, the first face is chosen.
///
/// - SeeAlso: [CSS Fonts 4 §5.2](https://www.w3.org/TR/css-fonts-4/#font-style-matching).
enum StyleMatching {
  /// Returns the index of the best of `styles`, or `nil` if there are none.
  static func best(of styles: some Collection<FaceStyle>, for request: StyleRequest) -> Int? {
    var best: (index: Int, distance: Distance)?
    for (index, style) in styles.enumerated() {
      let distance = Distance(
        width: widthDistance(style.width, request.width),
        slant: slantDistance(style.slant, request.slant),
        weight: weightDistance(style.weight, request.weight))
      if best.map({ distance < $0.distance }) ?? true { best = (index, distance) }
    }
    return best?.index
  }

  /// The distance of a face from a request.
  private struct Distance: Comparable {
    let width: Step
    let slant: Step
    let weight: Step

    static func < (left: Distance, right: Distance) -> Bool {
      (left.width, left.slant, left.weight) < (right.width, right.slant, right.weight)
    }
  }

  /// The distance of one property from a request: first by search direction, then by difference.
  struct Step: Comparable {
    let turn: Int
    let distance: Double

    static func < (left: Step, right: Step) -> Bool {
      (left.turn, left.distance) < (right.turn, right.distance)
    }
  }

  /// Returns the distance in width: narrow requests prefer narrower faces, wide ones wider faces.
  static func widthDistance(_ range: ClosedRange<Double>, _ width: Double) -> Step {
    if range.contains(width) { return Step(turn: 0, distance: 0) }
    let gap = gap(range, width)
    return Step(turn: (gap > 0) == (width <= 100) ? 1 : 2, distance: abs(gap))
  }

  /// Returns the distance up from a range to a number, or down to it if it is negative.
  private static func gap(_ range: ClosedRange<Double>, _ number: Double) -> Double {
    range.upperBound < number ? number - range.upperBound : number - range.lowerBound
  }

  /// Returns the distance in weight: light requests prefer lighter faces, bold ones bolder faces;
  /// requests from 400 to 500 search up to 500 before they search below.
  static func weightDistance(_ range: ClosedRange<Double>, _ weight: Double) -> Step {
    if range.contains(weight) { return Step(turn: 0, distance: 0) }
    let gap = gap(range, weight)
    let turn =
      switch weight {
      case 400...500: gap > 0 ? 2 : range.lowerBound <= 500 ? 1 : 3
      default: (gap > 0) == (weight < 400) ? 1 : 2
      }
    return Step(turn: turn, distance: abs(gap))
  }

  /// Returns the distance in slant: italic requests prefer oblique faces if there is no italic, and
  /// vice versa; both take an upright face last.
  static func slantDistance(_ slant: FaceSlant, _ asked: FontDescription.Slant) -> Step {
    switch asked {
    case .upright: return obliqueDistance(slant, 0)
    case .oblique(let degrees) where degrees < 0:
      let mirrored = slant.angles.map { -$0.upperBound ... -$0.lowerBound }
      return obliqueDistance(FaceSlant(isItalic: slant.isItalic, angles: mirrored), -degrees)
    case .oblique(let degrees): return obliqueDistance(slant, degrees)
    case .italic:
      guard !slant.isItalic, let angles = slant.angles else { return Step(turn: 0, distance: 0) }
      // An italic of unknown angle counts as 14 degrees, as in CSS.
      let lean = obliqueDistance(FaceSlant(isItalic: false, angles: angles), 14)
      return Step(turn: lean.turn + 1, distance: lean.distance)
    }
  }

  /// Returns the distance from a non-negative angle.
  private static func obliqueDistance(_ slant: FaceSlant, _ degrees: Double) -> Step {
    let angles = slant.angles
    if let angles, angles.contains(degrees) { return Step(turn: 0, distance: 0) }
    var steps: [Step] = slant.isItalic ? [Step(turn: 3, distance: 0)] : []
    if let angles {
      let isSteep = degrees >= 11
      if angles.lowerBound > degrees {
        steps.append(Step(turn: isSteep ? 1 : 2, distance: angles.lowerBound - degrees))
      } else if angles.upperBound > 0 || (!isSteep && angles.upperBound == 0) {
        steps.append(Step(turn: isSteep ? 2 : 1, distance: degrees - angles.upperBound))
      } else {
        steps.append(Step(turn: 4, distance: degrees - angles.upperBound))
      }
    }
    return steps.min() ?? Step(turn: 5, distance: 0)
  }
}
