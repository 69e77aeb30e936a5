internal import GalleyGeometry
public import GalleyPainting
internal import GalleyPixels
internal import GalleyScheduling
public import GalleyTypesetting

/// A text layout as a content.
///
/// Drawing uses the layout's coordinates, with the node's bounds as a window on them. Bounds larger
/// than the layout show overhanging ink, such as shadows and stacked marks. Drawing checks before
/// each line whether it is stale. Nothing is drawn at scales above `TextPainter.scaleLimit`.
public struct TextContent: NodeContent {
  /// The content draws on a canvas.
  public static let drawing = DisplayNode.DrawingModes.canvas

  /// The layout of the text.
  public var layout: TextLayout
  /// The painter of the text.
  public var painter: TextPainter

  /// Creates a content.
  public init(_ layout: TextLayout, painter: TextPainter = TextPainter()) {
    self.layout = layout
    self.painter = painter
  }

  /// Returns the content itself, which is immutable during a pass.
  @MainActor public func parameters(for node: DisplayNode) -> TextContent { self }

  /// Draws the text, line by line.
  public static func draw(_ parameters: TextContent, on canvas: inout NodeCanvas) {
    guard canvas.scale <= TextPainter.scaleLimit else { return }
    let (ticket, origin) = (canvas.ticket, canvas.bounds.origin)
    parameters.painter.paint(
      parameters.layout, at: Point(x: -origin.x, y: -origin.y), into: &canvas.bitmap,
      scale: canvas.scale, isStale: { ticket.isStale })
  }
}
