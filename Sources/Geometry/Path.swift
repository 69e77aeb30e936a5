/// A path of lines and curves, in points; y grows downward.
///
/// The interior follows from the direction: outer contours are clockwise, holes counterclockwise.
/// The nonzero and the even-odd rule agree on such paths.
public struct Path: Hashable, Sendable {
  /// An element of a path.
  public enum Element: Hashable, Sendable {
    /// Begins a new subpath.
    case move(Point)
    /// Adds a straight line.
    case line(Point)
    /// Adds a cubic Bézier curve with two control points.
    case curve(Point, control1: Point, control2: Point)
    /// Closes the subpath.
    case close
  }

  /// The elements, in order.
  public private(set) var elements: [Element] = []

  /// Creates an empty path.
  public init() {}

  /// Whether the path has no elements.
  public var isEmpty: Bool { elements.isEmpty }

  /// Begins a new subpath.
  public mutating func move(to point: Point) { elements.append(.move(point)) }

  /// Adds a straight line.
  public mutating func addLine(to point: Point) { elements.append(.line(point)) }

  /// Adds a cubic Bézier curve.
  public mutating func addCurve(to point: Point, control1: Point, control2: Point) {
    elements.append(.curve(point, control1: control1, control2: control2))
  }

  /// Closes the subpath.
  public mutating func close() { elements.append(.close) }

  /// Appends the elements of another path.
  public mutating func append(_ other: Path) { elements += other.elements }

  /// Adds a rectangle, clockwise from its top left corner.
  public mutating func addRect(_ rect: Rect) {
    move(to: rect.origin)
    addLine(to: Point(x: rect.maxX, y: rect.minY))
    addLine(to: Point(x: rect.maxX, y: rect.maxY))
    addLine(to: Point(x: rect.minX, y: rect.maxY))
    close()
  }

  /// Creates a rounded rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - radius: The corner radius in points, limited to half a side.
  public init(roundedRect rect: Rect, radius: Double) {
    addRounded(rect.corners, outerRadius: radius, innerRadius: radius)
  }

  /// The bounding box of all end points and control points.
  public var bounds: Rect {
    var bounds: (minX: Double, minY: Double, maxX: Double, maxY: Double)?
    func add(_ point: Point) {
      let old = bounds ?? (point.x, point.y, point.x, point.y)
      bounds = (
        min(old.minX, point.x), min(old.minY, point.y), max(old.maxX, point.x),
        max(old.maxY, point.y)
      )
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let point, let control1, let control2):
        add(control1)
        add(control2)
        add(point)
      case .close: break
      }
    }
    guard let bounds else { return .zero }
    return Rect(
      x: bounds.minX, y: bounds.minY, width: bounds.maxX - bounds.minX,
      height: bounds.maxY - bounds.minY)
  }

  /// Returns the path translated by an offset.
  public func offset(x: Double, y: Double) -> Path {
    func moved(_ point: Point) -> Point { Point(x: point.x + x, y: point.y + y) }
    var path = Path()
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(moved(point))
      case .line(let point): .line(moved(point))
      case .curve(let point, let control1, let control2):
        .curve(moved(point), control1: moved(control1), control2: moved(control2))
      case .close: .close
      }
    }
    return path
  }
}
