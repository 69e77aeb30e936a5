internal import GalleyGeometry
internal import GalleyLayers

/// The values of the properties that a node shares with its layer, loaded or not.
struct NodeProperties: Sendable {
  /// The layer's visual state, without contents.
  var layer = LayerState()
  var needsDisplayOnBoundsChange = false
  var displaysAsynchronously = true

  /// The rectangle in the supernode's coordinates before the transform, in points.
  var frame: Rect {
    get { layer.frame }
    set {
      layer.bounds.size = Size(
        width: max(0, newValue.size.width), height: max(0, newValue.size.height))
      layer.position = Point(
        x: newValue.minX + layer.anchorPoint.x * layer.bounds.size.width,
        y: newValue.minY + layer.anchorPoint.y * layer.bounds.size.height)
    }
  }
}

/// The properties not applied to the layer yet, and the display and layout requests for it.
struct PendingState: OptionSet, Sendable {
  let rawValue: UInt32

  static let bounds = PendingState(rawValue: 1)
  static let position = PendingState(rawValue: 1 << 1)
  static let anchorPoint = PendingState(rawValue: 1 << 2)
  static let transform = PendingState(rawValue: 1 << 3)
  static let zPosition = PendingState(rawValue: 1 << 4)
  static let opacity = PendingState(rawValue: 1 << 5)
  static let isHidden = PendingState(rawValue: 1 << 6)
  static let isOpaque = PendingState(rawValue: 1 << 7)
  static let masksToBounds = PendingState(rawValue: 1 << 8)
  static let backgroundColor = PendingState(rawValue: 1 << 9)
  static let cornerRadii = PendingState(rawValue: 1 << 10)
  static let border = PendingState(rawValue: 1 << 11)
  static let shadow = PendingState(rawValue: 1 << 12)
  static let contentsScale = PendingState(rawValue: 1 << 13)
  static let contentsGravity = PendingState(rawValue: 1 << 14)
  static let contentsRect = PendingState(rawValue: 1 << 15)
  static let contentsCenter = PendingState(rawValue: 1 << 16)
  static let needsDisplayOnBoundsChange = PendingState(rawValue: 1 << 17)
  static let displaysAsynchronously = PendingState(rawValue: 1 << 18)

  /// The layer needs display.
  static let display = PendingState(rawValue: 1 << 24)
  /// The layer needs layout.
  static let layout = PendingState(rawValue: 1 << 25)
  /// The layer is to be laid out right after the other properties are applied.
  static let layoutNow = PendingState(rawValue: 1 << 26)
}

extension NodeProperties {
  /// Applies the pending properties to a layer, invalidating its display first and setting geometry
  /// last.
  ///
  /// Properties that are not in `pending` are not written, so a layer created by other code keeps
  /// its values.
  @MainActor func apply(_ pending: PendingState, to layer: Layer) {
    guard !pending.isEmpty else { return }
    if needsRedraw(pending, of: layer) { layer.setNeedsDisplay() }
    applyLooks(pending, to: layer)
    applyContents(pending, to: layer)
    if pending.contains(.anchorPoint) { layer.anchorPoint = self.layer.anchorPoint }
    if pending.contains(.bounds) { layer.bounds = self.layer.bounds }
    if pending.contains(.position) { layer.position = self.layer.position }
    if pending.contains(.transform) { layer.transform = self.layer.transform }
    if pending.contains(.zPosition) { layer.zPosition = self.layer.zPosition }
    if pending.contains(.layout) { layer.setNeedsLayout() }
    if pending.contains(.layoutNow) { layer.layoutIfNeeded() }
  }

  /// Returns whether the pending properties make the layer's contents stale.
  @MainActor private func needsRedraw(_ pending: PendingState, of layer: Layer) -> Bool {
    pending.contains(.display)
      || pending.contains(.isOpaque) && self.layer.isOpaque != layer.isOpaque
      || pending.contains(.backgroundColor) && self.layer.backgroundColor != layer.backgroundColor
  }

  @MainActor private func applyLooks(_ pending: PendingState, to layer: Layer) {
    if pending.contains(.opacity) { layer.opacity = self.layer.opacity }
    if pending.contains(.isHidden) { layer.isHidden = self.layer.isHidden }
    if pending.contains(.isOpaque) { layer.isOpaque = self.layer.isOpaque }
    if pending.contains(.masksToBounds) { layer.masksToBounds = self.layer.masksToBounds }
    if pending.contains(.backgroundColor) { layer.backgroundColor = self.layer.backgroundColor }
    if pending.contains(.cornerRadii) { layer.cornerRadii = self.layer.cornerRadii }
    if pending.contains(.border) { layer.border = self.layer.border }
    if pending.contains(.shadow) { layer.shadow = self.layer.shadow }
  }

  @MainActor private func applyContents(_ pending: PendingState, to layer: Layer) {
    if pending.contains(.contentsScale) { layer.contentsScale = self.layer.contentsScale }
    if pending.contains(.contentsGravity) { layer.contentsGravity = self.layer.contentsGravity }
    if pending.contains(.contentsRect) { layer.contentsRect = self.layer.contentsRect }
    if pending.contains(.contentsCenter) { layer.contentsCenter = self.layer.contentsCenter }
    if pending.contains(.needsDisplayOnBoundsChange) {
      layer.needsDisplayOnBoundsChange = needsDisplayOnBoundsChange
    }
    if pending.contains(.displaysAsynchronously) {
      layer.displaysAsynchronously = displaysAsynchronously
    }
  }

  /// Copies the current properties of a layer that a synchronous node wraps.
  @MainActor init(of layer: Layer) {
    self.layer = layer.state
    self.layer.contents = nil
    needsDisplayOnBoundsChange = layer.needsDisplayOnBoundsChange
    displaysAsynchronously = layer.displaysAsynchronously
  }
}
