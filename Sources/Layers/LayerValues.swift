public import GalleyGeometry
internal import Synchronization

/// What tells a layer from all others of the process, on the screen and in records of it.
public struct LayerID: Hashable, Comparable, Sendable {
  /// The layer's number, which no other layer ever has.
  public let rawValue: UInt64

  private static let last = Atomic<UInt64>(0)

  /// Gives the next layer its name.
  static func next() -> LayerID {
    // Relaxed: nothing is published through the number.
    LayerID(rawValue: last.add(1, ordering: .relaxed).newValue)
  }

  /// Whether a layer was made before another.
  public static func < (left: LayerID, right: LayerID) -> Bool { left.rawValue < right.rawValue }
}

/// The radius of each corner of a rectangle, in points.
public struct CornerRadii: Hashable, Sendable {
  /// The radius of the corner at the upper left.
  public var topLeft: Double
  /// The radius of the corner at the upper right.
  public var topRight: Double
  /// The radius of the corner at the lower left.
  public var bottomLeft: Double
  /// The radius of the corner at the lower right.
  public var bottomRight: Double

  /// Makes radii, in points.
  public init(
    topLeft: Double = 0, topRight: Double = 0, bottomLeft: Double = 0, bottomRight: Double = 0
  ) {
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }

  /// Makes all corners the same, in points.
  public init(_ radius: Double) {
    self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
  }

  /// Four square corners.
  public static let zero = CornerRadii()

  /// Whether all corners are square.
  public var isZero: Bool { largest <= 0 }

  /// The largest radius, in points.
  public var largest: Double { max(topLeft, topRight, bottomLeft, bottomRight) }

  /// Whether all radii are finite and none is negative.
  var isValid: Bool {
    [topLeft, topRight, bottomLeft, bottomRight].allSatisfy { $0.isFinite && $0 >= 0 }
  }

  /// The same corners, made smaller together where two of them do not fit on a side.
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

  /// The same corners, each with so many times its radius.
  public func scaled(by factor: Double) -> CornerRadii {
    CornerRadii(
      topLeft: topLeft * factor, topRight: topRight * factor, bottomLeft: bottomLeft * factor,
      bottomRight: bottomRight * factor)
  }

  /// The corners of a rectangle whose sides are all a distance further in, in points.
  func inset(by distance: Double) -> CornerRadii {
    CornerRadii(
      topLeft: max(0, topLeft - distance), topRight: max(0, topRight - distance),
      bottomLeft: max(0, bottomLeft - distance), bottomRight: max(0, bottomRight - distance))
  }
}

/// The line just inside of a layer's edge.
public struct LayerBorder: Hashable, Sendable {
  /// How thick the line is, in points.
  public var width: Double
  /// The color of the line.
  public var color: Color

  /// Makes a border.
  public init(width: Double = 0, color: Color = .black) {
    self.width = width
    self.color = color
  }
}

/// The shadow that a layer's rectangle with its round corners throws on what is behind it.
///
/// It is of the rectangle, whatever the layer's contents, and lies behind the whole layer, so it shines
/// through where the layer does. `masksToBounds` does not cut it off.
public struct LayerShadow: Hashable, Sendable {
  /// The color of the shadow.
  public var color: Color
  /// How much of the color there is, 0 to 1; of none there is no shadow.
  public var opacity: Double
  /// How far the shadow lies to the right of the layer and below, in points.
  public var offset: Size
  /// The standard deviation of the blur in points; 0 gives a hard edge.
  public var radius: Double

  /// Makes a shadow.
  public init(
    color: Color = .black, opacity: Double = 0, offset: Size = Size(width: 0, height: -3),
    radius: Double = 3
  ) {
    self.color = color
    self.opacity = opacity
    self.offset = offset
    self.radius = radius
  }

  /// Whether there is nothing to draw.
  var isHidden: Bool { opacity <= 0 || color.alpha == 0 }
}

/// How a bitmap stands in a layer's bounds.
public enum ContentsGravity: Hashable, Sendable, CaseIterable {
  /// Stretched to the bounds.
  case resize
  /// As large as fits in the bounds, in the middle.
  case resizeAspect
  /// As small as covers the bounds, in the middle; what reaches out shows unless the layer masks.
  case resizeAspectFill
  /// In its own size, in the middle.
  case center
  /// In its own size, at the middle of the upper edge.
  case top
  /// In its own size, at the middle of the lower edge.
  case bottom
  /// In its own size, at the middle of the left edge.
  case left
  /// In its own size, at the middle of the right edge.
  case right
  /// In its own size, in the upper left corner.
  case topLeft
  /// In its own size, in the upper right corner.
  case topRight
  /// In its own size, in the lower left corner.
  case bottomLeft
  /// In its own size, in the lower right corner.
  case bottomRight
}
