public import GalleyLayers

extension DisplayNode {
  /// The layer that shows the node, created on first access together with the layers of all
  /// subnodes.
  ///
  /// The layer gets the properties set so far, then the subnodes' layers in order; then the
  /// ``onDidLoad(_:)`` hooks run and observers are notified. A node never unloads.
  ///
  /// Accessing the layer of a rasterized node is a programmer error.
  @MainActor public var layer: Layer {
    if let loadedLayer { return loadedLayer }
    precondition(!isRasterized, "cannot load a node in a rasterized subtree")
    return load()
  }

  /// Runs a hook once the node is loaded; hooks run in the order in which they were added.
  ///
  /// If the node is already loaded, the hook runs immediately on the main actor, and in the next
  /// tick from other threads.
  public func onDidLoad(_ hook: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    let isLoaded = withDescription { description in
      if !description.isLoaded { description.loadHooks.append(hook) }
      return description.isLoaded
    }
    if isLoaded { onMainActor(hook) }
  }

  @MainActor private func load() -> Layer {
    let maker = withDescription { $0.layerMaker.take() }
    let layer = maker?() ?? Layer()
    loadedLayer = layer
    if !isSynchronous { layer.delegate = self }
    withDescription { $0.isLoaded = true }
    applyPendingState()
    if isSynchronous {
      // Properties that were never set take the values of the layer, which the node did not create.
      var properties = layer.state
      properties.contents = nil
      withDescription { $0.properties = properties }
    }
    for node in subnodes where !node.isRasterized { attachLayer(of: node) }
    let hooks = withDescription { description in
      defer { description.loadHooks = [] }
      return description.loadHooks
    }
    for hook in hooks { hook(self) }
    notify { $0.nodeDidLoad(self) }
    return layer
  }
}
