package import GalleyGeometry
package import GalleyRichMessages
package import GalleyTypesetting

/// A block laid out at a width.
///
/// Coordinates are in points, relative to the upper left corner of the box.
package final class BlockBox: Sendable {
  /// The size of the box.
  package let size: Size
  /// The contents in painting order; texts are in reading order.
  package let items: [Item]
  /// The y coordinate of the first line's baseline; `nil` if the box does not begin with text.
  let baseline: Double?
  /// The distances of a table's columns from the start side, from zero to the width; empty for
  /// other boxes.
  let columns: [Double]
  /// The y coordinates of the edges of a table's rows; empty for other boxes.
  let rows: [Double]
  /// The distance by which contents extend beyond the end side, for which a container scrolls.
  let excess: Double

  init(
    size: Size, items: [Item], baseline: Double? = nil, columns: [Double] = [], rows: [Double] = [],
    excess: Double = 0
  ) {
    self.size = size
    self.excess = excess
    self.items = items
    self.baseline = baseline
    self.columns = columns
    self.rows = rows
  }

  /// Returns the rectangle of the box with the contents that extend beyond its end side.
  package func extent(isRightToLeft: Bool) -> Rect {
    Rect(
      x: isRightToLeft ? -excess : 0, y: 0, width: size.width + excess, height: size.height)
  }

  /// A part of a box.
  package enum Item: Sendable {
    /// A box inside.
    case box(BlockBox, Point)
    /// The frame of a block, before its contents.
    case block(BlockPath, Rect)
    /// A text.
    case text(TextLayout, ComposedText, BlockPath, Point)
    /// A label that is no part of the text, such as a marker.
    case label(TextLayout, Point)
    /// A filled rectangle with round corners.
    case fill(Rect, radius: Double, PaintColor)
    /// The outline of a rectangle with round corners, inside its edges.
    case outline(Rect, radius: Double, width: Double, PaintColor)
    /// A filled shape.
    case shape(Path, PaintColor)
    /// The background and the bar of a quotation or of code.
    case quotation(Rect, TextBlock.Paint, isRightToLeft: Bool)
    /// A box that is wider than its viewport and scrolls horizontally; it begins at the start side.
    case scroll(BlockBox, Rect, BlockPath)
    /// A picture.
    case picture(RichBlock.Media, Rect, BlockPath)
    /// An area that reacts to taps.
    case control(RichLayout.Control, Rect)
    /// An invisible target of links.
    case anchor(String, Point)
  }
}
