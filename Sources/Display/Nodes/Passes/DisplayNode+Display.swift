internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyScheduling

extension DisplayNode {
  // MARK: Requesting display

  /// Marks the contents as stale and schedules a display for the next tick.
  ///
  /// The old contents stay visible until the new ones are ready. A drawing in flight is canceled,
  /// unless it has been superseded too many times in a row.
  public func setNeedsDisplay() {
    if isRasterized { return invalidateRasterization() }
    set(.display)
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
        && (description.flags.contains(.rasterizesSubtree) || description.rounding == .rasterized
          || description.content.map { !$0.drawing.isEmpty } ?? false)
    }
  }

  /// Whether the contents of the node and all its descendants appear in the same tick.
  public var isTransactionContainer: Bool {
    get { has(.isTransactionContainer) }
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
      if newValue { cancelUntilResumed() }
      layer.isDisplaySuspended = newValue
    }
  }

  /// Cancels the drawing in flight before display is suspended, so that resuming draws again.
  @MainActor private func cancelUntilResumed() {
    if sentinel.isDisplaying {
      layer.setNeedsDisplay()
      let work = withDescription { $0.work }
      environment.schedule { changes in
        changes.canceled += work.map { [$0] } ?? []
        return work != nil
      }
    }
    sentinel.cancel()
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
    environment.updatePlaceholders()
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

  /// The number of pixels per point for drawing and measuring: the node's own scale if set, else
  /// that of the nearest host, else the environment's.
  var displayScale: Double {
    withDescription(\.ownScale)
      ?? lineage.lazy.compactMap { node in node.withDescription { $0.hostScale } }.first
      ?? environment.scale
  }

  /// Waits for the passes of the node and its descendants, and shows their results.
  @MainActor private func waitForDisplay() {
    for node in subnodes where node.isLoaded { node.waitForDisplay() }
    if sentinel.isDisplaying { display.transaction?.waitUntilComplete() }
  }

  /// Starts to display a node on no host, unless it has contents.
  @MainActor func displayOffScreen() {
    let layer = layer
    layer.layoutIfNeeded()
    if layer.contents == nil, canDisplay, !layer.needsDisplay { setLayerNeedsDisplay() }
    layer.displayIfNeeded()
  }

  /// Schedules a display if the node is on a host without contents, or with contents of another
  /// scale.
  @MainActor func displayIfBlank() {
    guard let layer = loadedLayer, layer.host != nil, canDisplay else { return }
    if layer.contents == nil || layer.contentsScale != displayScale { setLayerNeedsDisplay() }
  }

  /// Marks the layer's contents as stale, and the drawing in flight with them.
  @MainActor func setLayerNeedsDisplay() {
    sentinel.supersede()
    loadedLayer?.setNeedsDisplay()
  }

  /// Schedules a layout of the layer for the next tick.
  func setNeedsLayoutOfLayer() {
    if isLoaded { set(.layout) }
  }
}

extension NodeDescription {
  /// The scale that was set for the node itself; `nil` if none was.
  var ownScale: Double? {
    flags.contains(.hasContentsScale) ? properties.contentsScale : nil
  }
}
