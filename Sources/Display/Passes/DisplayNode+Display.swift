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
  // MARK: Requesting display

  /// Marks the contents as stale and schedules a display for the next tick.
  ///
  /// The old contents stay visible until the new ones are ready. A drawing in flight is canceled,
  /// unless it has been superseded too many times in a row.
  public func setNeedsDisplay() {
    if isRasterized { return invalidateRasterization() }
    set(.display) { _ in }
  }

  /// Cancels the drawing in flight.
  ///
  /// The contents do not change.
  public func cancelDisplay() {
    sentinel.cancel()
  }

  /// Whether a drawing of the node is in flight.
  public var isDisplaying: Bool { sentinel.isDisplaying }

  /// Whether the node has anything to draw.
  public var canDisplay: Bool {
    withDescription { description in
      !description.flags.contains(.isSynchronous)
        && (description.flags.contains(.rasterizesSubtree) || description.rounding == .precomposited
          || description.content.map { !$0.drawing.isEmpty } ?? false)
    }
  }

  /// Whether the contents of the node and all its descendants appear in the same tick.
  public var isTransactionContainer: Bool {
    get { withDescription { $0.flags }.contains(.isTransactionContainer) }
    set { setFlag(.isTransactionContainer, newValue) }
  }

  /// Whether display of the node is suspended.
  ///
  /// Setting it cancels the drawing in flight; clearing it displays the node again if a display was
  /// missed.
  @MainActor public var isDisplaySuspended: Bool {
    get { loadedLayer?.isDisplaySuspended ?? false }
    set {
      guard !isSynchronous, newValue != isDisplaySuspended else { return }
      layer.isDisplaySuspended = newValue
    }
  }

  /// Displays the node and its descendants now if needed, and returns when their contents are
  /// shown.
  ///
  /// The passes are submitted to the executor first, so other threads draw meanwhile.
  @MainActor public func ensureDisplayed() {
    let layer = layer
    layer.layoutIfNeeded()
    layer.displayTreeIfNeeded()
    environment.loop.transactions.submit()
    waitForDisplay()
    environment.settlePlaceholders()
  }

  /// Removes the contents.
  ///
  /// The next display brings new ones. Has no effect on a node that is rasterized into an ancestor.
  @MainActor public func clearContents() {
    guard !isSynchronous, let layer = loadedLayer else { return }
    sentinel.cancel()
    display.token = nil
    layer.removeAnimation(forKey: ContentsTransition.crossFadeKey)
    layer.contents = nil
  }

  // MARK: Passes

  /// The number of pixels per point for drawing and measuring: the node's own scale if set, else
  /// that of the nearest host, else the environment's.
  var displayScale: Double {
    if let scale = withDescription(\.ownScale) { return scale }
    var node: DisplayNode? = self
    while let current = node {
      let (scale, supernode) = current.withDescription { ($0.hostScale, $0.supernode) }
      if let scale { return scale }
      node = supernode
    }
    return environment.scale
  }

  /// Captures the parameters of a pass; `nil` if there is nothing to draw.
  @MainActor func makePass() -> DisplayPass? {
    guard canDisplay else { return nil }
    let (bounds, content) = (bounds, withDescription { $0.content })
    guard !bounds.isEmpty || content?.drawing.contains(.image) == true else { return nil }
    let scale = displayScale
    display.tint = content?.content.dependsOnTint == true ? inheritedTint : nil
    return DisplayPass(
      bounds: bounds, scale: scale, drawing: content?.capture(self),
      baking: makeBaking(scale: scale), pool: environment.pool)
  }

  /// Shows the outcome of a pass, unless a newer one is shown.
  @MainActor private func finish(
    _ outcome: DisplayPass.Outcome?, of pass: DisplayPass, for ticket: Ticket, isLate: Bool
  ) {
    pass.didEnd(show(outcome, for: ticket, isLate: isLate))
    environment.notePassEnd()
  }

  @MainActor private func show(
    _ outcome: DisplayPass.Outcome?, for ticket: Ticket, isLate: Bool
  ) -> NodePassEnding {
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

  /// The node whose transaction the contents appear in.
  private var transactionContainer: DisplayNode {
    var node: DisplayNode? = self
    while let current = node {
      if current.isTransactionContainer { return current }
      node = current.supernode
    }
    return self
  }

  /// The priority of the node's work.
  var workKey: DisplayWork.Key {
    let (state, distance) = withDescription { ($0.targetState, $0.distance) }
    return DisplayWork.Key(state.rank, distance: distance)
  }

  /// Waits for the passes of the node and its descendants, and shows their results.
  @MainActor private func waitForDisplay() {
    for node in subnodes where node.isLoaded { node.waitForDisplay() }
    if sentinel.isDisplaying { display.transaction?.waitUntilComplete() }
  }

  /// Schedules a layout of the layer for the next tick.
  func setNeedsLayoutOfLayer() {
    if isLoaded { set(.layout) { _ in } }
  }

  /// Whether the node's size follows its supernode's.
  var coversSupernode: Bool {
    get { withDescription { $0.flags }.contains(.coversSupernode) }
    set { setFlag(.coversSupernode, newValue) }
  }

  /// Sets bounds and frame to a window on the supernode's coordinates.
  @MainActor func cover(_ window: Rect) {
    bounds = window
    frame = window
  }

  func setFlag(_ flag: NodeFlags, _ isSet: Bool) {
    withDescription { description in
      if isSet { description.flags.insert(flag) } else { description.flags.remove(flag) }
    }
  }
}

extension DisplayNode: LayerDelegate {
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
    if layer.contents == nil { notePlaceholder() }
    let transaction = environment.loop.transactions.transaction(of: transactionContainer)
    display.transaction = transaction
    let work = transaction.add(workKey, ticket: ticket) {
      pass.render(for: $0)
    } completion: {
      [weak self] outcome in
      self?.noteEndOfPass()
      self?.finish(outcome, of: pass, for: ticket, isLate: true)
    }
    withDescription { $0.work = work }
  }

  @MainActor private func noteEndOfPass() {
    display.passCount -= 1
    if display.passCount == 0 { withDescription { $0.work = nil } }
  }

  /// Supersedes the drawing in flight, or cancels it if display is suspended.
  @MainActor public func cancelDisplay(of layer: Layer) {
    guard layer.isDisplaySuspended else { return sentinel.supersede() }
    if sentinel.isDisplaying {
      layer.noteMissedDisplay()
      if let work = withDescription({ $0.work }) { environment.noteCancellation(of: work) }
    }
    sentinel.cancel()
  }

  /// Lays out the subnodes and the overlays of the node.
  @MainActor public func layoutSublayers(of layer: Layer) {
    resizeIfRoot()
    layOutSubnodes()
    placeCornerCovers()
    placePlaceholder()
    for node in subnodes where node.coversSupernode { node.cover(bounds) }
    content?.nodeDidLayOut(self)
  }

  /// Updates the node for its new host and schedules its observers to be notified.
  @MainActor public func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {
    oldHost?.release(self)
    if supernode == nil { layer.host?.retain(self) }
    let scale = layer.host?.scale
    withDescription { $0.hostScale = scale }
    noteHierarchy()
    updateCornerCovers()
    displayIfBlank()
    settlePlaceholder(isOnHost: layer.host != nil)
    if layer.host != nil { settleTint() }
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
    if withDescription(\.ownScale) == nil, canDisplay { layer.setNeedsDisplay() }
  }

  /// Starts to display a node on no host, unless it has contents.
  @MainActor func displayOffScreen() {
    let layer = layer
    layer.layoutIfNeeded()
    if layer.contents == nil, canDisplay, !layer.needsDisplay { layer.setNeedsDisplay() }
    layer.displayIfNeeded()
  }

  /// Schedules a display if the node is on a host without contents, or with contents of another
  /// scale.
  @MainActor func displayIfBlank() {
    guard let layer = loadedLayer, layer.host != nil, canDisplay else { return }
    if layer.contents == nil || layer.contentsScale != displayScale { layer.setNeedsDisplay() }
  }
}

extension NodeDescription {
  /// The scale that was set for the node itself; `nil` if none was.
  fileprivate var ownScale: Double? {
    flags.contains(.hasContentsScale) ? properties.layer.contentsScale : nil
  }
}
