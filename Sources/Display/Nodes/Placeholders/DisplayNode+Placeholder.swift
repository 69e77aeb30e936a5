internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyScheduling

extension DisplayNode {
  /// The placeholder until the node and its descendants have been drawn for the first time, or
  /// `nil` for none.
  ///
  /// It shows from the first frame on a host, or that of a visible item in a list, in front of
  /// everything but the corner covers, and goes when the node and its descendants have been
  /// displayed. It never shows while the node has contents, stale ones included, or for nodes drawn
  /// before the first frame.
  public var placeholder: Placeholder? {
    get { withDescription { $0.placeholder } }
    set { withDescription { $0.placeholder = newValue } }
  }

  /// Whether the node and its descendants are drawn before their first frame on a host.
  ///
  /// The main actor waits for the drawing, so this is for nodes that must not appear late.
  public var neverShowsPlaceholders: Bool {
    get { has(.neverShowsPlaceholders) }
    set { setFlag(.neverShowsPlaceholders, newValue) }
  }

  /// Whether a placeholder is in front of the node.
  @MainActor public var isShowingPlaceholder: Bool { display.placeholder != nil }

  // MARK: Showing

  /// Updates the placeholder when the node has entered or left a host.
  @MainActor func updatePlaceholder(isOnHost: Bool) {
    guard isOnHost else { return removePlaceholder(fadeDuration: 0) }
    if neverShowsPlaceholders {
      environment.loop.perform(in: .display) { [weak self] in
        if let self, self.loadedLayer?.host != nil { self.ensureDisplayed() }
      }
    }
    schedulePlaceholder()
  }

  /// Schedules a check in this tick, after display has begun, whether a placeholder is needed.
  @MainActor func schedulePlaceholder() {
    guard placeholder != nil, display.placeholder == nil else { return }
    environment.loop.perform(in: .commit) { [weak self] in self?.showPlaceholderIfNeeded() }
  }

  @MainActor private func showPlaceholderIfNeeded() {
    guard let placeholder, let layer = loadedLayer, layer.host != nil, layer.contents == nil,
      display.placeholder == nil, !layer.bounds.isEmpty, isInView, isAwaitingFirstContents
    else { return }
    let stand = Layer()
    stand.zPosition = Placeholder.depth
    stand.isOpaque = false
    stand.masksToBounds = true
    display.placeholder = stand
    Layer.withoutAnimation {
      place(stand, of: placeholder, on: layer)
      layer.addSublayer(stand)
    }
    environment.watchPlaceholder(of: self)
  }

  /// Whether the node can be on screen: most items that a list draws in advance never are until
  /// they have been drawn.
  private var isInView: Bool { !isRangeManaged || targetInterfaceState == .visible }

  /// Moves the placeholder to the node's bounds, and redraws it if their size has changed.
  @MainActor func placePlaceholder() {
    guard let stand = display.placeholder, let layer = loadedLayer, let placeholder else { return }
    guard stand.frame != layer.bounds else { return }
    Layer.withoutAnimation { place(stand, of: placeholder, on: layer) }
  }

  @MainActor private func place(_ stand: Layer, of placeholder: Placeholder, on layer: Layer) {
    let isResized = stand.bounds.size != layer.bounds.size
    stand.frame = layer.bounds
    stand.cornerRadii = cornerRadii
    guard isResized else { return }
    switch placeholder.kind {
    case .solid(let color): stand.backgroundColor = color
    case .drawn(let content): draw(content, on: stand)
    case .lines(let lines):
      fill(stand, with: lines.layers(in: layer.bounds.size, scale: displayScale))
    case .boxes(let boxes): fill(stand, with: boxes.map(\.layer))
    }
  }

  @MainActor private func fill(_ stand: Layer, with layers: [Layer]) {
    for old in stand.sublayers { old.removeFromSuperlayer() }
    for layer in layers { stand.addSublayer(layer) }
  }

  @MainActor private func draw(_ content: ContentBox, on stand: Layer) {
    var scale = displayScale
    let pixels = bounds.size.width * bounds.size.height * scale * scale
    if pixels > Double(Placeholder.pixelLimit) {
      scale *= (Double(Placeholder.pixelLimit) / pixels).squareRoot()
    }
    let pass = DisplayPass(
      bounds: bounds, scale: scale, drawing: content.capture(self), rasterization: nil,
      pool: environment.pool)
    guard case .drawn(let image?) = pass.render(for: .unlimited) else { return }
    stand.contentsScale = image.scale
    stand.contentsCenter = image.center
    stand.contents = image.bitmap
  }

  // MARK: Removing

  /// Removes the placeholder if the contents it stands for are complete.
  ///
  /// - Returns: Whether no placeholder is shown anymore.
  @MainActor func removePlaceholderIfDone() -> Bool {
    guard display.placeholder != nil else { return true }
    guard !awaitsImage, !isAwaitingDisplay else { return false }
    removePlaceholder(fadeDuration: placeholder?.fadeDuration ?? 0)
    return true
  }

  @MainActor private func removePlaceholder(fadeDuration: Double) {
    guard let stand = display.placeholder else { return }
    display.placeholder = nil
    guard fadeDuration > 0, stand.host != nil else { return stand.removeFromSuperlayer() }
    stand.fadeOut(in: fadeDuration, forKey: Placeholder.fadeKey) { [weak stand] in
      stand?.removeFromSuperlayer()
    }
  }

  // MARK: Pending contents

  /// Whether the node has no contents and its content still expects an image.
  @MainActor private var awaitsImage: Bool {
    loadedLayer?.contents == nil && content?.awaitsImage(for: self) ?? false
  }

  /// Whether the node or a descendant is being drawn for the first time.
  @MainActor package var isAwaitingFirstContents: Bool {
    if isAwaitingOwnDisplay, loadedLayer?.contents == nil { return true }
    return subnodes.contains { $0.isAwaitingFirstContents }
  }

  /// Whether the node or a descendant is being drawn.
  @MainActor private var isAwaitingDisplay: Bool {
    isAwaitingOwnDisplay || subnodes.contains { $0.isAwaitingDisplay }
  }

  @MainActor private var isAwaitingOwnDisplay: Bool {
    guard let layer = loadedLayer else { return false }
    return display.passCount > 0 || layer.needsDisplay && layer.contents == nil && canDisplay
  }
}
