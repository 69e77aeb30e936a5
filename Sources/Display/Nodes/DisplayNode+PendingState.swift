internal import GalleyLayers
internal import GalleyScheduling
internal import GalleySystem

extension DisplayNode {
  /// Reads a property from the layer on the main actor, and from the description elsewhere.
  @inline(__always)
  func value<Value: Sendable>(_ property: @Sendable (LayerState) -> Value) -> Value {
    if isOnMain, let value = assumingMain({ loadedLayer?.value(of: property) }) { return value }
    return withDescription { property($0.properties) }
  }

  /// Writes a property unless the value is `nil` or invalid.
  @inline(__always)
  func set<Value: LayerValue>(
    _ name: PendingState, _ property: WritableKeyPath<LayerState, Value>, _ value: Value?
  ) {
    guard let value, value.isValid else { return }
    set(name) { $0[keyPath: property] = value }
  }

  /// Writes properties to the description and applies them to the layer if there is one: now on the
  /// main actor, and in the next tick elsewhere.
  @inline(__always)
  func set(_ names: PendingState, _ write: (inout LayerState) -> Void = { _ in }) {
    let isLoaded = withDescription { description in
      write(&description.properties)
      description.pending.formUnion(names)
      return description.isLoaded
    }
    if isLoaded { applyOrSchedulePendingState() }
  }

  /// Applies pending properties now on the main actor, and in the next tick elsewhere.
  func applyOrSchedulePendingState() {
    if isOnMain {
      assumingMain { applyPendingState() }
    } else {
      environment.schedule { $0.pending.insert(self) }
    }
  }

  /// Applies all pending properties to the layer, if it exists, except those that the node's bitmap
  /// has.
  @MainActor func applyPendingState() {
    guard let layer = loadedLayer else { return }
    var (properties, pending) = withDescription { description in
      defer { description.pending = [] }
      return (description.properties, description.pending)
    }
    guard !pending.isEmpty else { return }
    let rounding = cornerRounding
    properties.leaveOut(rounding)
    if rounding == .rasterized, !pending.isDisjoint(with: .rasterized) { pending.insert(.display) }
    let isUnderWay = display.passCount > 0
    if pending.contains(.contentsScale), canDisplay, layer.contents != nil || isUnderWay {
      // Existing contents keep the scale that they were drawn with until new ones arrive.
      if layer.contents != nil { pending.remove(.contentsScale) }
      if isUnderWay || layer.contentsScale != contentsScale { pending.insert(.display) }
    }
    layer.apply(pending, of: properties)
    if layer.needsDisplay { sentinel.supersede() }
    if !pending.isDisjoint(with: [.cornerRadii, .bounds]) { updateCornerCovers() }
  }
}

/// The properties and requests that have not been applied to the layer yet.
struct PendingState: OptionSet, Sendable {
  let rawValue: UInt32

  /// The contents are stale.
  static let display = PendingState(rawValue: 1)
  /// The layer needs layout.
  static let layout = PendingState(rawValue: 1 << 1)

  static let opacity = PendingState(rawValue: 1 << 2)
  static let isHidden = PendingState(rawValue: 1 << 3)
  static let isOpaque = PendingState(rawValue: 1 << 4)
  static let masksToBounds = PendingState(rawValue: 1 << 5)
  static let backgroundColor = PendingState(rawValue: 1 << 6)
  static let cornerRadii = PendingState(rawValue: 1 << 7)
  static let border = PendingState(rawValue: 1 << 8)
  static let shadow = PendingState(rawValue: 1 << 9)
  static let contentsScale = PendingState(rawValue: 1 << 10)
  static let contentsGravity = PendingState(rawValue: 1 << 11)
  static let contentsRect = PendingState(rawValue: 1 << 12)
  static let contentsCenter = PendingState(rawValue: 1 << 13)
  static let needsDisplayOnBoundsChange = PendingState(rawValue: 1 << 14)
  static let displaysAsynchronously = PendingState(rawValue: 1 << 15)
  static let anchorPoint = PendingState(rawValue: 1 << 16)
  static let bounds = PendingState(rawValue: 1 << 17)
  static let position = PendingState(rawValue: 1 << 18)
  static let transform = PendingState(rawValue: 1 << 19)
  static let zPosition = PendingState(rawValue: 1 << 20)

  /// The properties that a frame sets.
  static let frame: PendingState = [.bounds, .position]
  /// The properties drawn into the bitmap of a node with rasterized corners.
  static let rasterized: PendingState = [.cornerRadii, .backgroundColor, .border]
}

extension Layer {
  /// Applies properties of a node: stale contents are marked first, and geometry comes last.
  ///
  /// The other properties keep their values, which for a layer created by other code are not those
  /// of the node.
  fileprivate func apply(_ pending: PendingState, of new: LayerState) {
    let isStale =
      pending.contains(.display) || pending.contains(.isOpaque) && new.isOpaque != isOpaque
      || pending.contains(.backgroundColor) && new.backgroundColor != backgroundColor
    if isStale { setNeedsDisplay() }
    if pending.contains(.opacity) { opacity = new.opacity }
    if pending.contains(.isHidden) { isHidden = new.isHidden }
    if pending.contains(.isOpaque) { isOpaque = new.isOpaque }
    if pending.contains(.masksToBounds) { masksToBounds = new.masksToBounds }
    if pending.contains(.backgroundColor) { backgroundColor = new.backgroundColor }
    if pending.contains(.cornerRadii) { cornerRadii = new.cornerRadii }
    if pending.contains(.border) { border = new.border }
    if pending.contains(.shadow) { shadow = new.shadow }
    if pending.contains(.contentsScale) { contentsScale = new.contentsScale }
    if pending.contains(.contentsGravity) { contentsGravity = new.contentsGravity }
    if pending.contains(.contentsRect) { contentsRect = new.contentsRect }
    if pending.contains(.contentsCenter) { contentsCenter = new.contentsCenter }
    if pending.contains(.needsDisplayOnBoundsChange) {
      needsDisplayOnBoundsChange = new.needsDisplayOnBoundsChange
    }
    if pending.contains(.displaysAsynchronously) {
      displaysAsynchronously = new.displaysAsynchronously
    }
    if pending.contains(.anchorPoint) { anchorPoint = new.anchorPoint }
    if pending.contains(.bounds) { bounds = new.bounds }
    if pending.contains(.position) { position = new.position }
    if pending.contains(.transform) { transform = new.transform }
    if pending.contains(.zPosition) { zPosition = new.zPosition }
    if pending.contains(.layout) { setNeedsLayout() }
  }
}
