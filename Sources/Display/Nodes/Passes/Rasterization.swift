internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling

/// The layer work that is done while drawing: corners, background, border, and subnodes.
///
/// The bitmap is composed from layer records by the compositor's own code, so it has the same
/// pixels as the equivalent layers.
struct Rasterization: Sendable {
  /// The visual state of the node, without its contents.
  let state: LayerState
  /// The subnodes that are drawn into the bitmap, back to front.
  let subnodes: [DisplayPass]

  /// Renders the node with its subnodes.
  func render(_ pass: DisplayPass, for ticket: Ticket) -> DisplayPass.Outcome {
    let size = state.bounds.size
    guard !size.isEmpty else { return .drawn(nil) }
    let outcome = pass.draw(for: ticket)
    if case .drawn(var image?) = outcome, isAlone(image, at: pass.scale) {
      image.bitmap.roundCorners(state.cornerRadii, scale: pass.scale)
      return ticket.isStale ? .stale : .drawn(NodeImage(image.bitmap, scale: pass.scale))
    }
    guard let record = record(of: outcome, for: ticket, isRoot: true) else { return .stale }
    let whole = LayerHost.CommittedTree(composing: record, size: size, scale: pass.scale)
    let outsets = Self.outsets(of: whole)
    let tree = outsets == .zero ? whole : whole.extended(by: outsets)
    guard let bitmap = try? tree.bitmap(at: 0) else { return .drawn(nil) }
    return ticket.isStale
      ? .stale : .drawn(NodeImage(bitmap, scale: pass.scale, outsets: outsets))
  }

  /// The maximum distance that a bitmap extends beyond the node's bounds, in points.
  private static let farthestReach = 64.0

  /// Returns the distances that a tree draws beyond its surface, in whole pixels and at most
  /// ``farthestReach``.
  private static func outsets(of tree: LayerHost.CommittedTree) -> Insets {
    let (extent, pixels) = (tree.extent(at: 0), tree.pixelSize)
    guard !extent.isEmpty else { return .zero }
    let limit = Int(farthestReach * tree.scale)
    func outset(_ count: Int) -> Double { Double(min(max(0, count), limit)) / tree.scale }
    return Insets(
      top: outset(-extent.minY), left: outset(-extent.minX),
      bottom: outset(extent.maxY - pixels.height), right: outset(extent.maxX - pixels.width))
  }

  /// Returns whether an image is the node's only visible part and has exactly its pixels.
  ///
  /// Then nothing needs to be composed: the corners are cut out of the image itself.
  private func isAlone(_ image: NodeImage, at scale: Double) -> Bool {
    let pixels = Rect(
      x: 0, y: 0, width: state.bounds.size.width * scale, height: state.bounds.size.height * scale)
    return subnodes.isEmpty && state.backgroundColor == nil && state.border.width == 0
      && state.contentsRect == .unit && image.outsets == .zero
      && PixelGrid.whole(pixels) == image.bitmap.bounds
      && (state.contentsGravity == .resize || image.scale == scale)
  }

  /// Combines the node's own drawing with those of its subnodes, which it renders.
  ///
  /// - Returns: The record; `nil` if the pass is stale.
  private func record(
    of outcome: DisplayPass.Outcome, for ticket: Ticket, isRoot: Bool
  ) -> LayerRecord? {
    let image: NodeImage?
    switch outcome {
    case .stale: return nil
    // A rasterized node has no earlier contents of its own to keep.
    case .kept: image = nil
    case .drawn(let drawn): image = drawn
    }
    var state = state
    if let image {
      state.contents = image.bitmap
      state.contentsScale = image.scale
      state.contentsCenter = image.center
      state.contentsOutsets = image.outsets
    }
    var sublayers: [LayerRecord] = []
    for pass in subnodes {
      guard !ticket.isStale,
        let record = pass.rasterization?.record(
          of: pass.draw(for: ticket), for: ticket, isRoot: false)
      else { return nil }
      sublayers.append(record)
    }
    if isRoot {
      state.frame = Rect(origin: .zero, size: state.bounds.size)
      // These remain properties of the layer.
      state.transform = .identity
      state.opacity = 1
      state.isHidden = false
      state.shadow = Layer.Shadow()
      // Contents are clipped to the rounded corners.
      state.masksToBounds = state.masksToBounds || !state.cornerRadii.isZero
    }
    return LayerRecord(state, sublayers: sublayers)
  }

  /// Reports the end of the pass to the contents of the subnodes.
  @MainActor func didEnd(_ ending: DisplayNode.PassEnding) {
    for pass in subnodes { pass.didEnd(ending) }
  }
}
