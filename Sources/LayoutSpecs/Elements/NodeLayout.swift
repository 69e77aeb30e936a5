public import GalleyGeometry

/// The immutable layout of an element: its size and the layouts of its parts.
///
/// It retains its elements. A component of a size or position that is NaN, infinite, beyond
/// ``SizeRange/maximumExtent``, or negative (in a size) becomes 0.
public final class NodeLayout: Sendable {
  /// An element with an identity, such as a node.
  ///
  /// Flattened layouts consist of these elements, and a pass lays each out once per range.
  public typealias Element = any LayoutElement & AnyObject

  /// The distances of text baselines from the top edge, in points.
  public struct Baselines: Hashable, Sendable {
    /// The baseline of the first line.
    public var first: Double
    /// The baseline of the last line.
    public var last: Double

    /// Creates baselines.
    public init(first: Double, last: Double) {
      self.first = first
      self.last = last
    }

    func offset(by y: Double) -> Baselines { Baselines(first: first + y, last: last + y) }
  }

  /// The element of the layout; `nil` for a spec, which has no identity.
  public let element: Element?
  /// The size, in points.
  public let size: Size
  /// The position of the top left corner in the parent, in points; `nil` before it is known.
  public let position: Point?
  /// The layouts of the parts, back to front.
  public let sublayouts: [NodeLayout]
  /// The text baselines; by default those of the first and the last part that has any.
  public let baselines: Baselines?
  /// Whether the size or position had to be repaired.
  public let isRepaired: Bool

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - element: The element of the layout.
  ///   - size: The size, in points.
  ///   - position: The position of the top left corner in the parent, in points.
  ///   - sublayouts: The layouts of the parts with positions, back to front.
  public convenience init(
    _ element: Element? = nil, size: Size, position: Point? = nil, sublayouts: [NodeLayout] = []
  ) {
    let text = sublayouts.lazy.filter { $0.baselines != nil }
    var baselines: Baselines?
    if let first = text.first?.placedBaselines, let last = text.last?.placedBaselines {
      baselines = Baselines(first: first.first, last: last.last)
    }
    self.init(
      Geometry(size: size, position: position, baselines: baselines), element: element,
      sublayouts: sublayouts)
  }

  /// Creates a layout with text baselines.
  ///
  /// - Parameters:
  ///   - element: The element of the layout.
  ///   - size: The size, in points.
  ///   - baselines: The baselines of the first and the last line.
  ///   - sublayouts: The layouts of the parts with positions, back to front.
  public convenience init(
    _ element: Element? = nil, size: Size, baselines: Baselines?, sublayouts: [NodeLayout] = []
  ) {
    self.init(Geometry(size: size, baselines: baselines), element: element, sublayouts: sublayouts)
  }

  /// The numeric values of a layout.
  struct Geometry {
    var size: Size
    var position: Point?
    var baselines: Baselines?
    var wasRepaired = false

    /// Replaces invalid numbers.
    mutating func repair() {
      func extent(_ extent: Double) -> Double {
        extent >= 0 && extent <= SizeRange.maximumExtent ? extent : 0
      }
      func distance(_ distance: Double) -> Double {
        abs(distance) <= SizeRange.maximumExtent ? distance : 0
      }
      let before = (size, position)
      size = Size(width: extent(size.width), height: extent(size.height))
      position = position.map { Point(x: distance($0.x), y: distance($0.y)) }
      wasRepaired = wasRepaired || before != (size, position)
      if let lines = baselines {
        baselines = Baselines(first: distance(lines.first), last: distance(lines.last))
      }
    }
  }

  init(_ geometry: Geometry, element: Element?, sublayouts: [NodeLayout]) {
    var geometry = geometry
    geometry.repair()
    self.element = element
    self.sublayouts = sublayouts
    size = geometry.size
    position = geometry.position
    baselines = geometry.baselines
    isRepaired = geometry.wasRepaired
  }

  /// The rectangle in the parent, in points; at the origin before the position is known.
  public var frame: Rect { Rect(origin: position ?? .zero, size: size) }

  /// Returns the layout at a position in a parent.
  public func positioned(at position: Point) -> NodeLayout {
    if position == self.position { return self }
    var geometry = geometry
    geometry.position = position
    return NodeLayout(geometry, element: element, sublayouts: sublayouts)
  }

  var geometry: Geometry {
    Geometry(size: size, position: position, baselines: baselines, wasRepaired: isRepaired)
  }

  /// The baselines, from the top edge of the parent.
  private var placedBaselines: Baselines? { baselines?.offset(by: position?.y ?? 0) }
}
