public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// Converts a point from this node's coordinates to those of another node in the same tree.
  ///
  /// - Parameters:
  ///   - point: The point, in points.
  ///   - other: The other node, or `nil` for the coordinate space that contains the root node.
  /// - Returns: The converted point; `nil` if the nodes have no common ancestor, or if a transform
  ///   on the way down to `other` is not invertible.
  public func convert(_ point: Point, to other: DisplayNode?) -> Point? {
    let outward = placements()
    guard let other else { return outward.reduce(point) { $0.applying($1.placement) } }
    let inward = other.placements()
    guard outward.last?.node === inward.last?.node else { return nil }
    // There is only one path from the root to each node, so the common part cancels out.
    var point = outward.reduce(point) { $0.applying($1.placement) }
    for step in inward.reversed() {
      guard let inverse = step.placement.inverse else { return nil }
      point = point.applying(inverse)
    }
    return point
  }

  /// Converts a point from another node's coordinates to those of this node.
  public func convert(_ point: Point, from other: DisplayNode?) -> Point? {
    if let other { return other.convert(point, to: self) }
    var point = point
    for step in placements().reversed() {
      guard let inverse = step.placement.inverse else { return nil }
      point = point.applying(inverse)
    }
    return point
  }

  /// Returns the transforms of this node and each ancestor to its enclosing coordinates, innermost
  /// first.
  private func placements() -> [(node: DisplayNode, placement: AffineTransform)] {
    var steps: [(node: DisplayNode, placement: AffineTransform)] = []
    var node: DisplayNode? = self
    while let current = node {
      steps.append((current, current.withDescription { $0.properties.layer.transformToSuperlayer }))
      node = current.supernode
    }
    return steps
  }
}
