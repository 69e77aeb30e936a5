internal import GalleyGeometry
public import GalleyPainting
internal import GalleyPixels
internal import GalleyScheduling
public import GalleyTypesetting

/// A text that has been laid out.
///
/// It is drawn where the layout's coordinates have it: the node's bounds are a window on them. Bounds
/// that are larger than the layout show ink that sticks out of it, such as shadows and stacked marks.
/// Whether the drawing is still wanted is asked before each line. At scales above
/// `TextPainter.scaleLimit` nothing is drawn.
public struct TextContent: NodeContent {
  /// On a bitmap of the node's size.
  public static let drawing = NodeDrawing.canvas

  /// The text.
  public var layout: TextLayout
  /// How it is drawn.
  public var painter: TextPainter

  /// Makes a content.
  public init(_ layout: TextLayout, painter: TextPainter = TextPainter()) {
    self.layout = layout
    self.painter = painter
  }

  /// Gives the content itself: nothing of it ever changes.
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
