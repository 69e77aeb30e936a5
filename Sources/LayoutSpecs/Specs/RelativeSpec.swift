public import GalleyGeometry

/// An element at an edge, at a corner or in the middle of the room there is.
public struct RelativeSpec: LayoutElement {
  /// Where the element is in one direction.
  public enum Position: Hashable, Sendable {
    /// Where the room begins; the element is as large as the spec has to be at least.
    case none
    /// Where the room begins.
    case start
    /// In the middle, on a whole pixel.
    case center
    /// Where the room ends.
    case end
  }

  /// The directions in which the spec is no larger than its element.
  public struct Sizing: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The spec takes all the room that there is; unbounded room is none.
    public static let fill: Sizing = []
    /// It is as wide as its element.
    public static let minimumWidth = Sizing(rawValue: 1)
    /// It is as high as its element.
    public static let minimumHeight = Sizing(rawValue: 2)
    /// It is as large as its element.
    public static let minimum: Sizing = [.minimumWidth, .minimumHeight]
  }

  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// Where the element is from left to right, or from right to left where rows begin there.
  public var horizontal: Position
  /// Where the element is from top to bottom.
  public var vertical: Position
  /// How large the spec is.
  public var sizing: Sizing
  /// The element.
  public var child: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Puts an element at a place.
  public init(
    horizontal: Position = .none, vertical: Position = .none, sizing: Sizing = .fill,
    _ child: any LayoutElement
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.sizing = sizing
    self.child = child
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let x = Room(horizontal, range.width, takesAll: !sizing.contains(.minimumWidth))
    let y = Room(vertical, range.height, takesAll: !sizing.contains(.minimumHeight))
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

/// The room for an element in one direction.
private struct Room {
  let position: RelativeSpec.Position
  let range: ExtentRange
  let takesAll: Bool

  init(_ position: RelativeSpec.Position, _ range: ExtentRange, takesAll: Bool) {
    self.position = position
    self.range = range
    self.takesAll = takesAll
  }

  var inner: ExtentRange {
    position == .none ? range : ExtentRange(min: 0, max: range.max)
  }

  func extent(around inner: Double) -> Double {
    takesAll && range.max.isFinite ? range.max : range.clamp(inner)
  }

  func offset(of inner: Double, on grid: PixelGrid) -> Double {
    let room = extent(around: inner) - inner
    return switch position {
    case .none, .start: 0
    case .center: grid.extent(within: room / 2)
    case .end: room
    }
  }
}

/// An element in the middle of the room there is.
public struct CenterSpec: LayoutElement {
  /// The directions in which the element is in the middle; in others it is where the room begins.
  public struct Axes: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Makes a set of its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// From left to right.
    public static let x = Axes(rawValue: 1)
    /// From top to bottom.
    public static let y = Axes(rawValue: 2)
    /// Both ways.
    public static let both: Axes = [.x, .y]
  }

  /// What the spec asks of what it stands in.
  public var style = LayoutStyle()
  /// The directions in which the element is in the middle.
  public var axes: Axes
  /// How large the spec is.
  public var sizing: RelativeSpec.Sizing
  /// The element.
  public var child: any LayoutElement

  /// The parts are the same for every range.
  public var hasFixedParts: Bool { true }

  /// Centers an element.
  public init(
    axes: Axes = .both, sizing: RelativeSpec.Sizing = .fill, _ child: any LayoutElement
  ) {
    self.axes = axes
    self.sizing = sizing
    self.child = child
  }

  /// Finds the size of the spec, and where its parts are.
  public func layout(
    thatFits range: SizeRange, parentSize: Size, in context: LayoutContext
  ) -> NodeLayout {
    let spec = RelativeSpec(
      horizontal: axes.contains(.x) ? .center : .none,
      vertical: axes.contains(.y) ? .center : .none, sizing: sizing, child)
    return spec.layout(thatFits: range, parentSize: parentSize, in: context)
  }
}
