internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyLayoutSpecs

extension DisplayNode {
  /// Applies the layout that belongs to the node's size: which subnodes there are, and their frames.
  ///
  /// The layout is the one that was measured last if it has that size, or else the one that is applied;
  /// if neither has, the size is taken as it is and measured. While a transition is measured, the layout
  /// that is applied stays.
  func layOutSubnodes() {
    let (bounds, measurement) = withDescription { ($0.properties.layer.bounds, $0.measurement) }
    guard measurement.spec != nil, !bounds.isEmpty, measurement.transition == 0 else { return }
    apply(layout(of: bounds.size, measurement))
  }

  /// The root of a tree takes the size that its layout has now: what is in it may have grown.
  func resizeIfRoot() {
    let (bounds, measurement, hasSupernode) = withDescription {
      ($0.properties.layer.bounds, $0.measurement, $0.supernode != nil)
    }
    guard !hasSupernode, measurement.transition == 0, let applied = measurement.applied,
      applied.version != measurement.version, applied.layout.size == bounds.size
    else { return }
    let layout = layoutThatFits(applied.question.range, parentSize: applied.question.parentSize)
    guard layout.size != bounds.size else { return }
    let frame = frame
    self.frame = Rect(origin: frame.origin, size: layout.size)
  }

  private func layout(of size: Size, _ measurement: NodeMeasurement) -> MeasuredLayout {
    for known in [measurement.measured, measurement.applied] {
      if let known, known.version == measurement.version, known.layout.size == size {
        return known
      }
    }
    layoutThatFits(SizeRange(exactly: size), parentSize: size)
    if let measured = withDescription({ $0.measurement.measured }) { return measured }
    // Somebody changed the node meanwhile, who will have it laid out again.
    let question = MeasuredLayout.Question(
      range: SizeRange(exactly: size), parentSize: size, scale: displayScale,
      isRightToLeft: false)
    return MeasuredLayout(layout: NodeLayout(size: size), question: question, version: 0)
  }

  /// Has the subnodes of a layout, in its places.
  func apply(_ measured: MeasuredLayout) {
    let removed = adopt(measured)
    for node in removed { node.removeFromSupernode() }
    place(measured.layout)
  }

  /// Inserts the subnodes that a layout has, in its order.
  ///
  /// - Returns: Those that it no longer has, which are still there.
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

  /// Puts one of a list of nodes directly behind the one before it.
  private func put(_ nodes: [DisplayNode], at index: Int) {
    let node = nodes[index]
    do {
      if index > 0, nodes[index - 1].supernode === self {
        try insertSubnode(node, above: nodes[index - 1])
      } else {
        try insertSubnode(node, at: 0)
      }
    } catch {
      // A spec that has its own node in it, or one that cannot be drawn with the others: it is left out.
    }
  }

  /// Gives the nodes of a layout their frames.
  func place(_ layout: NodeLayout) {
    let origin = bounds.origin
    for part in layout.sublayouts {
      guard let node = part.element as? DisplayNode, node.supernode === self else { continue }
      node.frame = part.frame.offset(x: origin.x, y: origin.y)
    }
  }
}
