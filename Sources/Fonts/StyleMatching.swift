/// Chooses the face of a family that comes nearest to a style.
///
/// The width decides first, then the slant, then the weight; among equals, the one that stands
/// first.
///
/// - SeeAlso: [CSS Fonts 4 §5.2](https://www.w3.org/TR/css-fonts-4/#font-style-matching).
enum StyleMatching {
  /// The index of the best of `styles`; `nil` if there are none.
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

  /// How far a face is from what is asked for.
  private struct Distance: Comparable {
    let width: Step
    let slant: Step
    let weight: Step

    static func < (left: Distance, right: Distance) -> Bool {
      (left.width, left.slant, left.weight) < (right.width, right.slant, right.weight)
    }
  }

  /// How far one property is from what is asked for: first in which direction it was looked for,
  /// then how far away it was.
  struct Step: Comparable {
    let turn: Int
    let distance: Double

    static func < (left: Step, right: Step) -> Bool {
      (left.turn, left.distance) < (right.turn, right.distance)
    }
  }

  /// Narrow looks for narrower faces first, wide for wider ones.
  static func widthDistance(_ range: ClosedRange<Double>, _ width: Double) -> Step {
    if range.contains(width) { return Step(turn: 0, distance: 0) }
    let isBelow = range.upperBound < width
    let distance = isBelow ? width - range.upperBound : range.lowerBound - width
    return Step(turn: isBelow == (width <= 100) ? 1 : 2, distance: distance)
  }

  /// Light looks for lighter faces first, bold for bolder ones; what is between 400 and 500 looks up
  /// to 500 before it looks below.
  static func weightDistance(_ range: ClosedRange<Double>, _ weight: Double) -> Step {
    if range.contains(weight) { return Step(turn: 0, distance: 0) }
    let isBelow = range.upperBound < weight
    let distance = isBelow ? weight - range.upperBound : range.lowerBound - weight
    if (400...500).contains(weight) {
      if !isBelow && range.lowerBound <= 500 { return Step(turn: 1, distance: distance) }
      return Step(turn: isBelow ? 2 : 3, distance: distance)
    }
    return Step(turn: isBelow == (weight < 400) ? 1 : 2, distance: distance)
  }

  /// Italic looks for leaning faces where there is no italic, and the other way around; each takes
  /// an upright face last.
  static func slantDistance(_ slant: FaceSlant, _ asked: FontSlant) -> Step {
    switch asked {
    case .upright:
      return obliqueDistance(slant, 0)
    case .oblique(let degrees) where degrees < 0:
      let mirrored = slant.angles.map { -$0.upperBound ... -$0.lowerBound }
      return obliqueDistance(
        FaceSlant(isItalic: slant.isItalic, angles: mirrored), -degrees)
    case .oblique(let degrees):
      return obliqueDistance(slant, degrees)
    case .italic:
      guard !slant.isItalic, let angles = slant.angles else { return Step(turn: 0, distance: 0) }
      // An italic of unknown angle: CSS takes 14 degrees.
      let lean = obliqueDistance(FaceSlant(isItalic: false, angles: angles), 14)
      return Step(turn: lean.turn + 1, distance: lean.distance)
    }
  }

  /// The distance from an angle of zero or more.
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
