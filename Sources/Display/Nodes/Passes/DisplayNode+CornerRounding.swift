public import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels

extension DisplayNode {
  /// The technique that rounds a node's corners.
  ///
  /// All techniques produce the same coverage, pixel by pixel.
  public enum CornerRounding: Hashable, Sendable {
    /// The compositor rounds the background, the border and, if the node masks to its bounds,
    /// everything in it.
    case layer
    /// The corners are cut out of the node's bitmap when it is drawn, which includes background
    /// and border.
    ///
    /// For static images such as avatars: composing them costs no more than composing a rectangle.
    case rasterized
    /// Covers of a solid color hide the corners, for nodes on a background of exactly that color.
    ///
    /// Content that moves beneath the covers is clipped without being redrawn.
    case clipping(Color)
  }
}

extension DisplayNode {
  /// The radius of each corner in points, scaled down to fit the bounds.
  public var cornerRadii: CornerRadii {
    get { withDescription { $0.properties.cornerRadii } }
    set {
      guard newValue.isValid else { return }
      changeCorners(from: cornerRounding) { $0.properties.cornerRadii = newValue }
    }
  }

  /// The technique that rounds the corners.
  public var cornerRounding: CornerRounding {
    get { withDescription { $0.rounding } }
    set { changeCorners(from: cornerRounding) { $0.rounding = newValue } }
  }

  private func changeCorners(from old: CornerRounding, _ change: (inout NodeDescription) -> Void) {
    let new = withDescription { description in
      change(&description)
      description.pending.formUnion(.rasterized)
      return description.rounding
    }
    let isCut = old == .rasterized || new == .rasterized
    // Square corners must not flash in between, so a change of technique displays synchronously.
    if isCut, old != new, isLoaded {
      onMainActor { $0.displayWithNewCorners() }
    } else if isCut {
      setNeedsDisplay()
    }
    if isLoaded { applyOrSchedulePendingState() }
  }

  @MainActor private func displayWithNewCorners() {
    guard let layer = loadedLayer else { return }
    applyPendingState()
    if layer.contents == nil { setLayerNeedsDisplay() } else { layer.displayImmediately() }
  }
}

extension LayerState {
  /// Removes the properties that the bitmap or the covers have in a technique of corner rounding.
  mutating func leaveOut(_ rounding: DisplayNode.CornerRounding) {
    switch rounding {
    case .layer: break
    case .clipping: cornerRadii = .zero
    case .rasterized:
      cornerRadii = .zero
      backgroundColor = nil
      border = Layer.Border()
    }
  }
}

extension DisplayNode {
  /// Replaces the corner covers; there are none unless the corners are clipped by covers.
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

  /// Moves the corner covers to the corners of the bounds, without animation.
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

  /// The z position of the corner covers.
  static let coverDepth = 99_999.0
}

extension CornerMask.Corner {
  /// The position of the corner in unit coordinates.
  var anchor: Point {
    switch self {
    case .topLeft: Point(x: 0, y: 0)
    case .topRight: Point(x: 1, y: 0)
    case .bottomLeft: Point(x: 0, y: 1)
    case .bottomRight: Point(x: 1, y: 1)
    }
  }
}
