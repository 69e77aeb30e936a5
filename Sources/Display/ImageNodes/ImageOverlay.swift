internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels
internal import GalleyScheduling

/// A color on the opaque parts of a node's image: on its own layer, or in the bitmap of a
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
    color.map { OverlayDrawing(color: $0, isRasterized: node.rasterizesBelow) }
  }

  /// Updates the overlay for the image that a pass has shown, in the same tick.
  func cover(_ drawing: OverlayDrawing?, on node: DisplayNode) {
    guard let drawing, !drawing.isRasterized, drawing.color == color else { return }
    let cover = makeCover(on: node)
    source.prepared = drawing.result.take()
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
    node.hasCovers = true
    Layer.withoutAnimation {
      cover.cover(node.bounds)
      node.addSubnode(cover)
    }
    return cover
  }

  private func removeCover(animated: Bool) {
    guard let cover else { return }
    self.cover = nil
    guard animated, let layer = cover.loadedLayer, layer.host != nil else {
      return cover.removeFromSupernode()
    }
    layer.fadeOut(in: Self.fadeDuration, forKey: Self.fadeKey) { cover.removeFromSupernode() }
  }
}

/// The source of an overlay layer's contents.
@MainActor final class OverlaySource {
  var color: Color?
  /// The tinted image drawn together with the node's; taken once.
  var prepared: NodeImage?

  nonisolated init() {}
}

/// The overlay part of a pass.
struct OverlayDrawing: Sendable {
  let color: Color
  /// Whether the color is drawn into the image itself.
  let isRasterized: Bool
  let result = OperationResult<NodeImage>()

  /// Draws the color into the image, or stores the tinted image as the result.
  func apply(to image: NodeImage?) -> NodeImage? {
    guard let image, let tinted = image.tinted(color) else { return image }
    guard isRasterized else {
      result.store(tinted)
      return image
    }
    var bitmap = image.bitmap
    bitmap.draw(tinted.bitmap, x: 0, y: 0)
    return NodeImage(bitmap, scale: image.scale, center: image.center)
  }
}

/// The content of an overlay layer: the node's image as a template.
private struct OverlayContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  struct Parameters: Sendable {
    let color: Color?
    let image: NodeImage?
    let prepared: NodeImage?
  }

  let source: OverlaySource

  @MainActor func parameters(for node: DisplayNode) -> Parameters {
    defer { source.prepared = nil }
    let layer = node.supernode?.loadedLayer
    let image = layer.flatMap { layer in
      layer.contents.map {
        NodeImage($0, scale: layer.contentsScale, center: layer.contentsCenter)
      }
    }
    return Parameters(color: source.color, image: image, prepared: source.prepared)
  }

  static func image(_ parameters: Parameters, for request: NodeImage.Request) -> NodeImage? {
    parameters.prepared
      ?? parameters.color.flatMap { color in parameters.image.flatMap { $0.tinted(color) } }
  }
}

extension NodeImage {
  /// Returns the image as a template in one color.
  fileprivate func tinted(_ color: Color) -> NodeImage? {
    ImageRecipe.Modification.tint(color).body(bitmap).map {
      NodeImage($0, scale: scale, center: center)
    }
  }
}
