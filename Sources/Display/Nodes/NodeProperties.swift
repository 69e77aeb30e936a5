internal import GalleyGeometry
internal import GalleyLayers

/// A property that a node shares with its layer, or a request for the layer.
///
/// Pending properties are applied in this order: geometry comes last, then layout.
enum NodeProperty: UInt8 {
  /// The contents are stale.
  case display
  case opacity, isHidden, isOpaque, masksToBounds, backgroundColor, cornerRadii, border, shadow
  case contentsScale, contentsGravity, contentsRect, contentsCenter
  case needsDisplayOnBoundsChange, displaysAsynchronously
  case anchorPoint, bounds, position, transform, zPosition
  /// The layer needs layout.
  case layout
}

/// The values of the properties that a node shares with its layer, loaded or not.
struct NodeProperties: Sendable {
  /// The layer's visual state, without contents.
  var layer = LayerState()
  var needsDisplayOnBoundsChange = false
  var displaysAsynchronously = true

  init() {}

  /// Copies the current properties of a layer that a synchronous node wraps.
  @MainActor init(of layer: Layer) {
    self.layer = layer.state
    self.layer.contents = nil
    needsDisplayOnBoundsChange = layer.needsDisplayOnBoundsChange
    displaysAsynchronously = layer.displaysAsynchronously
  }

  /// The rectangle in the supernode's coordinates before the transform, in points.
  var frame: Rect {
    get { layer.frame }
    set {
      layer.bounds.size = newValue.size
      layer.position = Point(
        x: newValue.minX + layer.anchorPoint.x * newValue.size.width,
        y: newValue.minY + layer.anchorPoint.y * newValue.size.height)
    }
  }

  /// Applies the pending properties to a layer, marking stale contents first.
  ///
  /// Properties that are not in `pending` are not written, so a layer created by other code keeps
  /// its values.
  @MainActor func apply(_ pending: PendingState, to layer: Layer) {
    if needsRedraw(pending, of: layer) { layer.setNeedsDisplay() }
    for property in pending { apply(property, to: layer) }
  }

  @MainActor private func apply(_ property: NodeProperty, to layer: Layer) {
    switch property {
    case .display: break
    case .opacity: layer.opacity = self.layer.opacity
    case .isHidden: layer.isHidden = self.layer.isHidden
    case .isOpaque: layer.isOpaque = self.layer.isOpaque
    case .masksToBounds: layer.masksToBounds = self.layer.masksToBounds
    case .backgroundColor: layer.backgroundColor = self.layer.backgroundColor
    case .cornerRadii: layer.cornerRadii = self.layer.cornerRadii
    case .border: layer.border = self.layer.border
    case .shadow: layer.shadow = self.layer.shadow
    case .contentsScale: layer.contentsScale = self.layer.contentsScale
    case .contentsGravity: layer.contentsGravity = self.layer.contentsGravity
    case .contentsRect: layer.contentsRect = self.layer.contentsRect
    case .contentsCenter: layer.contentsCenter = self.layer.contentsCenter
    case .needsDisplayOnBoundsChange:
      layer.needsDisplayOnBoundsChange = needsDisplayOnBoundsChange
    case .displaysAsynchronously: layer.displaysAsynchronously = displaysAsynchronously
    case .anchorPoint: layer.anchorPoint = self.layer.anchorPoint
    case .bounds: layer.bounds = self.layer.bounds
    case .position: layer.position = self.layer.position
    case .transform: layer.transform = self.layer.transform
    case .zPosition: layer.zPosition = self.layer.zPosition
    case .layout: layer.setNeedsLayout()
    }
  }

  /// Returns whether the pending properties make the layer's contents stale.
  @MainActor private func needsRedraw(_ pending: PendingState, of layer: Layer) -> Bool {
    pending.contains(.display)
      || pending.contains(.isOpaque) && self.layer.isOpaque != layer.isOpaque
      || pending.contains(.backgroundColor) && self.layer.backgroundColor != layer.backgroundColor
  }
}

/// The properties that have not been applied to the layer yet.
struct PendingState: Sequence, IteratorProtocol, Sendable {
  private var bits: UInt32 = 0

  /// The properties that a frame sets.
  static let frame = PendingState(.bounds, .position)
  /// The properties drawn into the bitmap of a node with rasterized corners.
  static let rasterized = PendingState(.cornerRadii, .backgroundColor, .border)

  init(_ properties: NodeProperty...) {
    for property in properties { insert(property) }
  }

  var isEmpty: Bool { bits == 0 }

  func contains(_ property: NodeProperty) -> Bool { bits & (1 << property.rawValue) != 0 }

  func isDisjoint(with other: PendingState) -> Bool { bits & other.bits == 0 }

  mutating func insert(_ property: NodeProperty) { bits |= 1 << property.rawValue }

  mutating func remove(_ property: NodeProperty) { bits &= ~(1 << property.rawValue) }

  mutating func formUnion(_ other: PendingState) { bits |= other.bits }

  /// Removes and returns the first property, in the order in which they are applied.
  mutating func next() -> NodeProperty? {
    guard bits != 0 else { return nil }
    defer { bits &= bits - 1 }
    return NodeProperty(rawValue: UInt8(bits.trailingZeroBitCount))
  }
}
