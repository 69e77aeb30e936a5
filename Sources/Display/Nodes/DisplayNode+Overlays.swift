internal import GalleyGeometry
internal import GalleyLayers

extension DisplayNode {
  /// Creates a decoration over this node's contents that hit tests ignore.
  @MainActor func makeOverlay(_ content: some NodeContent, named name: String) -> DisplayNode {
    let overlay = DisplayNode(content, environment: environment)
    overlay.name = name
    overlay.isOpaque = false
    overlay.contentsGravity = .topLeft
    overlay.isUserInteractionEnabled = false
    return overlay
  }

  /// Whether the node's size follows its supernode's.
  var coversSupernode: Bool {
    get { has(.coversSupernode) }
    set { setFlag(.coversSupernode, newValue) }
  }

  /// Whether the node may have subnodes that cover it.
  var hasCovers: Bool {
    get { has(.hasCovers) }
    set { setFlag(.hasCovers, newValue) }
  }

  /// Sets bounds and frame to a window on the supernode's coordinates.
  @MainActor func cover(_ window: Rect) {
    bounds = window
    frame = window
  }
}

extension Layer {
  /// Makes the layer transparent, with an animation that calls a closure at its end.
  func fadeOut(in duration: Double, forKey key: String, _ end: @escaping @MainActor () -> Void) {
    Layer.withoutAnimation { opacity = 0 }
    add(LayerAnimation(.opacity(from: 1, to: 0), duration: duration), forKey: key) { _ in end() }
  }
}
