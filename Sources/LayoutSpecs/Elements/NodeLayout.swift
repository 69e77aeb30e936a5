public import GalleyGeometry

/// The size of an element, and where its parts are.
///
/// It never changes, and keeps its elements alive. A size or a position that is NaN, infinite,
/// negative (a size) or beyond ``SizeRange/largestExtent`` becomes 0 in the direction where it is.
public final class NodeLayout: Sendable {
  /// How far below the upper edge the baselines of text are, in points.
  public struct Baselines: Hashable, Sendable {
    /// The baseline of the first line.
    public var first: Double
    /// The baseline of the last line.
    public var last: Double

    /// Makes baselines.
    public init(first: Double, last: Double) {
      self.first = first
      self.last = last
    }

    func offset(by y: Double) -> Baselines { Baselines(first: first + y, last: last + y) }
  }

  /// Whose layout it is; `nil` for a spec, which has no identity.
  public let element: (any IdentifiedElement)?
  /// The size, in points.
  public let size: Size
  /// The place of the upper left corner within the parent, in points; `nil` before it is known.
  public let position: Point?
  /// The parts, from the lowest to the topmost.
  public let sublayouts: [NodeLayout]
  /// Where text stands; if nothing else is said, that of the first and last part that has any.
  public let baselines: Baselines?
  /// Whether the size or the position it was made with had to be put right.
  public let isRepaired: Bool

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - element: Whose layout it is.
  ///   - size: The size, in points.
  ///   - position: The place of the upper left corner within the parent, in points.
  ///   - sublayouts: The parts, with positions, from the lowest to the topmost.
  public convenience init(
    _ element: (any IdentifiedElement)? = nil, size: Size, position: Point? = nil,
    sublayouts: [NodeLayout] = []
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

  /// Makes a layout of text.
  ///
  /// - Parameters:
  ///   - element: Whose layout it is.
  ///   - size: The size, in points.
  ///   - baselines: Where its first and last line stand.
  ///   - sublayouts: The parts, with positions, from the lowest to the topmost.
  public convenience init(
    _ element: (any IdentifiedElement)? = nil, size: Size, baselines: Baselines?,
    sublayouts: [NodeLayout] = []
  ) {
    self.init(
      Geometry(size: size, baselines: baselines), element: element, sublayouts: sublayouts)
  }

  /// All that is numbers.
  struct Geometry {
    var size: Size
    var position: Point?
    var baselines: Baselines?
    var wasRepaired = false

    /// Puts right what is no number to lay out with.
    mutating func repair() {
      func extent(_ extent: Double) -> Double {
        extent >= 0 && extent <= SizeRange.largestExtent ? extent : 0
      }
      func distance(_ distance: Double) -> Double {
        abs(distance) <= SizeRange.largestExtent ? distance : 0
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

  init(_ geometry: Geometry, element: (any IdentifiedElement)?, sublayouts: [NodeLayout]) {
    var geometry = geometry
    geometry.repair()
    self.element = element
    self.sublayouts = sublayouts
    size = geometry.size
    position = geometry.position
    baselines = geometry.baselines
    isRepaired = geometry.wasRepaired
  }

  /// The rectangle within the parent, in points; at the origin before the position is known.
  public var frame: Rect { Rect(origin: position ?? .zero, size: size) }

  /// The same layout at a place within a parent.
  public func positioned(at position: Point) -> NodeLayout {
    if position == self.position { return self }
    var geometry = geometry
    geometry.position = position
    return NodeLayout(geometry, element: element, sublayouts: sublayouts)
  }

  var geometry: Geometry {
    Geometry(size: size, position: position, baselines: baselines, wasRepaired: isRepaired)
  }

  /// The baselines, below the upper edge of the parent.
  private var placedBaselines: Baselines? { baselines?.offset(by: position?.y ?? 0) }
}
