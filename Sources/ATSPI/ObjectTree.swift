internal import GalleyAccessibility
package import GalleyGeometry

/// The window whose contents the bridge presents.
package struct WindowDescription: Hashable, Sendable {
  /// The title.
  package var title: String
  /// The size, in points.
  package var size: Size
  /// The position of the contents on the screen, in the screen's units.
  package var position: Point
  /// The number of the screen's units per point.
  package var unitsPerPoint: Double
  /// Whether the window has the keyboard focus.
  package var isActive: Bool

  /// Creates a description.
  package init(
    title: String, size: Size, position: Point = .zero, unitsPerPoint: Double = 1,
    isActive: Bool = true
  ) {
    (self.title, self.size, self.position) = (title, size, position)
    (self.unitsPerPoint, self.isActive) = (unitsPerPoint, isActive)
  }
}

/// A snapshot of the objects of an application: the application, its window, and the contents in
/// reading order, each after its parent.
struct ObjectTree: Sendable {
  /// An object in the tree.
  struct Node: Sendable {
    let path: String
    let object: Accessible
    let role: ProtocolRole
    let states: ProtocolStates
    /// The frame in the window, in points.
    let frame: Rect
    /// The index of the parent in the tree; `nil` for the application.
    let parent: Int?
    /// The index among the siblings.
    let index: Int
    fileprivate(set) var children: [Int] = []
  }

  private(set) var nodes: [Node] = []
  private(set) var indices: [String: Int] = [:]
  let window: WindowDescription

  /// The most objects in a snapshot; an application that describes more is cut off.
  static let limit = 20_000
  /// The deepest nesting of objects.
  static let depthLimit = 60

  /// The indices of the application and of its window.
  static let (application, frame) = (0, 1)

  /// Creates a snapshot.
  ///
  /// - Parameters:
  ///   - application: The name of the application.
  ///   - window: The window.
  ///   - contents: The objects in the window, with frames in the window's coordinates.
  init(application: String, window: WindowDescription, contents: [Accessible]) {
    self.window = window
    let bounds = Rect(origin: .zero, size: window.size)
    var root = Accessible(.group, application, id: "")
    root.frame = bounds
    append(root, at: Names.root, .application, ProtocolStates(root), in: nil, 0)
    root.name = window.title
    var states = ProtocolStates(root).union([.showing, .resizable])
    if window.isActive { states.insert(.active) }
    append(root, at: Names.window, .frame, states, in: Self.application, 0)
    append(contents, to: Self.frame, isVisible: true, depth: 2)
  }

  /// Returns the object at a path; `nil` if there is none.
  func node(at path: String) -> Int? { indices[path] }

  /// The path of the object with the keyboard focus; `nil` if the window is inactive or nothing has
  /// it.
  var focus: String? { nodes.first { $0.states.contains(.focused) }?.path }

  private mutating func append(
    _ children: [Accessible], to parent: Int, isVisible: Bool, depth: Int
  ) {
    guard depth < Self.depthLimit else { return }
    for child in children {
      let path = nodes[parent].path + "/" + Names.pathElement(child.id)
      // Of several siblings with one identifier only the first exists.
      guard nodes.count < Self.limit, indices[path] == nil else { continue }
      let frame = child.frame ?? nodes[parent].frame
      let isShowing = isVisible && frame.intersects(Rect(origin: .zero, size: window.size))
      var states = ProtocolStates(child)
      if isShowing { states.insert(.showing) }
      if !window.isActive { states.remove(.focused) }
      let index = nodes.count
      append(
        child, at: path, child.role.atspi, states, in: parent, nodes[parent].children.count)
      append(child.children, to: index, isVisible: isShowing, depth: depth + 1)
    }
  }

  private mutating func append(
    _ object: Accessible, at path: String, _ role: ProtocolRole, _ states: ProtocolStates,
    in parent: Int?, _ index: Int
  ) {
    if let parent { nodes[parent].children.append(nodes.count) }
    indices[path] = nodes.count
    let frame = object.frame ?? .zero
    nodes.append(
      Node(
        path: path, object: object, role: role, states: states, frame: frame, parent: parent,
        index: index))
  }
}

extension Rect {
  /// Returns whether the interiors of two rectangles intersect, or one without an area is inside
  /// the other.
  fileprivate func intersects(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
      || (size.width <= 0 || size.height <= 0) && other.contains(origin)
  }
}
