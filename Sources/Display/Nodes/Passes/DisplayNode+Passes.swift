internal import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling

/// The main actor's part of a node's display state.
struct NodeDisplay {
  /// Whether the node was on a host when its state was last settled.
  var isInHierarchy = false
  /// The transaction of the last pass.
  weak var transaction: DisplayTransaction?
  /// The covers of the corners, if they are clipped by covers.
  var cornerCovers: [Layer] = []
  /// The number of passes in flight, including those whose results wait for their transaction.
  var passCount = 0
  /// Whether the node has had contents.
  var hasShownContents = false
  /// The token that keeps the contents' bitmap in the shared cache.
  var token: (any AnyObject & Sendable)?
  /// The layer of the placeholder, while it shows.
  var placeholder: Layer?
  /// The tint that the last pass was drawn with.
  var tint: Color?
}

extension DisplayNode {
  // MARK: A pass, from its beginning to its end

  /// Draws the node, synchronously or as part of a transaction.
  @MainActor public func display(_ layer: Layer, asynchronously: Bool) {
    guard !isRasterized, canDisplay else { return }
    notifyRasterized { $0.nodeWillDisplay($1, asynchronously: asynchronously) }
    guard let pass = makePass() else { return }
    let ticket = sentinel.issueTicket()
    guard asynchronously else {
      return finish(pass.render(for: .unlimited), of: pass, for: ticket, isLate: false)
    }
    display.passCount += 1
    if layer.contents == nil { schedulePlaceholder() }
    let transaction = environment.loop.transactions.transaction(of: transactionContainer)
    display.transaction = transaction
    let work = transaction.add(workKey, ticket: ticket) {
      pass.render(for: $0)
    } completion: { [weak self] outcome in
      self?.passDidEnd()
      self?.finish(outcome, of: pass, for: ticket, isLate: true)
    }
    withDescription { $0.work = work }
  }

  @MainActor private func passDidEnd() {
    display.passCount -= 1
    if display.passCount == 0 { withDescription { $0.work = nil } }
  }

  /// Captures the parameters of a pass; `nil` if there is nothing to draw.
  @MainActor private func makePass() -> DisplayPass? {
    let (bounds, content) = (bounds, withDescription { $0.content })
    guard !bounds.isEmpty || content?.drawing.contains(.image) == true else { return nil }
    let scale = displayScale
    display.tint = content?.content.dependsOnTint == true ? inheritedTint : nil
    return DisplayPass(
      bounds: bounds, scale: scale, drawing: content?.capture(self),
      rasterization: makeRasterization(scale: scale), pool: environment.pool)
  }

  /// The node whose transaction the contents appear in.
  private var transactionContainer: DisplayNode {
    lineage.first(where: \.isTransactionContainer) ?? self
  }

  /// The priority of the node's work.
  var workKey: DisplayWork.Key {
    let (state, distance) = withDescription { ($0.targetState, $0.distance) }
    return DisplayWork.Key(state.rank, distance: distance)
  }

  /// Shows the outcome of a pass, unless a newer one is shown.
  @MainActor private func finish(
    _ outcome: DisplayPass.Outcome?, of pass: DisplayPass, for ticket: Ticket, isLate: Bool
  ) {
    pass.didEnd(show(outcome, for: ticket, isLate: isLate))
    environment.schedulePlaceholderUpdate()
  }

  @MainActor private func show(
    _ outcome: DisplayPass.Outcome?, for ticket: Ticket, isLate: Bool
  ) -> PassEnding {
    guard let outcome, let layer = loadedLayer else { return .dropped }
    switch outcome {
    case .stale: return .dropped
    case .kept: return sentinel.publish(ticket) ? .kept : .dropped
    case .drawn(let image):
      guard sentinel.publish(ticket) else { return .dropped }
      if isLate, let image { animate(layer, to: image.bitmap) }
      if let image {
        layer.contentsScale = image.scale
        layer.contentsCenter = image.center
        layer.contentsOutsets = image.outsets
        display.hasShownContents = true
      }
      display.token = image?.token
      layer.contents = image?.bitmap
      notifyRasterized { observer, node in observer.nodeDidDisplay(node) }
      return .shown
    }
  }
}

extension DisplayNode: LayerDelegate {
  /// Lays out the subnodes and the overlays of the node.
  @MainActor public func layoutSublayers(of layer: Layer) {
    resizeIfRoot()
    layOutSubnodes()
    placeCornerCovers()
    placePlaceholder()
    if hasCovers { for node in subnodes where node.coversSupernode { node.cover(bounds) } }
    content?.nodeDidLayOut(self)
  }

  /// Updates the node for its new host and schedules its observers to be notified.
  @MainActor public func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {
    oldHost?.release(self)
    if supernode == nil { layer.host?.retain(self) }
    let scale = layer.host?.scale
    withDescription { $0.hostScale = scale }
    scheduleHierarchyUpdate()
    updateCornerCovers()
    displayIfBlank()
    updatePlaceholder(isOnHost: layer.host != nil)
    if layer.host != nil { updateTint() }
  }

  /// Invalidates measurement and contents for the new scale of the host.
  ///
  /// Contents shown or finished in the meantime keep the scale that they were drawn with.
  @MainActor public func layerDidChangeScale(_ layer: Layer) {
    let scale = layer.host?.scale
    withDescription { description in
      description.hostScale = scale
      description.measurement.version += 1
    }
    setNeedsLayoutOfLayer()
    updateCornerCovers()
    if withDescription(\.ownScale) == nil, canDisplay { setLayerNeedsDisplay() }
  }
}
