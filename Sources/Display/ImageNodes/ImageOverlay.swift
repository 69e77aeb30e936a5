internal import GalleyGeometry
internal import GalleyImages
internal import GalleyLayers
internal import GalleyPixels
internal import Synchronization

/// A color over the pictures of a node, as far as they are opaque: on a layer of its own, or in their
/// bitmap where a node above draws all into one.
@MainActor final class ImageOverlay {
  /// How long a color fades away that is animated, in seconds, and the name of the animation.
  static let (fadeDuration, fadeKey) = (0.3, "overlay.fade")

  private(set) var color: Color?
  private let source = OverlaySource()
  private var cover: DisplayNode?

  nonisolated init() {}

  /// Sets the color; `nil` takes it away, little by little if that is animated.
  func set(_ color: Color?, on node: DisplayNode, animated: Bool) {
    guard color != self.color else { return }
    self.color = color
    if node.rasterizesBelow { return node.setNeedsDisplay() }
    guard color != nil else { return removeCover(animated: animated) }
    source.color = color
    makeCover(on: node).setNeedsDisplay()
  }

  /// What a pass does about the color; `nil` is nothing.
  func drawing(for node: DisplayNode) -> OverlayDrawing? {
    color.map { OverlayDrawing(color: $0, isWhole: node.rasterizesBelow) }
  }

  /// Covers the picture that a pass has shown, in the same tick.
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

/// What the layer of a color shows.
@MainActor final class OverlaySource {
  var color: Color?
  /// What was drawn with the picture; taken once.
  var prepared: NodeImage?

  nonisolated init() {}
}

/// What a pass does about the color over its picture.
struct OverlayDrawing: Sendable {
  let color: Color
  /// Whether the color is in the picture itself.
  let isWhole: Bool
  let result = PassResult<NodeImage>()

  /// Gives a picture the color, or leaves that beside it.
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

/// The content of the layer of a color: the node's picture as a template.
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
  /// The picture in one color, as far as it is opaque.
  fileprivate func tinted(_ color: Color) -> NodeImage? {
    ImageModification.tint(color).body(bitmap).map {
      NodeImage($0, scale: scale, center: center)
    }
  }
}
