public import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// The color of templates in the node and under it; `nil` is that of the node above.
  ///
  /// Another color draws anew what has it, and nothing else.
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

  /// The color that templates in the node have; `nil` if no node above says one.
  public var inheritedTint: Color? {
    var node: DisplayNode? = self
    while let current = node {
      let (tint, supernode) = current.withDescription { ($0.tint, $0.supernode) }
      if let tint { return tint }
      node = supernode
    }
    return nil
  }

  private var isTinted: Bool { content?.dependsOnTint ?? false }

  /// Draws anew what has the tint of this node, here and below.
  private func redrawTinted() {
    if isTinted { setNeedsDisplay() }
    for node in subnodes where node.tint == nil { node.redrawTinted() }
  }

  /// Draws a template anew if it was drawn in another tint than it has where it is now.
  @MainActor func settleTint() {
    guard isTinted, loadedLayer?.contents != nil, display.tint != inheritedTint else { return }
    setNeedsDisplay()
  }

  /// Does so for the node and all under it.
  @MainActor func settleTints() {
    settleTint()
    for node in subnodes { node.settleTints() }
  }
}
