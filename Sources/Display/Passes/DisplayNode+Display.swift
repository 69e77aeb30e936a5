internal import GalleyGeometry
public import GalleyLayers
internal import GalleyScheduling

/// What the main actor knows of how a node is displayed.
struct NodeDisplay {
  /// Whether the node was on a host when that was last looked at.
  var isInHierarchy = false
  /// The transaction of the last pass.
  weak var transaction: DisplayTransaction?
  /// What lies over the corners, where they are rounded that way.
  var cornerCovers: [Layer] = []
  /// How many passes are under way, those included whose results wait for others.
  var passCount = 0
  /// Whether the node has had contents.
  var hasShownContents = false
  /// What keeps the contents' bitmap shared.
  var token: (any AnyObject & Sendable)?
  /// What stands in for the contents.
  var placeholder: Layer?
  /// The tint that the last pass was for.
  var tint: Color?
}

extension DisplayNode {
  // MARK: Asking for display

  /// Has the node drawn with the next tick.
  ///
  /// Old contents stay until there are new ones.
  ///
  /// What is being drawn is overtaken, unless that has happened too often in a row.
  public func setNeedsDisplay() {
    if isRasterized { return invalidateRasterization() }
    set(.display) { _ in }
  }

  /// Calls off what is being drawn.
  ///
  /// The contents stay as they are.
  public func cancelDisplay() {
    sentinel.cancel()
  }

  /// Whether the node is being drawn.
  public var isDisplaying: Bool { sentinel.isDisplaying }

  /// Whether the node has anything to draw.
  public var canDisplay: Bool {
    withDescription { description in
      !description.flags.contains(.isSynchronous)
        && (description.flags.contains(.rasterizesSubtree) || description.rounding == .precomposited
          || description.content.map { !$0.drawing.isEmpty } ?? false)
    }
  }

  /// Whether the pictures of the node and of all under it appear in the same tick.
  public var isTransactionContainer: Bool {
    get { withDescription { $0.flags }.contains(.isTransactionContainer) }
    set { setFlag(.isTransactionContainer, newValue) }
  }

  /// Whether the node is not drawn for now.
  ///
  /// Setting it calls off what is being drawn; clearing it has
  /// the node drawn if it has missed anything.
  @MainActor public var isDisplaySuspended: Bool {
    get { loadedLayer?.isDisplaySuspended ?? false }
    set {
      guard !isSynchronous, newValue != isDisplaySuspended else { return }
      layer.isDisplaySuspended = newValue
    }
  }

  /// Draws the node now if it needs to be drawn, and all under it, and returns when that is shown.
  ///
  /// Others draw meanwhile, too: the passes go to the executor first.
  @MainActor public func ensureDisplayed() {
    let layer = layer
    layer.layoutIfNeeded()
    layer.displayTreeIfNeeded()
    environment.loop.transactions.submit()
    waitForDisplay()
    environment.settlePlaceholders()
  }

  /// Takes the contents away.
  ///
  /// The next display brings new ones. A node that is drawn into an ancestor's bitmap has none.
  @MainActor public func clearContents() {
    guard !isSynchronous, let layer = loadedLayer else { return }
    sentinel.cancel()
    display.token = nil
    layer.removeAnimation(forKey: ContentsTransition.crossFadeKey)
    layer.contents = nil
  }

  // MARK: Passes

  /// The pixels that the node is drawn and measured with for a point: as set, or as its host has them,
  /// or the nearest above it that is on one.
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

  /// Captures what a pass needs; `nil` if there is nothing to draw.
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

  /// Shows what came of a pass, if nothing newer is shown.
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

  /// The node whose transaction the node's pictures come in.
  private var transactionContainer: DisplayNode {
    var node: DisplayNode? = self
    while let current = node {
      if current.isTransactionContainer { return current }
      node = current.supernode
    }
    return self
  }

  /// How soon the node's pictures are wanted.
  var workKey: WorkKey {
    let (state, distance) = withDescription { ($0.targetState, $0.distance) }
    return WorkKey(state.rank, distance: distance)
  }

  /// Waits for the passes of the node and of all under it, and shows them.
  @MainActor private func waitForDisplay() {
    for node in subnodes where node.isLoaded { node.waitForDisplay() }
    if sentinel.isDisplaying { display.transaction?.waitUntilComplete() }
  }

  /// Has the subnodes' layers put in their places with the next tick.
  func setNeedsLayoutOfLayer() {
    if isLoaded { set(.layout) { _ in } }
  }

  /// Whether the node is as large as the one that it is in, whatever size that gets.
  var coversSupernode: Bool {
    get { withDescription { $0.flags }.contains(.coversSupernode) }
    set { setFlag(.coversSupernode, newValue) }
  }

  /// Has the node show a window on the coordinates of the one that it is in, in its place there.
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
  /// Draws the node: at once, or with the others of its transaction.
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
      [weak self] outcome, isCanceled in
      self?.noteEndOfPass()
      self?.finish(isCanceled ? nil : outcome, of: pass, for: ticket, isLate: true)
    }
    withDescription { $0.work = work }
  }

  @MainActor private func noteEndOfPass() {
    display.passCount -= 1
    if display.passCount == 0 { withDescription { $0.work = nil } }
  }

  /// Overtakes what is being drawn, or calls it off if display is suspended.
  @MainActor public func cancelDisplay(of layer: Layer) {
    guard layer.isDisplaySuspended else { return sentinel.overtake() }
    if sentinel.isDisplaying {
      layer.noteMissedDisplay()
      if let work = withDescription({ $0.work }) { environment.noteCancellation(of: work) }
    }
    sentinel.cancel()
  }

  /// Puts the subnodes in their places.
  @MainActor public func layoutSublayers(of layer: Layer) {
    resizeIfRoot()
    layOutSubnodes()
    placeCornerCovers()
    placePlaceholder()
    for node in subnodes where node.coversSupernode { node.cover(bounds) }
    content?.nodeDidLayOut(self)
  }

  /// Has the next tick tell the observers, and gets the node drawn for its host.
  @MainActor public func layerDidChangeHost(_ layer: Layer, from oldHost: LayerHost?) {
    oldHost?.letGo(self)
    if supernode == nil { layer.host?.keep(self) }
    let scale = layer.host?.scale
    withDescription { $0.hostScale = scale }
    noteHierarchy()
    updateCornerCovers()
    displayIfBlank()
    settlePlaceholder(isOnHost: layer.host != nil)
    if layer.host != nil { settleTint() }
  }

  /// Has the node measured and drawn for the pixels that its host has now.
  ///
  /// What it shows until then, or what is finished meanwhile, has the scale that it was drawn with.
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

  /// Begins drawing the node, which is on no host, unless it has been drawn.
  @MainActor func displayOffScreen() {
    let layer = layer
    layer.layoutIfNeeded()
    if layer.contents == nil, canDisplay, !layer.needsDisplay { layer.setNeedsDisplay() }
    layer.displayIfNeeded()
  }

  /// Has the node drawn if it is on a host without contents, or with those of another scale.
  @MainActor func displayIfBlank() {
    guard let layer = loadedLayer, layer.host != nil, canDisplay else { return }
    if layer.contents == nil || layer.contentsScale != displayScale { layer.setNeedsDisplay() }
  }
}

extension NodeDescription {
  /// The pixels to a point that were set for the node; `nil` if none were.
  fileprivate var ownScale: Double? {
    flags.contains(.hasContentsScale) ? properties.layer.contentsScale : nil
  }
}
