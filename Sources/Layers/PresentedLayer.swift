internal import GalleyGeometry
internal import GalleyPixels

/// The immutable presentation of a layer and its visible descendants at a time.
///
/// A layer that looks the same in the next frame is the same object there.
final class PresentedLayer: Sendable {
  let record: LayerRecord
  private let animated: PresentedState?
  /// The transform from the layer's points to the surface's pixels.
  let transform: AffineTransform
  /// The pixels that the layer itself may touch.
  let ownExtent: PixelRect
  /// The pixels that the layer and its descendants may touch.
  let extent: PixelRect
  /// The clip area of sublayers; `nil` for none.
  let mask: PixelRect?
  /// The visible sublayers, back to front.
  let sublayers: [PresentedLayer]
  /// Whether the presentation stays the same as long as the record does.
  let isSettled: Bool

  var state: LayerState { animated?.state ?? record.state }
  var fading: [FadingContents] { animated?.fading ?? [] }

  /// Evaluates a layer at a time.
  ///
  /// - Parameters:
  ///   - record: The layer.
  ///   - time: The time, in seconds.
  ///   - parent: The transform from the superlayer's points to pixels.
  ///   - old: The presentation in another frame, reused where it is equal.
  /// - Returns: The presentation; `nil` if nothing of the layer is visible.
  static func make(
    _ record: LayerRecord, at time: Double, in parent: AffineTransform, after old: PresentedLayer?
  ) -> PresentedLayer? {
    guard let evaluated = EvaluatedState(record, at: time, in: parent) else { return nil }
    if let old, old.record === record, old.isSettled, evaluated.isSettled,
      old.transform == evaluated.transform
    {
      return old
    }
    let sublayers = sublayers(of: record, at: time, in: evaluated.transform, after: old)
    return PresentedLayer(record, evaluated, sublayers)
  }

  /// Evaluates the sublayers of a layer.
  ///
  /// Trees may be deep, so recursion keeps little on the stack.
  private static func sublayers(
    of record: LayerRecord, at time: Double, in transform: AffineTransform,
    after old: PresentedLayer?
  ) -> [PresentedLayer] {
    var sublayers: [PresentedLayer] = []
    sublayers.reserveCapacity(record.sublayers.count)
    var predecessors = Predecessors(old?.sublayers ?? [])
    for sublayer in record.sublayers {
      let presented = make(sublayer, at: time, in: transform, after: predecessors.take(sublayer.id))
      if let presented { sublayers.append(presented) }
    }
    return sublayers
  }

  private init(_ record: LayerRecord, _ evaluated: EvaluatedState, _ sublayers: [PresentedLayer]) {
    self.record = record
    animated = evaluated.animated
    transform = evaluated.transform
    isSettled = evaluated.isSettled
    self.sublayers = sublayers

    let extents = LayerExtents(
      evaluated.animated?.state ?? record.state, fading: evaluated.animated?.fading ?? [],
      transform: evaluated.transform)
    ownExtent = extents.own
    mask = extents.mask
    var below = PixelRect.empty
    for sublayer in sublayers { below = below.union(sublayer.extent) }
    extent = extents.own.union(extents.mask.map { below.intersection($0) } ?? below)
  }
}

/// The properties of a layer at a time, without its descendants.
private struct EvaluatedState {
  /// The animated state; `nil` if it equals the record's.
  let animated: PresentedState?
  /// The transform from the layer's points to the surface's pixels.
  let transform: AffineTransform
  /// Whether the presentation stays the same as long as the record does.
  let isSettled: Bool

  /// Evaluates the properties; fails if neither the layer nor its descendants are visible.
  init?(_ record: LayerRecord, at time: Double, in parent: AffineTransform) {
    isSettled = record.endOfAnimations <= time
    animated =
      record.animations.isEmpty || isSettled
      ? nil : record.state.presented(with: record.animations, at: time)
    let state = animated?.state ?? record.state
    guard !state.isInvisible else { return nil }
    transform = state.transformToSuperlayer.concatenating(parent)
    let determinant = transform.determinant
    guard state.bounds.isFinite, transform.isFinite, determinant.isFinite, determinant != 0 else {
      return nil
    }
  }
}

extension PresentedLayer {
  /// Returns whether the layer, or its rearmost descendants, certainly hide everything behind an
  /// area.
  ///
  /// Checks only what is cheap: colors, and contents one pixel wide.
  func hides(_ area: PixelRect) -> Bool {
    let state = state
    guard state.opacity >= 1 else { return false }
    let isWhole = boundsHold(area)
    if isWhole, state.backgroundColor?.alpha == 255 { return true }
    if isWhole, let contents = state.contents, contents.width == 1, contents.isOpaque,
      state.contentsGravity == .resize, state.contentsRect == .unit
    {
      return true
    }
    return (isWhole || !state.masksToBounds) && sublayers.first?.hides(area) ?? false
  }

  /// Returns whether square-cornered bounds contain an area completely.
  private func boundsHold(_ area: PixelRect) -> Bool {
    guard PixelAlignment(transform).isUpright, state.cornerRadii.isZero,
      let place = PixelGrid.whole(state.bounds.applying(transform))
    else { return false }
    return place.intersection(area) == area
  }
}

/// A lookup of layers in the previous frame, which mostly come in the same order.
private struct Predecessors {
  private let layers: [PresentedLayer]
  private var next = 0
  private var byID: [Layer.ID: PresentedLayer]?

  init(_ layers: [PresentedLayer]) { self.layers = layers }

  mutating func take(_ id: Layer.ID) -> PresentedLayer? {
    if next < layers.count, layers[next].record.id == id {
      defer { next += 1 }
      return layers[next]
    }
    guard !layers.isEmpty else { return nil }
    if byID == nil {
      byID = Dictionary(layers.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let layer = byID?[id] else { return nil }
    // Later layers may follow in order again.
    if let index = layers[next...].firstIndex(where: { $0 === layer }) { next = index + 1 }
    return layer
  }
}

/// The pixels that a layer may touch.
private struct LayerExtents {
  /// The pixels that the layer itself may touch.
  private(set) var own = PixelRect.empty
  /// The clip area of sublayers; `nil` for none.
  private(set) var mask: PixelRect?

  init(_ state: LayerState, fading: [FadingContents], transform: AffineTransform) {
    let bounds = state.bounds
    let box = bounds.isEmpty ? PixelRect.empty : Self.touched(bounds, transform)
    if state.backgroundColor != nil || state.border.width > 0 { own = box }
    for contents in [state.contents].compactMap({ $0 }).map({ ($0, state.contentsScale) })
      + fading.map({ ($0.contents, $0.scale) })
    {
      let placement = ContentsPlacement(
        contents.0, scale: contents.1, in: state, transform: transform)
      own = own.union(Self.touched(placement.rect, transform))
    }
    if state.masksToBounds {
      mask = box
      own = own.intersection(box)
    }
    if !state.shadow.isHidden, !bounds.isEmpty {
      own = own.union(ShadowShape(state, transform: transform)?.bounds ?? .empty)
    }
  }

  private static func touched(_ rect: Rect, _ transform: AffineTransform) -> PixelRect {
    let outer = rect.applying(transform)
    return PixelGrid.whole(outer) ?? PixelGrid(scale: 1).pixelsTouched(by: outer)
  }
}
