public import GalleyGeometry
internal import Synchronization

extension Layer {
  /// The identity of a layer, unique in the process.
  public struct ID: Hashable, Comparable, Sendable {
    /// The number of the layer, never reused.
    public let rawValue: UInt64

    private static let last = Atomic<UInt64>(0)

    /// Returns the next identifier.
    static func next() -> ID {
      // Relaxed: the number publishes nothing.
      ID(rawValue: last.add(1, ordering: .relaxed).newValue)
    }

    /// Returns whether the left layer was created before the right one.
    public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
  }

  /// A border just inside a layer's edge.
  public struct Border: Hashable, Sendable {
    /// The width, in points.
    public var width: Double
    /// The color.
    public var color: Color

    /// Creates a border.
    public init(width: Double = 0, color: Color = .black) {
      self.width = width
      self.color = color
    }
  }

  /// The shadow of a layer's rounded rectangle.
  ///
  /// It ignores the layer's contents and lies behind the whole layer, visible through its
  /// translucent parts. `masksToBounds` does not clip it.
  public struct Shadow: Hashable, Sendable {
    /// The color of the shadow.
    public var color: Color
    /// The opacity of the shadow, 0...1; 0 disables the shadow.
    public var opacity: Double
    /// The offset to the right and downward, in points.
    public var offset: Size
    /// The standard deviation of the blur in points; 0 gives a hard edge.
    public var radius: Double

    /// Creates a shadow.
    public init(
      color: Color = .black, opacity: Double = 0, offset: Size = Size(width: 0, height: -3),
      radius: Double = 3
    ) {
      self.color = color
      self.opacity = opacity
      self.offset = offset
      self.radius = radius
    }

    /// Whether the shadow is invisible.
    var isHidden: Bool { opacity <= 0 || color.alpha == 0 }
  }

  /// The placement of a bitmap in a layer's bounds.
  public enum ContentsGravity: Hashable, Sendable, CaseIterable {
    /// Stretched to the bounds.
    case resize
    /// Scaled to fit in the bounds, centered.
    case resizeAspect
    /// Scaled to cover the bounds, centered; the overhang shows unless the layer masks.
    case resizeAspectFill
    /// At its own size, centered.
    case center
    /// At its own size, centered at the top edge.
    case top
    /// At its own size, centered at the bottom edge.
    case bottom
    /// At its own size, centered at the left edge.
    case left
    /// At its own size, centered at the right edge.
    case right
    /// At its own size, in the top left corner.
    case topLeft
    /// At its own size, in the top right corner.
    case topRight
    /// At its own size, in the bottom left corner.
    case bottomLeft
    /// At its own size, in the bottom right corner.
    case bottomRight
  }
}
