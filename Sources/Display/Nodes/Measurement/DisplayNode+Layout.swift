internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs

extension DisplayNode {
  /// Applies the layout for the node's current size to the subnodes and their frames.
  ///
  /// Uses the layout that was measured last if it has that size, otherwise the applied one; if
  /// neither has, measures the node at exactly that size. While a transition is being measured, the
  /// applied layout stays, as it does until a ``measurer`` has measured the node.
  func layOutSubnodes() {
    let known = withDescription { description -> (size: Size, measurement: NodeMeasurement)? in
      let bounds = description.properties.bounds
      guard description.measurement.spec != nil, !bounds.isEmpty,
        description.measurement.transition == 0, !description.measurement.isAwaited
      else { return nil }
      return (bounds.size, description.measurement)
    }
    if let known { apply(layout(of: known.size, known.measurement)) }
  }

  /// Resizes a root node whose contents have changed the size of its layout.
  func resizeIfRoot() {
    guard supernode == nil else { return }
    let (bounds, measurement) = withDescription { ($0.properties.bounds, $0.measurement) }
    guard measurement.measurer == nil, measurement.transition == 0,
      let applied = measurement.applied,
      applied.version != measurement.version, applied.layout.size == bounds.size
    else { return }
    let layout = layoutThatFits(
      applied.constraints.range, parentSize: applied.constraints.parentSize)
    if layout.size != bounds.size { frame.size = layout.size }
  }

  private func layout(of size: Size, _ measurement: NodeMeasurement) -> MeasuredLayout {
    if let known = measurement.current(where: { $0.layout.size == size }) { return known }
    layoutThatFits(SizeRange(exactly: size), parentSize: size)
    if let measured = withDescription({ $0.measurement.measured }) { return measured }
    // The node was changed concurrently; that change schedules another layout.
    let constraints = MeasuredLayout.Constraints(
      range: SizeRange(exactly: size), parentSize: size, scale: displayScale, isRightToLeft: false)
    return MeasuredLayout(layout: NodeLayout(size: size), constraints: constraints, version: 0)
  }

  /// Applies a layout: replaces managed subnodes and sets the frames.
  func apply(_ measured: MeasuredLayout) {
    let removed = adopt(measured)
    for node in removed { node.removeFromSupernode() }
    place(measured.layout)
  }

  /// Inserts the subnodes of a layout, in its order.
  ///
  /// - Returns: The subnodes that are no longer in the layout, not removed yet.
  func adopt(_ measured: MeasuredLayout) -> [DisplayNode] {
    let old = withDescription { description in
      defer { description.measurement.applied = measured }
      return description.measurement.applied?.layout
    }
    guard managesSubnodes else { return [] }
    let difference = SpecDiff(from: old, to: measured.layout)
    let removed = difference.removals.compactMap { index in
      old?.sublayouts[index].element as? DisplayNode
    }
    let nodes = measured.layout.sublayouts.compactMap { $0.element as? DisplayNode }
    for placement in difference.placements where placement.index < nodes.count {
      put(nodes, at: placement.index)
    }
    return removed.filter { $0.supernode === self }
  }

  /// Inserts the node at an index of a list after its predecessor in the list.
  private func put(_ nodes: [DisplayNode], at index: Int) {
    let node = nodes[index]
    // Skips a node that cannot be rasterized with the others; a node that contains this one is not
    // inserted either.
    guard !rasterizesBelow || node.canBeRasterized else { return }
    if index > 0, nodes[index - 1].supernode === self {
      insertSubnode(node, above: nodes[index - 1])
    } else {
      insertSubnode(node, at: 0)
    }
  }

  /// Sets the frames of the nodes in a layout.
  func place(_ layout: NodeLayout) {
    let origin = bounds.origin
    for part in layout.sublayouts {
      guard let node = part.element as? DisplayNode, node.supernode === self else { continue }
      node.frame = part.frame.offset(x: origin.x, y: origin.y)
    }
  }
}
