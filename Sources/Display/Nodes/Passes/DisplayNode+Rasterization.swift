internal import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// Whether the node and its descendants are drawn into one bitmap, on one layer.
  ///
  /// The descendants then have no layers; they are in every state, and their observers are notified
  /// of every display. Opacity, transforms, order, clipping, borders, corners and shadows look as
  /// layers would draw them. Set it before the node loads.
  public var rasterizesSubtree: Bool {
    get { has(.rasterizesSubtree) }
    set {
      precondition(!isLoaded, "cannot change subtree rasterization of a loaded node")
      precondition(
        !newValue || subnodes.allSatisfy(\.canBeRasterized),
        "a rasterized subtree must not contain nodes with layers")
      setFlag(.rasterizesSubtree, newValue)
      for node in subnodes { node.setIsRasterized(newValue || isRasterized) }
    }
  }

  /// Whether an ancestor draws this node into its bitmap, so that it has no layer.
  public var isRasterized: Bool { has(.isRasterized) }

  /// Whether subnodes are drawn into the bitmap of this node or of an ancestor.
  var rasterizesBelow: Bool {
    !withDescription { $0.flags }.isDisjoint(with: [.rasterizesSubtree, .isRasterized])
  }

  /// Whether no node of the subtree is loaded or synchronous.
  var canBeRasterized: Bool {
    !isLoaded && !isSynchronous && subnodes.allSatisfy(\.canBeRasterized)
  }

  func setIsRasterized(_ isRasterized: Bool) {
    setFlag(.isRasterized, isRasterized)
    let isBelow = rasterizesBelow
    for node in subnodes { node.setIsRasterized(isBelow) }
  }

  /// Marks the bitmap that this node is drawn into as stale.
  func invalidateRasterization() {
    lineage.first { !$0.isRasterized }?.setNeedsDisplay()
  }

  /// Captures the layer work to rasterize into the bitmap; `nil` if the layer does all of it.
  @MainActor func makeRasterization(scale: Double) -> Rasterization? {
    let isCut = cornerRounding == .rasterized
    guard isCut || rasterizesBelow else { return nil }
    var state = withDescription { $0.properties }
    // The corners, background and border are left to the node's own layer.
    if !isCut && !isRasterized { state.leaveOut(.rasterized) }
    let subnodes =
      rasterizesBelow ? subnodes.compactMap { $0.makeRasterizedPass(scale: scale) } : []
    return Rasterization(state: state, subnodes: subnodes)
  }

  /// Captures the parameters to draw a node into an ancestor's bitmap; `nil` if it is invisible.
  @MainActor private func makeRasterizedPass(scale: Double) -> DisplayPass? {
    let (state, content) = withDescription { ($0.properties, $0.content) }
    guard !state.isHidden, state.opacity > 0, let rasterization = makeRasterization(scale: scale)
    else { return nil }
    let drawing = state.bounds.isEmpty ? nil : content?.capture(self)
    return DisplayPass(
      bounds: state.bounds, scale: scale, drawing: drawing, rasterization: rasterization,
      pool: environment.pool)
  }

  /// Notifies the observers of the node and of all nodes drawn into its bitmap.
  @MainActor func notifyRasterized(_ body: @MainActor (any NodeObserver, DisplayNode) -> Void) {
    notify { body($0, self) }
    for node in subnodes where node.isRasterized { node.notifyRasterized(body) }
  }
}
