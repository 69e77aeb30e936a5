public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// The handler of pointers on the node, which the node retains.
  ///
  /// The handler must not retain the node, which its methods receive. Without a handler, pointers
  /// fall through to the supernode.
  public var pointerHandler: (any PointerHandler)? {
    get { withDescription { $0.pointerHandler }?.handler }
    set { withDescription { $0.pointerHandler = newValue.map(HandlerBox.init) } }
  }

  /// Whether hit tests consider the node and its descendants.
  public var isUserInteractionEnabled: Bool {
    get { !has(.ignoresPointers) }
    set { setFlag(.ignoresPointers, !newValue) }
  }

  /// The distances by which hit tests extend the node's bounds, in points; negative values shrink
  /// them.
  public var hitTestSlop: Insets {
    get { withDescription { $0.hitTestSlop } }
    set { withDescription { $0.hitTestSlop = newValue } }
  }

  /// Returns the frontmost node at a point: this one or a descendant.
  ///
  /// Skips nodes that are hidden, transparent, disabled for interaction, or clipped by a masking
  /// ancestor. Callable from any thread.
  ///
  /// - Parameter point: The point, in the node's own coordinates.
  /// - Returns: The node; `nil` if there is none.
  public func hitTest(_ point: Point) -> DisplayNode? {
    let (state, flags, slop, subnodes) = withDescription {
      ($0.properties, $0.flags, $0.hitTestSlop, $0.subnodes)
    }
    guard !state.isHidden, state.opacity > Self.leastOpacity, !flags.contains(.ignoresPointers)
    else { return nil }
    let isInside = state.bounds.contains(point)
    if state.masksToBounds, !isInside { return nil }
    for (node, placement) in Self.frontToBack(subnodes) {
      guard let inverse = placement.inverse else { continue }
      if let hit = node.hitTest(point.applying(inverse)) { return hit }
    }
    return state.bounds.extended(by: slop).contains(point) ? self : nil
  }

  /// Returns the nodes front to back, with their transforms to the enclosing coordinates.
  private static func frontToBack(
    _ nodes: [DisplayNode]
  ) -> [(node: DisplayNode, placement: AffineTransform)] {
    let states = nodes.map { node in node.withDescription { $0.properties } }
    let order = LayerState.backToFront(states.map(\.zPosition)).reversed()
    return order.map { (nodes[$0], states[$0].transformToSuperlayer) }
  }

  /// The opacity up to which a node is not hit.
  private static let leastOpacity = 0.01
}

/// A reference to a pointer handler, which is released on the main actor.
final class HandlerBox: Sendable {
  let handler: any PointerHandler

  init(_ handler: any PointerHandler) {
    self.handler = handler
  }
}
