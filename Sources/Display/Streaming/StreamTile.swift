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
    /// The pixels, painted once.
    let pixels = StreamPixels()
    /// The state of the animation; `nil` if nothing moves.
    var moment: StreamMoment?
  }

  let node: DisplayNode
  private let content: StreamTileContent
  /// Whether a moment of the animation was left out while an earlier one was being drawn.
  private(set) var isBehind = false

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
    isBehind = false
    if node.frame != source.frame { node.frame = source.frame }
    node.setNeedsDisplay()
  }

  /// Shows a moment of the animation, unless the last one is being drawn.
  func show(_ moment: StreamMoment?) {
    guard content.source.value != nil else { return }
    isBehind = moment != nil && node.isDisplaying
    guard !isBehind else { return }
    content.source.value?.moment = moment
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
    let origin = Point(x: outsets.left, y: outsets.top - frame.minY)
    let whole = pixels.whole {
      paint(window) { $0.paint(layout, at: origin, into: &$1, scale: $2, isStale: $3) }
    }
    guard var bitmap = whole, !request.ticket.isStale else { return nil }
    if let moment, moment.top < frame.maxY {
      let ground = pixels.ground {
        paint(window) { $0.paintGround(of: layout, at: origin, into: &$1, scale: $2, isStale: $3) }
      }
      guard let ground else { return nil }
      moment.apply(
        to: &bitmap, over: ground, at: Point(x: -origin.x, y: -origin.y), scale: request.scale)
    }
    return NodeImage(bitmap, scale: request.scale, outsets: outsets)
  }

  /// Paints on a transparent bitmap; returns `nil` if that was not completed.
  private func paint(
    _ window: NodeImage.Request,
    _ body: (TextPainter, inout Bitmap, _ scale: Double, _ isStale: () -> Bool) -> Void
  ) -> Bitmap? {
    let ticket = window.ticket
    guard !ticket.isStale, var canvas = NodeCanvas(for: window) else { return nil }
    body(painter, &canvas.bitmap, window.scale) { ticket.isStale }
    return ticket.isStale ? nil : canvas.bitmap
  }
}
