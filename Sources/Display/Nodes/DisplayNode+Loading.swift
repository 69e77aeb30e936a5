public import GalleyLayers

extension DisplayNode {
  /// What shows the node on screen, made with those of all subnodes when first asked for.
  ///
  /// The layer gets what was set before, then the layers of the subnodes in their order; then the hooks
  /// of ``onDidLoad(_:)`` run, and observers hear of it. A node never unloads.
  ///
  /// A node that an ancestor draws into its bitmap has no layer; asking for it is a mistake.
  @MainActor public var layer: Layer {
    if let loadedLayer { return loadedLayer }
    precondition(!isRasterized, "a node that is drawn into an ancestor's bitmap has no layer")
    return load()
  }

  /// Runs something once the node has its layer, in the order in which it was asked for.
  ///
  /// On the main actor it runs at once if the layer is there; from elsewhere, with the next tick.
  public func onDidLoad(_ hook: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    let isLoaded = withDescription { description in
      if !description.isLoaded { description.loadHooks.append(hook) }
      return description.isLoaded
    }
    if isLoaded { onMainActor(hook) }
  }

  @MainActor private func load() -> Layer {
    let (maker, isSynchronous) = withDescription { description in
      defer { description.layerMaker = nil }
      return (description.layerMaker, description.flags.contains(.isSynchronous))
    }
    let layer = maker?() ?? Layer()
    loadedLayer = layer
    if !isSynchronous { layer.delegate = self }
    let state = withDescription { description in
      description.isLoaded = true
      let pending = description.pending
      description.pending = []
      return (description.properties, pending)
    }
    apply(state.0, state.1, to: layer)
    // What was never set is as the layer has it, which somebody else may have made.
    if isSynchronous { withDescription { $0.properties = NodeProperties(of: layer) } }
    for node in subnodes where !node.isRasterized { attachLayer(of: node) }
    for hook in withDescription({ $0.takeLoadHooks() }) { hook(self) }
    notify { $0.nodeDidLoad(self) }
    return layer
  }
}

extension NodeDescription {
  mutating func takeLoadHooks() -> [@MainActor @Sendable (DisplayNode) -> Void] {
    defer { loadHooks = [] }
    return loadHooks
  }
}
