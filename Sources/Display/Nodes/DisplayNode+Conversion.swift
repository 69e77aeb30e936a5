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
    let outward = placements
    let rootPoint = outward.reduce(point) { $0.applying($1.placement) }
    guard let inward = other?.placements else { return rootPoint }
    // There is only one path from the root to each node, so the common part cancels out.
    return outward.last?.node === inward.last?.node ? Self.convert(rootPoint, along: inward) : nil
  }

  /// Converts a point from another node's coordinates to those of this node.
  public func convert(_ point: Point, from other: DisplayNode?) -> Point? {
    other.map { $0.convert(point, to: self) } ?? Self.convert(point, along: placements)
  }

  /// A node with the transform to its enclosing coordinates.
  private typealias Step = (node: DisplayNode, placement: AffineTransform)

  /// The transforms of this node and each ancestor to its enclosing coordinates, innermost first.
  private var placements: [Step] {
    lineage.map { node in (node, node.withDescription { $0.properties.transformToSuperlayer }) }
  }

  /// Converts a point of the root's enclosing coordinates inward; `nil` if a transform is not
  /// invertible.
  private static func convert(_ point: Point, along path: [Step]) -> Point? {
    path.reversed().reduce(point as Point?) { point, step in
      step.placement.inverse.flatMap { point?.applying($0) }
    }
  }
}
