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
