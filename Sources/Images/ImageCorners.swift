public import GalleyGeometry

extension ImageCorners {
  /// A corner of an image in a bubble.
  public enum Corner: Hashable, Sendable {
    /// A rounded corner with a radius in points; 0 for a square corner.
    case round(Double)
    /// A bubble's tail, which extends beyond the side; the radius is that of the corner it
    /// replaces.
    ///
    /// Only bottom corners have tails; at the top, the corner is rounded.
    case tail(Double)
    /// A tail whose shape is a picture; the radius is that of the corner it replaces.
    ///
    /// In an outline, which has no pictures, the corner is rounded.
    case pictureTail(Double, TailPicture)

    /// The distance that a tail without a picture extends beyond the side, in points.
    public static let tailReach = 4.0

    /// The radius, in points; 0 if it is not a positive finite number.
    public var radius: Double {
      switch self {
      case .round(let radius), .tail(let radius), .pictureTail(let radius, _):
        radius > 0 && radius.isFinite ? radius : 0
      }
    }

    /// Whether the corner has a tail.
    public var hasTail: Bool { reach != nil }

    /// The distance that the tail extends beyond the side, in points; `nil` without a tail.
    var reach: Double? {
      switch self {
      case .round: nil
      case .tail: Self.tailReach
      case .pictureTail(_, let picture): picture.reach
      }
    }

    /// The picture of the tail; `nil` for none.
    var picture: TailPicture? {
      if case .pictureTail(_, let picture) = self { picture } else { nil }
    }
  }
}

/// The four corners of an image in a bubble.
public struct ImageCorners: Hashable, Sendable {
  /// The top left corner.
  public var topLeft: Corner
  /// The top right corner.
  public var topRight: Corner
  /// The bottom left corner.
  public var bottomLeft: Corner
  /// The bottom right corner.
  public var bottomRight: Corner

  /// Creates corners.
  public init(
    topLeft: Corner = .round(0), topRight: Corner = .round(0),
    bottomLeft: Corner = .round(0), bottomRight: Corner = .round(0)
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
      left: bottomLeft.reach ?? 0, right: bottomRight.reach ?? 0)
  }

  /// Whether the image is a plain rectangle.
  public var isEmpty: Bool { radii.isZero && !hasTails }

  /// The radii of all corners, in points.
  public var radii: CornerRadii {
    CornerRadii(
      topLeft: topLeft.radius, topRight: topRight.radius, bottomLeft: bottomLeft.radius,
      bottomRight: bottomRight.radius)
  }

  /// Whether a bottom corner has a tail that is a picture.
  package var hasPictures: Bool { bottomLeft.picture != nil || bottomRight.picture != nil }

  /// Whether either bottom corner has a tail.
  var hasTails: Bool { bottomLeft.hasTail || bottomRight.hasTail }
}
