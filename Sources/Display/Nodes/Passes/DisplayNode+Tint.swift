public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// The tint color of template images in the subtree; `nil` inherits the supernode's tint.
  ///
  /// Changing it redraws only the nodes that use it.
  public var tint: Color? {
    get { withDescription { $0.tint } }
    set {
      let isNew = withDescription { description in
        defer { description.tint = newValue }
        return description.tint != newValue
      }
      if isNew { redrawTinted() }
    }
  }

  /// The effective tint color; `nil` if neither the node nor an ancestor sets one.
  public var inheritedTint: Color? {
    lineage.lazy.compactMap(\.tint).first
  }

  private var isTinted: Bool { content?.dependsOnTint ?? false }

  /// Redraws the nodes of the subtree that use this node's tint.
  private func redrawTinted() {
    if isTinted { setNeedsDisplay() }
    for node in subnodes where node.tint == nil { node.redrawTinted() }
  }

  /// Redraws the node if its contents were drawn with a tint that is no longer the inherited one.
  @MainActor func updateTint() {
    guard isTinted, loadedLayer?.contents != nil, display.tint != inheritedTint else { return }
    setNeedsDisplay()
  }

  /// Redraws the nodes of the subtree whose contents have a stale tint.
  @MainActor func updateTints() {
    updateTint()
    for node in subnodes { node.updateTints() }
  }
}
