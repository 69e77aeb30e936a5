internal import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// Whether the node and all under it are drawn into one bitmap, on one layer.
  ///
  /// What is under the node then has no layers of its own; it is in all states, and its observers hear
  /// of all displays. Opacity, transforms, order, clipping, borders, corners and shadows are as
  /// layers would have them. It is decided before the node loads.
  public var rasterizesSubtree: Bool {
    get { withDescription { $0.flags }.contains(.rasterizesSubtree) }
    set {
      precondition(!isLoaded, "subtree rasterization is decided before a node loads")
      precondition(
        !newValue || subnodes.allSatisfy(\.canBeRasterized),
        "what is drawn into one bitmap has no layers of its own")
      setFlag(.rasterizesSubtree, newValue)
      for node in subnodes { node.setIsRasterized(newValue || isRasterized) }
    }
  }

  /// Whether a node above draws this one into its bitmap, so that it has no layer.
  public var isRasterized: Bool { withDescription { $0.flags }.contains(.isRasterized) }

  /// Whether subnodes are drawn into a bitmap, of this node or one above.
  var rasterizesBelow: Bool {
    !withDescription { $0.flags }.isDisjoint(with: [.rasterizesSubtree, .isRasterized])
  }

  /// Whether neither the node nor one under it has a layer, or somebody else to draw it.
  var canBeRasterized: Bool {
    !isLoaded && !isSynchronous && subnodes.allSatisfy(\.canBeRasterized)
  }

  func setIsRasterized(_ isRasterized: Bool) {
    setFlag(.isRasterized, isRasterized)
    let isBelow = rasterizesBelow
    for node in subnodes { node.setIsRasterized(isBelow) }
  }

  /// Has the bitmap drawn anew that this node is drawn into.
  func invalidateRasterization() {
    var node: DisplayNode? = self
    while let current = node, current.isRasterized { node = current.supernode }
    node?.setNeedsDisplay()
  }

  /// What a pass bakes into the bitmap; `nil` if the layer does all of it.
  @MainActor func makeBaking(scale: Double) -> Baking? {
    let isCut = cornerRounding == .precomposited
    guard isCut || rasterizesBelow else { return nil }
    var state = withDescription { $0.properties.layer }
    if !isCut && !isRasterized {
      // The layer has them.
      state.backgroundColor = nil
      state.border = LayerBorder()
      state.cornerRadii = .zero
    }
    let subnodes = rasterizesBelow ? subnodes.compactMap { $0.makeBaked(scale: scale) } : []
    return Baking(state: state, subnodes: subnodes)
  }

  /// Captures what drawing a node into the bitmap of one above needs; `nil` if it is not seen.
  @MainActor private func makeBaked(scale: Double) -> BakedNode? {
    let (state, content) = withDescription { ($0.properties.layer, $0.content) }
    guard !state.isHidden, state.opacity > 0, let baking = makeBaking(scale: scale) else {
      return nil
    }
    let drawing = state.bounds.isEmpty ? nil : content?.capture(self)
    let pass = DisplayPass(
      bounds: state.bounds, scale: scale, drawing: drawing, baking: nil, pool: environment.pool)
    return BakedNode(pass: pass, baking: baking)
  }

  /// Does something for the node's observers, and for those of all that is drawn into its bitmap.
  @MainActor func notifyRasterized(
    _ body: @MainActor (any NodeObserver, DisplayNode) -> Void
  ) {
    notify { body($0, self) }
    for node in subnodes where node.isRasterized { node.notifyRasterized(body) }
  }
}
