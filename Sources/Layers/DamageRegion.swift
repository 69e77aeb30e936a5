internal import GalleyGeometry
internal import GalleyPixels

/// The pixels of a surface that may have changed, as a small number of rectangles.
struct DamageRegion {
  private(set) var rects: [PixelRect] = []
  private let surface: PixelRect
  /// The maximum number of rectangles; beyond it, drawing the pixels between them is cheaper.
  private static let limit = 16

  init(_ surface: PixelRect) {
    self.surface = surface
  }

  /// Adds a rectangle, clipped to the surface.
  mutating func add(_ rect: PixelRect) {
    var rect = rect.intersection(surface)
    guard !rect.isEmpty else { return }
    // Overlapping rectangles are merged, so that no pixel is drawn twice.
    while let index = rects.firstIndex(where: { $0.intersects(rect) || $0.isJoined(with: rect) }) {
      rect = rect.union(rects.remove(at: index))
    }
    rects.append(rect)
    guard rects.count > Self.limit else { return }
    rects = [rects.reduce(.empty) { $0.union($1) }]
  }

  /// Adds the differences of a layer between two frames.
  ///
  /// - Parameters:
  ///   - old: The layer in one frame.
  ///   - new: The layer in the other frame.
  ///   - area: The clip area of the layer in both frames.
  mutating func add(from old: PresentedLayer?, to new: PresentedLayer?, within area: PixelRect) {
    guard let old, let new else {
      for layer in [old, new].compactMap({ $0 }) { add(layer.extent.intersection(area)) }
      return
    }
    guard old !== new else { return }
    guard old.record.id == new.record.id, old.transform == new.transform,
      old.state.showsSublayers(like: new.state), old.isMixed == new.isMixed
    else {
      add(old.extent.intersection(area))
      add(new.extent.intersection(area))
      return
    }
    if !old.looks(like: new) {
      add(old.ownExtent.intersection(area))
      add(new.ownExtent.intersection(area))
    }
    let inside = new.mask.map { $0.intersection(area) } ?? area
    addSublayers(from: old.sublayers, to: new.sublayers, within: inside)
  }

  private mutating func addSublayers(
    from old: [PresentedLayer], to new: [PresentedLayer], within area: PixelRect
  ) {
    let isSame = old.count == new.count && zip(old, new).allSatisfy { $0.record.id == $1.record.id }
    if isSame {
      for (first, second) in zip(old, new) where first !== second {
        add(from: first, to: second, within: area)
      }
      return
    }
    let oldIDs = Set(old.map(\.record.id))
    let newIDs = Set(new.map(\.record.id))
    for layer in old + new
    where !(oldIDs.contains(layer.record.id) && newIDs.contains(layer.record.id)) {
      add(layer.extent.intersection(area))
    }
    let oldKept = old.filter { newIDs.contains($0.record.id) }
    let newKept = new.filter { oldIDs.contains($0.record.id) }
    let oldByID = Dictionary(
      oldKept.map { ($0.record.id, $0) }, uniquingKeysWith: { first, _ in first })
    // Of two layers that have swapped places, at least one has another index.
    for (before, after) in zip(oldKept, newKept) where before.record.id != after.record.id {
      add(before.extent.intersection(area))
      add(after.extent.intersection(area))
    }
    for layer in newKept { add(from: oldByID[layer.record.id], to: layer, within: area) }
  }
}

extension PixelRect {
  /// Returns whether the union is hardly larger than both rectangles together.
  fileprivate func isJoined(with other: PixelRect) -> Bool {
    let both = union(other)
    return both.width * both.height <= (width * height + other.width * other.height) * 9 / 8
  }
}

extension PresentedLayer {
  /// Whether the layer is drawn as a group and then blended, which differs in rounding from partial
  /// redrawing.
  fileprivate var isMixed: Bool { state.opacity < 1 && needsGroup }

  /// Returns whether the layer itself, without its sublayers, looks the same in another frame.
  fileprivate func looks(like other: PresentedLayer) -> Bool {
    guard state.looks(like: other.state), fading.count == other.fading.count else { return false }
    return zip(fading, other.fading).allSatisfy { first, second in
      first.opacity == second.opacity && first.scale == second.scale
        && first.contents.sharesPixels(with: second.contents)
    }
  }
}
