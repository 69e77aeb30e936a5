public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// What does something about pointers on the node; not kept alive.
  ///
  /// Without one, the node is like its
  /// background: pointers fall through to the supernode.
  public var pointerHandler: (any PointerHandler)? {
    get { withDescription { $0.pointerHandler }.handler }
    set { withDescription { $0.pointerHandler = WeakHandler(handler: newValue) } }
  }

  /// Whether pointers find the node and what is in it.
  public var isUserInteractionEnabled: Bool {
    get { !withDescription { $0.flags }.contains(.ignoresPointers) }
    set { setFlag(.ignoresPointers, !newValue) }
  }

  /// How far beyond its bounds pointers find the node, in points; negative is within.
  public var hitTestSlop: Insets {
    get { withDescription { $0.hitTestSlop } }
    set { withDescription { $0.hitTestSlop = newValue } }
  }

  /// The topmost node at a point that pointers find: this one, or one under it.
  ///
  /// What is hidden or transparent, takes no pointers, or is cut off by the bounds of one that masks is
  /// not found. Any thread may ask.
  ///
  /// - Parameter point: The point, in the node's own coordinates.
  /// - Returns: The node; `nil` if there is none.
  public func hitTest(_ point: Point) -> DisplayNode? {
    let (state, flags, slop, subnodes) = withDescription {
      ($0.properties.layer, $0.flags, $0.hitTestSlop, $0.subnodes)
    }
    guard !state.isHidden, state.opacity > Self.leastOpacity, !flags.contains(.ignoresPointers)
    else { return nil }
    let isInside = state.bounds.holds(point)
    if state.masksToBounds, !isInside { return nil }
    for (node, placement) in Self.frontToBack(subnodes) {
      guard let inverse = placement.inverse else { continue }
      if let hit = node.hitTest(point.applying(inverse)) { return hit }
    }
    return isInside || state.bounds.extended(by: slop).holds(point) ? self : nil
  }

  /// Nodes with what takes their points to the coordinates around them, the frontmost first.
  private static func frontToBack(
    _ nodes: [DisplayNode]
  ) -> [(node: DisplayNode, placement: AffineTransform)] {
    let states = nodes.map { node in node.withDescription { $0.properties.layer } }
    let order = nodes.indices.sorted { one, other in
      let (first, second) = (states[one].zPosition, states[other].zPosition)
      return first != second ? first > second : one > other
    }
    return order.map { (nodes[$0], states[$0].placement) }
  }

  /// What is less opaque is not found.
  private static let leastOpacity = 0.01
}

/// What handles pointers, not kept alive.
struct WeakHandler: Sendable {
  weak var handler: (any PointerHandler)?
}
