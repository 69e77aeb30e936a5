/// The corner radii of a rectangle, in points.
public struct CornerRadii: Hashable, Sendable {
  /// The radius of the top left corner.
  public var topLeft: Double
  /// The radius of the top right corner.
  public var topRight: Double
  /// The radius of the bottom left corner.
  public var bottomLeft: Double
  /// The radius of the bottom right corner.
  public var bottomRight: Double

  /// Creates radii, in points.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomLeft: Double = 0, bottomRight: Double = 0
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }

  /// Creates four equal radii, in points.
  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
  }

  /// Square corners.
  public static let zero = CornerRadii()

  /// Whether all corners are square.
  public var isZero: Bool { largest <= 0 }

  /// The largest radius, in points.
  public var largest: Double { max(topLeft, topRight, bottomLeft, bottomRight) }

  /// Whether all radii are finite and not negative.
  package var isValid: Bool {
    [topLeft, topRight, bottomLeft, bottomRight].allSatisfy { $0.isFinite && $0 >= 0 }
  }

  /// Returns the radii, scaled down together if two of them do not fit on a side.
  ///
  /// - SeeAlso: CSS Backgrounds and Borders 3, section 5.5.
  public func fitted(to size: Size) -> CornerRadii {
    guard !isZero else { return .zero }
    var factor = 1.0
    for (sum, side) in [
      (topLeft + topRight, size.width), (bottomLeft + bottomRight, size.width),
      (topLeft + bottomLeft, size.height), (topRight + bottomRight, size.height),
    ] where sum > side { factor = min(factor, max(0, side) / sum) }
    return factor == 1 ? self : scaled(by: factor)
  }

  /// Returns the radii multiplied by a factor.
  public func scaled(by factor: Double) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomLeft: bottomLeft * factor,
      bottomRight: bottomRight * factor)
  }

  /// Returns the radii of a rectangle inset by a distance in points.
  package func inset(by distance: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - distance), topRight: max(0, topRight - distance),
      bottomLeft: max(0, bottomLeft - distance), bottomRight: max(0, bottomRight - distance))
  }
}
