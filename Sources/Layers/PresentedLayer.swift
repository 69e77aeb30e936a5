internal import GalleyGeometry
internal import GalleyPixels

/// A layer as it is shown at a time, with all that is under it and shows.
///
/// Never changes. What looks the same in the next frame is the same object there.
final class PresentedLayer: Sendable {
  let record: LayerRecord
  private let animated: PresentedState?
  /// The transform from the layer's points to the surface's pixels.
  let transform: AffineTransform
  /// The pixels that the layer itself may touch.
  let ownExtent: PixelRect
  /// The pixels that the layer and what is under it may touch.
  let extent: PixelRect
  /// Where sublayers may show; `nil` is everywhere.
  let mask: PixelRect?
  /// From the lowest to the topmost, without those that do not show.
  let sublayers: [PresentedLayer]
  /// Whether nothing changes any more if the record stays the same.
  let isSettled: Bool

  var state: LayerState { animated?.state ?? record.state }
  var fading: [FadingContents] { animated?.fading ?? [] }

  /// Works out how a layer is shown.
  ///
  /// - Parameters:
  ///   - record: The layer.
  ///   - time: When, in seconds.
  ///   - parent: What takes the superlayer's points to pixels.
  ///   - old: How it was shown in another frame; what is the same is taken from there.
  /// - Returns: `nil` if nothing of it shows.
  static func make(
    _ record: LayerRecord, at time: Double, in parent: AffineTransform, after old: PresentedLayer?
  ) -> PresentedLayer? {
    guard let looks = Looks(record, at: time, in: parent) else { return nil }
    if let old, old.record === record, old.isSettled, looks.isSettled,
      old.transform == looks.transform
    {
      return old
    }
    let sublayers = sublayers(of: record, at: time, in: looks.transform, after: old)
    return PresentedLayer(record, looks, sublayers)
  }

  /// Works out how the sublayers of a layer are shown.
  ///
  /// Trees may be deep: little is on the stack while those below are worked out.
  private static func sublayers(
    of record: LayerRecord, at time: Double, in transform: AffineTransform,
    after old: PresentedLayer?
  ) -> [PresentedLayer] {
    var sublayers: [PresentedLayer] = []
    sublayers.reserveCapacity(record.sublayers.count)
    var predecessors = Predecessors(old?.sublayers ?? [])
    for sublayer in record.sublayers {
      let presented = make(
        sublayer, at: time, in: transform, after: predecessors.take(sublayer.id))
      if let presented { sublayers.append(presented) }
    }
    return sublayers
  }

  private init(_ record: LayerRecord, _ looks: Looks, _ sublayers: [PresentedLayer]) {
    self.record = record
    animated = looks.animated
    transform = looks.transform
    isSettled = looks.isSettled
    self.sublayers = sublayers

    let extents = LayerExtents(
      looks.animated?.state ?? record.state, fading: looks.animated?.fading ?? [],
      transform: looks.transform)
    ownExtent = extents.own
    mask = extents.mask
    var below = PixelRect.empty
    for sublayer in sublayers { below = below.union(sublayer.extent) }
    extent = extents.own.union(extents.mask.map { below.intersection($0) } ?? below)
  }
}

/// A layer's properties at a time, without those below it.
private struct Looks {
  /// The state that animations give; `nil` if it is the record's.
  let animated: PresentedState?
  /// The transform from the layer's points to the surface's pixels.
  let transform: AffineTransform
  /// Whether nothing changes any more if the record stays the same.
  let isSettled: Bool

  /// Works out the properties; `nil` if nothing shows of the layer or those below it.
  init?(_ record: LayerRecord, at time: Double, in parent: AffineTransform) {
    isSettled = record.endOfAnimations <= time
    animated =
      record.animations.isEmpty || isSettled
      ? nil : record.state.presented(with: record.animations, at: time)
    let state = animated?.state ?? record.state
    guard !state.isInvisible else { return nil }
    transform = state.placement.concatenating(parent)
    let determinant = transform.determinant
    guard state.bounds.isFinite, transform.isFinite, determinant.isFinite, determinant != 0 else {
      return nil
    }
  }
}

extension PresentedLayer {
  /// Whether the layer, or the rearmost ones under it, surely hide all that is behind some pixels.
  ///
  /// Only what is quick to know counts: colors, and contents of one column of pixels.
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

  /// Whether the bounds hold all of some pixels, as far as their edges, which are not round.
  private func boundsHold(_ area: PixelRect) -> Bool {
    guard PixelPlacement(transform).isUpright, state.cornerRadii.isZero,
      let place = PixelGrid.whole(state.bounds.applying(transform))
    else { return false }
    return place.intersection(area) == area
  }
}

/// Finds layers of another frame, which mostly come in the same order.
private struct Predecessors {
  private let layers: [PresentedLayer]
  private var next = 0
  private var byID: [LayerID: PresentedLayer]?

  init(_ layers: [PresentedLayer]) { self.layers = layers }

  mutating func take(_ id: LayerID) -> PresentedLayer? {
    if next < layers.count, layers[next].record.id == id {
      defer { next += 1 }
      return layers[next]
    }
    guard !layers.isEmpty else { return nil }
    if byID == nil {
      byID = Dictionary(layers.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    guard let layer = byID?[id] else { return nil }
    // Go on from there, in case what follows comes in order again.
    if let index = layers[next...].firstIndex(where: { $0 === layer }) { next = index + 1 }
    return layer
  }
}

/// Which pixels a layer may touch.
private struct LayerExtents {
  /// What the layer itself may touch.
  private(set) var own = PixelRect.empty
  /// Where sublayers may show; `nil` is everywhere.
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
