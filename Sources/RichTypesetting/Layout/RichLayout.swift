public import GalleyGeometry
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

  /// A text and its place.
  package struct PlacedText: Sendable {
    package var layout: TextLayout
    package var composed: ComposedText
    package var path: BlockPath
    /// The position of the text's origin; in a table that scrolls, that at offset zero.
    package var origin: Point
    /// The visible part of a table that scrolls; `nil` for other texts.
    package var viewport: Rect?
  }

  init(_ root: BlockBox, of document: RichDocument) {
    self.root = root
    self.document = document
    var texts: [PlacedText] = []
    root.collect(&texts, at: .zero, viewport: nil)
    self.texts = texts
  }

  /// The size of the layout.
  public var size: Size { root.size }
}

extension BlockBox {
  /// Appends the texts of the box, in reading order.
  fileprivate func collect(
    _ texts: inout [RichLayout.PlacedText], at origin: Point, viewport: Rect?
  ) {
    func moved(_ point: Point) -> Point { Point(x: origin.x + point.x, y: origin.y + point.y) }
    for item in items {
      switch item {
      case .box(let box, let place): box.collect(&texts, at: moved(place), viewport: viewport)
      case .text(let layout, let composed, let path, let place):
        texts.append(
          RichLayout.PlacedText(
            layout: layout, composed: composed, path: path, origin: moved(place),
            viewport: viewport))
      case .scroll(let box, let frame, _):
        let visible = frame.offset(x: origin.x, y: origin.y)
        box.collect(&texts, at: visible.origin, viewport: visible)
      case .label, .formula, .fill, .outline, .shape, .quotation, .picture, .control, .anchor: break
      }
    }
  }
}
