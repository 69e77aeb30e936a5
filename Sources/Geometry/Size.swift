/// A width and a height, in points.
public struct Size: Hashable, Sendable {
  /// The extent from left to right, in points.
  public var width: Double
  /// The extent from top to bottom, in points.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// An empty size.
  public static let zero = Size(width: 0, height: 0)

  /// Whether the width or the height is not positive.
  public var isEmpty: Bool { !(width > 0 && height > 0) }
}
