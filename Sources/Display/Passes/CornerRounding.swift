public import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels

/// How a node's corners are made round.
///
/// All ways have the same coverage, pixel by pixel.
public enum CornerRounding: Hashable, Sendable {
  /// The compositor rounds background, border and, where the node masks to its bounds, all in it.
  case layer
  /// The corners are cut out of the node's bitmap when it is drawn, background and border with it.
  ///
  /// For pictures that stand still, such as avatars: composing them costs no more than a rectangle.
  case precomposited
  /// Pieces of a color lie over the corners, for nodes on a background of just that color.
  ///
  /// Whatever moves below them is cut off, and none of it is drawn anew for that.
  case clipping(Color)
}

extension DisplayNode {
  /// How round the corners are, in points, each by itself; what does not fit is made smaller.
  public var cornerRadii: CornerRadii {
    get { withDescription { $0.properties.layer.cornerRadii } }
    set {
      guard CornerMask.Corner.allCases.allSatisfy({ newValue[$0].isFinite && newValue[$0] >= 0 })
      else { return }
      changeCorners(from: cornerRounding) { $0.properties.layer.cornerRadii = newValue }
    }
  }

  /// In which way the corners are made round.
  public var cornerRounding: CornerRounding {
    get { withDescription { $0.rounding } }
    set { changeCorners(from: cornerRounding) { $0.rounding = newValue } }
  }

  private func changeCorners(
    from old: CornerRounding, _ change: (inout NodeDescription) -> Void
  ) {
    let new = withDescription { description in
      change(&description)
      description.pending.formUnion(.baked)
      return description.rounding
    }
    let isBaked = old == .precomposited || new == .precomposited
    // Square corners must not show in between: where they were round, what replaces them is there at
    // once.
    if isBaked, old != new { onMainActorIfLoaded { $0.displayWithNewCorners() } }
    if isBaked, old == new { setNeedsDisplay() }
    if isLoaded { noteChange() }
  }

  private func onMainActorIfLoaded(_ body: @escaping @MainActor @Sendable (DisplayNode) -> Void) {
    if isLoaded { onMainActor(body) } else { setNeedsDisplay() }
  }

  @MainActor private func displayWithNewCorners() {
    guard let layer = loadedLayer else { return }
    applyPendingState()
    if layer.contents == nil { layer.setNeedsDisplay() } else { layer.displayImmediately() }
  }

  /// Gives the layer what it does not have yet, in the way that the corners are rounded.
  @MainActor func apply(
    _ properties: NodeProperties, _ pending: PendingState, to layer: Layer
  ) {
    var (properties, pending) = (properties, pending)
    let isUnderWay = display.passCount > 0
    if pending.contains(.contentsScale), canDisplay, layer.contents != nil || isUnderWay {
      // Contents keep the scale that they were drawn with until there are others.
      if layer.contents != nil { pending.remove(.contentsScale) }
      if isUnderWay || layer.contentsScale != contentsScale { layer.setNeedsDisplay() }
    }
    switch cornerRounding {
    case .layer: break
    case .clipping: properties.layer.cornerRadii = .zero
    case .precomposited:
      // All of them are in the bitmap.
      properties.layer.cornerRadii = .zero
      properties.layer.backgroundColor = nil
      properties.layer.border = LayerBorder()
      if !pending.isDisjoint(with: .baked) { layer.setNeedsDisplay() }
    }
    properties.apply(pending, to: layer)
    if !pending.isDisjoint(with: [.cornerRadii, .bounds]) { updateCornerCovers() }
  }
}

extension PendingState {
  /// What is in the bitmap of a node whose corners are cut out of it.
  static let baked: PendingState = [.cornerRadii, .backgroundColor, .border]
}

extension DisplayNode {
  /// Has a piece over each round corner if that is how they are rounded, and none otherwise.
  @MainActor func updateCornerCovers() {
    guard let layer = loadedLayer else { return }
    Layer.withoutAnimation { replaceCornerCovers(of: layer) }
  }

  @MainActor private func replaceCornerCovers(of layer: Layer) {
    for cover in display.cornerCovers { cover.removeFromSuperlayer() }
    display.cornerCovers = []
    guard case .clipping(let color) = cornerRounding else { return }
    let radii = cornerRadii.fitted(to: layer.bounds.size)
    let scale = displayScale
    for corner in CornerMask.Corner.allCases where radii[corner] > 0 {
      let bitmap = try? Bitmap.cornerCover(
        corner, radius: radii[corner], scale: scale, color: color)
      guard let bitmap else { continue }
      let cover = Layer()
      cover.isOpaque = false
      cover.contents = bitmap
      cover.contentsScale = scale
      cover.zPosition = Self.coverDepth
      let size = Size(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
      cover.bounds = Rect(origin: .zero, size: size)
      cover.anchorPoint = corner.anchor
      display.cornerCovers.append(cover)
      layer.addSublayer(cover)
    }
    placeCornerCovers()
  }

  /// Puts the pieces over the corners where the corners are, at once.
  @MainActor func placeCornerCovers() {
    guard let layer = loadedLayer, !display.cornerCovers.isEmpty else { return }
    let bounds = layer.bounds
    Layer.withoutAnimation {
      for cover in display.cornerCovers {
        cover.position = Point(
          x: bounds.minX + cover.anchorPoint.x * bounds.size.width,
          y: bounds.minY + cover.anchorPoint.y * bounds.size.height)
      }
    }
  }

  /// How far the pieces over the corners are in front of all else.
  static let coverDepth = 99_999.0
}

extension CornerMask.Corner {
  /// Where the corner is, as parts of width and height.
  var anchor: Point {
    switch self {
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
