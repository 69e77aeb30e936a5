public import GalleyGeometry

/// A corner of an image in a bubble.
public enum ImageCorner: Hashable, Sendable {
  /// A rounded corner with a radius in points; 0 for a square corner.
  case round(Double)
  /// A bubble's tail, which extends beyond the side; the radius is that of the corner it replaces.
  ///
  /// Only bottom corners have tails; at the top, the corner is rounded.
  case tail(Double)

  /// The distance that a tail extends beyond the side, in points.
  public static let tailReach = 4.0

  /// The corner without a tail.
  public var withoutTail: ImageCorner { .round(radius) }

  /// The radius, in points; 0 if it is not a positive finite number.
  public var radius: Double {
    switch self {
    case .round(let radius), .tail(let radius): radius > 0 && radius.isFinite ? radius : 0
    }
  }

  /// Whether the corner has a tail.
  public var hasTail: Bool {
    if case .tail = self { true } else { false }
  }
}

/// The four corners of an image in a bubble.
public struct ImageCorners: Hashable, Sendable {
  /// The top left corner.
  public var topLeft: ImageCorner
  /// The top right corner.
  public var topRight: ImageCorner
  /// The bottom left corner.
  public var bottomLeft: ImageCorner
  /// The bottom right corner.
  public var bottomRight: ImageCorner

  /// Creates corners.
  public init(
    topLeft: ImageCorner = .round(0), topRight: ImageCorner = .round(0),
    bottomLeft: ImageCorner = .round(0), bottomRight: ImageCorner = .round(0)
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }

  /// Creates four corners of equal radius, in points.
  public init(radius: Double) {
    self.init(
      topLeft: .round(radius), topRight: .round(radius), bottomLeft: .round(radius),
      bottomRight: .round(radius))
  }

  /// The extra space for tails beside the image, in points.
  public var extendedEdges: Insets {
    Insets(
      left: bottomLeft.hasTail ? ImageCorner.tailReach : 0,
      right: bottomRight.hasTail ? ImageCorner.tailReach : 0)
  }

  /// Whether the image is a plain rectangle.
  public var isEmpty: Bool { radii.isZero && !hasTails }

  /// Whether all corners are rounded with the same radius.
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

  /// Whether either bottom corner has a tail.
  var hasTails: Bool { bottomLeft.hasTail || bottomRight.hasTail }
}
