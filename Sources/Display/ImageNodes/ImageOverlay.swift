internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels
internal import Synchronization

/// A color on the opaque parts of a node's picture: on its own layer, or in the bitmap of a
/// rasterized subtree.
@MainActor final class ImageOverlay {
  /// The duration in seconds and the key of the fade-out animation.
  static let (fadeDuration, fadeKey) = (0.3, "overlay.fade")

  private(set) var color: Color?
  private let source = OverlaySource()
  private var cover: DisplayNode?

  nonisolated init() {}

  /// Sets the color; `nil` removes the overlay, with a fade if animated.
  func set(_ color: Color?, on node: DisplayNode, animated: Bool) {
    guard color != self.color else { return }
    self.color = color
    if node.rasterizesBelow { return node.setNeedsDisplay() }
    guard color != nil else { return removeCover(animated: animated) }
    source.color = color
    makeCover(on: node).setNeedsDisplay()
  }

  /// Returns the overlay drawing for a pass; `nil` for none.
  func drawing(for node: DisplayNode) -> OverlayDrawing? {
    color.map { OverlayDrawing(color: $0, isWhole: node.rasterizesBelow) }
  }

  /// Updates the overlay for the picture that a pass has shown, in the same tick.
  func cover(_ drawing: OverlayDrawing?, on node: DisplayNode) {
    guard let drawing, !drawing.isWhole, drawing.color == color else { return }
    let cover = makeCover(on: node)
    source.prepared = drawing.result.picture.withLock { $0 }
    if source.prepared == nil || cover.isDisplaySuspended {
      cover.setNeedsDisplay()
    } else {
      cover.layer.displayImmediately()
    }
  }

  private func makeCover(on node: DisplayNode) -> DisplayNode {
    if let cover { return cover }
    let cover = node.makeOverlay(OverlayContent(source: source), named: "overlay")
    self.cover = cover
    cover.contentsGravity = node.contentsGravity
    cover.coversSupernode = true
    Layer.withoutAnimation {
      cover.cover(node.bounds)
      node.addOverlay(cover)
    }
    return cover
  }

  private func removeCover(animated: Bool) {
    guard let cover else { return }
    self.cover = nil
    guard animated, let layer = cover.loadedLayer, layer.host != nil else {
      return cover.removeFromSupernode()
    }
    Layer.withoutAnimation { cover.opacity = 0 }
    layer.add(
      LayerAnimation(.opacity(from: 1, to: 0), duration: Self.fadeDuration), forKey: Self.fadeKey
    ) { _ in cover.removeFromSupernode() }
  }
}

/// The source of an overlay layer's contents.
@MainActor final class OverlaySource {
  var color: Color?
  /// The tinted picture drawn together with the node's; taken once.
  var prepared: NodeImage?

  nonisolated init() {}
}

/// The overlay part of a pass.
struct OverlayDrawing: Sendable {
  let color: Color
  /// Whether the color is drawn into the picture itself.
  let isWhole: Bool
  let result = PassResult<NodeImage>()

  /// Draws the color into the picture, or stores the tinted picture as the result.
  func apply(to picture: NodeImage?) -> NodeImage? {
    guard let picture, let tinted = picture.tinted(color) else { return picture }
    guard isWhole else {
      result.picture.withLock { $0 = tinted }
      return picture
    }
    var bitmap = picture.bitmap
    bitmap.draw(tinted.bitmap, x: 0, y: 0)
    return NodeImage(bitmap, scale: picture.scale, center: picture.center)
  }
}

/// The content of an overlay layer: the node's picture as a template.
private struct OverlayContent: NodeContent {
  static let drawing = NodeDrawing.image

  struct Parameters: Sendable {
    let color: Color?
    let picture: NodeImage?
    let prepared: NodeImage?
  }

  let source: OverlaySource

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    defer { source.prepared = nil }
    let layer = node.supernode?.loadedLayer
    let picture = layer.flatMap { layer in
      layer.contents.map {
        NodeImage($0, scale: layer.contentsScale, center: layer.contentsCenter)
      }
    }
    return Parameters(color: source.color, picture: picture, prepared: source.prepared)
  }

  static func image(_ parameters: Parameters, for request: NodeImageRequest) -> NodeImage? {
    parameters.prepared
      ?? parameters.color.flatMap { color in parameters.picture.flatMap { $0.tinted(color) } }
  }
}

extension NodeImage {
  /// Returns the picture as a template in one color.
  fileprivate func tinted(_ color: Color) -> NodeImage? {
    ImageRecipe.Modification.tint(color).body(bitmap).map {
      NodeImage($0, scale: scale, center: center)
    }
  }
}
