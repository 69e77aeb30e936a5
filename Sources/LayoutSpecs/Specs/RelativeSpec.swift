public import GalleyGeometry

/// A spec that positions an element at an edge, at a corner or in the center of the available
/// space.
public struct RelativeSpec: LayoutElement {
  /// The position of the element along one axis.
  public enum Position: Hashable, Sendable {
    /// At the start; the element also gets the minimum extent of the spec.
    case none
    /// At the start.
    case start
    /// In the center, rounded to a whole pixel.
    case center
    /// At the end.
    case end
  }

  /// The axes along which the spec is no larger than its element.
  public struct Sizing: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The spec fills the available space; in an unbounded direction it fits its element.
    public static let fill: Sizing = []
    /// The spec is as wide as its element.
    public static let minimumWidth = Sizing(rawValue: 1)
    /// The spec is as high as its element.
    public static let minimumHeight = Sizing(rawValue: 2)
    /// The spec is as large as its element.
    public static let minimum: Sizing = [.minimumWidth, .minimumHeight]
  }

  /// The layout attributes of the spec for its parent.
  public var style = LayoutStyle()
  /// The horizontal position, mirrored in right-to-left layout.
  public var horizontal: Position
  /// The vertical position.
  public var vertical: Position
  /// The axes along which the spec is no larger than its element.
  public var sizing: Sizing
  /// The element.
  public var child: any LayoutElement

  /// Always `true`.
  public var hasFixedParts: Bool { true }

  /// Creates a spec that positions an element.
  public init(
    horizontal: Position = .none, vertical: Position = .none, sizing: Sizing = .fill,
    _ child: any LayoutElement
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.sizing = sizing
    self.child = child
  }

  /// Returns the size of the spec and the layouts of its parts.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let x = Room(
      position: horizontal, range: range.width, takesAll: !sizing.contains(.minimumWidth))
    let y = Room(
      position: vertical, range: range.height, takesAll: !sizing.contains(.minimumHeight))
    let inner = SizeRange(width: x.inner, height: y.inner)
    let part = context.layout(of: child, thatFits: inner, parentSize: range.max)
    let size = Size(
      width: x.extent(around: part.size.width), height: y.extent(around: part.size.height))
    let start = x.offset(of: part.size.width, on: context.grid)
    let isMirrored = context.isRightToLeft
    let position = Point(
      x: isMirrored ? size.width - part.size.width - start : start,
      y: y.offset(of: part.size.height, on: context.grid))
    return NodeLayout(size: size, sublayouts: [part.positioned(at: position)])
  }
}

/// The available space along one axis.
private struct Room {
  let position: RelativeSpec.Position
  let range: ExtentRange
  let takesAll: Bool

  var inner: ExtentRange { position == .none ? range : ExtentRange(min: 0, max: range.max) }

  func extent(around inner: Double) -> Double {
    takesAll && range.max.isFinite ? range.max : range.clamp(inner)
  }

  func offset(of inner: Double, on grid: PixelGrid) -> Double {
    let room = extent(around: inner) - inner
    return switch position {
    case .none, .start: 0
    case .center: grid.roundedDown(room / 2)
    case .end: room
    }
  }
}

extension RelativeSpec {
  /// A set of axes.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates a set from raw bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The horizontal axis.
    public static let x = Axes(rawValue: 1)
    /// The vertical axis.
    public static let y = Axes(rawValue: 2)
    /// Both axes.
    public static let both: Axes = [.x, .y]
  }

  /// Returns a spec that centers an element along the given axes; along others it is at the start.
  public static func center(
    _ child: any LayoutElement, axes: Axes = .both, sizing: Sizing = .fill
  ) -> RelativeSpec {
    RelativeSpec(
      horizontal: axes.contains(.x) ? .center : .none,
      vertical: axes.contains(.y) ? .center : .none, sizing: sizing, child)
  }
}
