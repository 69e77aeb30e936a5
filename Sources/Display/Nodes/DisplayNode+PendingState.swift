internal import GalleyLayers
internal import GalleyScheduling

extension DisplayNode {
  /// Reads a property from the layer on the main actor, and from the description elsewhere.
  @inline(__always)
  func value<Value: Sendable>(
    _ described: (NodeProperties) -> Value, _ live: @MainActor (Layer) -> Value
  ) -> Value {
    if isOnMain, let value = MainActor.assumeIsolated({ loadedLayer.map(live) }) {
      return value
    }
    return withDescription { described($0.properties) }
  }

  /// Writes a property unless the value was not accepted.
  @inline(__always)
  func set<Value>(
    _ property: NodeProperty, _ accepted: Value?, _ write: (inout NodeProperties, Value) -> Void
  ) {
    guard let accepted else { return }
    set(property) { write(&$0, accepted) }
  }

  /// Writes a property to the description and applies it to the layer if there is one.
  @inline(__always)
  func set(_ property: NodeProperty, _ write: (inout NodeProperties) -> Void) {
    set(PendingState(property), write)
  }

  /// Writes properties to the description and applies them to the layer if there is one.
  @inline(__always)
  func set(_ properties: PendingState, _ write: (inout NodeProperties) -> Void) {
    let isLoaded = withDescription { description in
      write(&description.properties)
      description.pending.formUnion(properties)
      return description.isLoaded
    }
    if isLoaded { applyOrSchedulePendingState() }
  }

  /// Applies pending properties now on the main actor, and in the next tick elsewhere.
  func applyOrSchedulePendingState() {
    if isOnMain {
      MainActor.assumeIsolated { applyPendingState() }
    } else {
      environment.schedulePendingState(of: self)
    }
  }

  /// Applies all pending properties to the layer, if it exists.
  @MainActor func applyPendingState() {
    guard let layer = loadedLayer else { return }
    let (properties, pending) = withDescription { description in
      defer { description.pending = PendingState() }
      return (description.properties, description.pending)
    }
    guard !pending.isEmpty else { return }
    apply(properties, pending, to: layer)
  }

  /// Applies pending properties to the layer, except those that the node's bitmap has.
  @MainActor func apply(
    _ properties: NodeProperties, _ pending: PendingState, to layer: Layer
  ) {
    var (properties, pending) = (properties, pending)
    let isUnderWay = display.passCount > 0
    if pending.contains(.contentsScale), canDisplay, layer.contents != nil || isUnderWay {
      // Existing contents keep the scale that they were drawn with until new ones arrive.
      if layer.contents != nil { pending.remove(.contentsScale) }
      if isUnderWay || layer.contentsScale != contentsScale { layer.setNeedsDisplay() }
    }
    let rounding = cornerRounding
    properties.layer.leaveOut(rounding)
    if rounding == .rasterized, !pending.isDisjoint(with: .rasterized) { layer.setNeedsDisplay() }
    properties.apply(pending, to: layer)
    if pending.contains(.cornerRadii) || pending.contains(.bounds) { updateCornerCovers() }
  }
}
