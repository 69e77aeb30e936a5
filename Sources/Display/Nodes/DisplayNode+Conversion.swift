public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// A point of this node's coordinates in those of another node of the same tree.
  ///
  /// - Parameters:
  ///   - point: The point, in points.
  ///   - other: The other node, or `nil` for the coordinates around the topmost node.
  /// - Returns: The same place; `nil` if the nodes have no ancestor in common, or if a transform on the
  ///   way down leaves no extent.
  public func convert(_ point: Point, to other: DisplayNode?) -> Point? {
    let outward = placements()
    guard let other else { return outward.reduce(point) { $0.applying($1.placement) } }
    let inward = other.placements()
    guard outward.last?.node === inward.last?.node else { return nil }
    // From the top there is one way to each node, so the common part cancels out.
    var point = outward.reduce(point) { $0.applying($1.placement) }
    for step in inward.reversed() {
      guard let inverse = step.placement.inverse else { return nil }
      point = point.applying(inverse)
    }
    return point
  }

  /// A point of another node's coordinates in those of this one.
  public func convert(_ point: Point, from other: DisplayNode?) -> Point? {
    if let other { return other.convert(point, to: self) }
    var point = point
    for step in placements().reversed() {
      guard let inverse = step.placement.inverse else { return nil }
      point = point.applying(inverse)
    }
    return point
  }

  /// What takes points of this node, and of each above, to the coordinates around it.
  private func placements() -> [(node: DisplayNode, placement: AffineTransform)] {
    var steps: [(node: DisplayNode, placement: AffineTransform)] = []
    var node: DisplayNode? = self
    while let current = node {
      steps.append((current, current.withDescription { $0.properties.layer.placement }))
      node = current.supernode
    }
    return steps
  }
}
