public import GalleyGeometry
internal import GalleyRichMessages
package import GalleyTypesetting

/// A rich message laid out at a width.
///
/// A layout is immutable and can be shared between threads. Coordinates are points, y downward,
/// with the origin at the top left.
public final class RichLayout: Sendable {
  /// The document.
  public let document: RichDocument
  /// The box that contains everything.
  package let root: BlockBox
  /// The texts in reading order.
  package let texts: [PlacedText]
  /// The blocks that scroll horizontally, in reading order.
  public let scrollAreas: [ScrollArea]

  /// A text and its place.
  package struct PlacedText: Sendable {
    package var layout: TextLayout
    package var composed: ComposedText
    package var path: BlockPath
    /// The position of the text's origin.
    package var origin: Point
    /// The visible part of a block that scrolls; `nil` for other texts.
    package var viewport: Rect?
  }

  /// Creates the layout of a box.
  ///
  /// - Parameters:
  ///   - root: The box.
  ///   - document: The document.
  ///   - offsets: The scroll offsets; those out of range are limited, and others are zero.
  init(_ root: BlockBox, of document: RichDocument, offsets: [BlockPath: Double] = [:]) {
    self.root = root
    self.document = document
    var collector = TextCollector(
      offsets: offsets, isRightToLeft: document.message.isRightToLeft)
    collector.visit(root, at: .zero, viewport: nil)
    texts = collector.texts
    scrollAreas = collector.areas
  }

  /// The size of the layout.
  public var size: Size { root.size }
}

/// A collector of the texts and scroll areas of a box.
private struct TextCollector {
  let offsets: [BlockPath: Double]
  let isRightToLeft: Bool
  private(set) var texts: [RichLayout.PlacedText] = []
  private(set) var areas: [RichLayout.ScrollArea] = []

  init(offsets: [BlockPath: Double], isRightToLeft: Bool) {
    self.offsets = offsets
    self.isRightToLeft = isRightToLeft
  }

  /// Appends the contents of a box, in reading order.
  mutating func visit(_ box: BlockBox, at origin: Point, viewport: Rect?) {
    func moved(_ point: Point) -> Point { Point(x: origin.x + point.x, y: origin.y + point.y) }
    for item in box.items {
      switch item {
      case .box(let inner, let place): visit(inner, at: moved(place), viewport: viewport)
      case .text(let layout, let composed, let path, let place):
        texts.append(
          RichLayout.PlacedText(
            layout: layout, composed: composed, path: path, origin: moved(place),
            viewport: viewport))
      case .scroll(let inner, let frame, let path):
        let area = RichLayout.ScrollArea(
          inner, in: frame.offset(x: origin.x, y: origin.y), of: path, offset: offsets[path] ?? 0,
          isRightToLeft: isRightToLeft)
        areas.append(area)
        visit(
          inner, at: Point(x: area.contentX, y: area.viewport.minY), viewport: area.viewport)
      case .block, .label, .fill, .outline, .shape, .quotation, .picture, .control, .anchor: break
      }
    }
  }
}
