public import GalleyGeometry

/// One corner of an image in a bubble.
public enum ImageCorner: Hashable, Sendable {
  /// A part of a circle; of radius 0, in points, a square corner.
  case round(Double)
  /// The tail of a bubble, which reaches out of the side; the radius is that of the corner before it.
  ///
  /// Only a corner at the bottom has one; at the top it is round.
  case tail(Double)

  /// How far a tail reaches out of the side, in points.
  public static let tailReach = 4.0

  /// The corner without a tail.
  public var withoutTail: ImageCorner { .round(radius) }

  /// The radius, in points; 0 of one that is no positive number.
  public var radius: Double {
    switch self {
    case .round(let radius), .tail(let radius): radius > 0 && radius.isFinite ? radius : 0
    }
  }

  /// Whether there is a tail.
  public var hasTail: Bool {
    if case .tail = self { true } else { false }
  }
}

/// The four corners of an image in a bubble.
public struct ImageCorners: Hashable, Sendable {
  /// The corner at the upper left.
  public var topLeft: ImageCorner
  /// The corner at the upper right.
  public var topRight: ImageCorner
  /// The corner at the lower left.
  public var bottomLeft: ImageCorner
  /// The corner at the lower right.
  public var bottomRight: ImageCorner

  /// Makes corners.
  public init(
    topLeft: ImageCorner = .round(0), topRight: ImageCorner = .round(0),
    bottomLeft: ImageCorner = .round(0), bottomRight: ImageCorner = .round(0)
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }

  /// Makes four corners of one radius, in points.
  public init(radius: Double) {
    self.init(
      topLeft: .round(radius), topRight: .round(radius), bottomLeft: .round(radius),
      bottomRight: .round(radius))
  }

  /// The room that tails take beside the image, in points.
  public var extendedEdges: Insets {
    Insets(
      left: bottomLeft.hasTail ? ImageCorner.tailReach : 0,
      right: bottomRight.hasTail ? ImageCorner.tailReach : 0)
  }

  /// Whether the image is a plain rectangle.
  public var isEmpty: Bool { radii.isZero && !hasTails }

  /// Whether all corners are round, and alike.
  public var areEqualAndRound: Bool {
    let radii = radii
    return !hasTails && radii == CornerRadii(radii.topLeft)
  }

  /// The corners without tails.
  public var withoutTails: ImageCorners {
    ImageCorners(
      topLeft: topLeft.withoutTail, topRight: topRight.withoutTail,
      bottomLeft: bottomLeft.withoutTail, bottomRight: bottomRight.withoutTail)
  }

  /// The radii of all corners, in points.
  public var radii: CornerRadii {
    CornerRadii(
      topLeft: topLeft.radius, topRight: topRight.radius, bottomLeft: bottomLeft.radius,
      bottomRight: bottomRight.radius)
  }

  /// Whether there is a tail at the bottom.
  var hasTails: Bool { bottomLeft.hasTail || bottomRight.hasTail }
}
