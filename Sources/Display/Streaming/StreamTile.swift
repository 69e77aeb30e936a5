internal import GalleyGeometry
internal import GalleyLayers
internal import GalleyPainting
internal import GalleyPixels
internal import GalleyRichStreaming
internal import GalleyScheduling

/// A part of a message that grows, with pixels of its own.
@MainActor final class StreamTile {
  /// The inputs of drawing.
  struct Source: Sendable {
    let layout: StreamingLayout
    let painter: TextPainter
    /// The part of the message, in points; its edges are those of pixels.
    let frame: Rect
  }

  let node: DisplayNode
  private let content: StreamTileContent

  init(environment: DisplayEnvironment) {
    content = StreamTileContent()
    node = DisplayNode(content, environment: environment)
    node.isOpaque = false
    node.contentsGravity = .topLeft
    node.isUserInteractionEnabled = false
  }

  /// Draws a part of the message; the old pixels stay until that is done.
  func show(_ source: Source) {
    content.source.value = source
    if node.frame != source.frame { node.frame = source.frame }
    node.setNeedsDisplay()
  }
}

/// The content of a tile.
struct StreamTileContent: NodeContent {
  static let drawing = DisplayNode.DrawingModes.image

  /// A value on the main actor.
  @MainActor final class Box {
    var value: StreamTile.Source?
    nonisolated init() {}
  }

  let source = Box()

  @MainActor func parameters(for node: DisplayNode) -> StreamTile.Source? { source.value }

  static func image(_ source: StreamTile.Source?, for request: NodeImage.Request) -> NodeImage? {
    guard let source, request.scale <= TextPainter.scaleLimit else { return nil }
    return source.image(for: request)
  }
}

extension StreamTile.Source {
  /// Draws the part of the message, on any thread.
  func image(for request: NodeImage.Request) -> NodeImage? {
    let outset = (StreamTiles.outset * request.scale).rounded(.up) / request.scale
    let outsets = Insets(
      top: frame.minY == 0 ? outset : 0, left: outset, bottom: 0, right: outset)
    let window = NodeImage.Request(
      bounds: Rect(origin: .zero, size: frame.size).extended(by: outsets), scale: request.scale,
      ticket: request.ticket, pool: request.pool)
    guard !request.ticket.isStale, var canvas = NodeCanvas(for: window) else { return nil }
    let ticket = request.ticket
    painter.paint(
      layout, at: Point(x: outsets.left, y: outsets.top - frame.minY), into: &canvas.bitmap,
      scale: canvas.scale, isStale: { ticket.isStale })
    return ticket.isStale ? nil : NodeImage(canvas.bitmap, scale: canvas.scale, outsets: outsets)
  }
}
