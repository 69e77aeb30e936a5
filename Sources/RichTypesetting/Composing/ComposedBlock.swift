internal import GalleyGeometry
package import GalleyRichMessages
internal import GalleyTypesetting

/// The place of a block in a message.
package typealias BlockPath = RichMessage.BlockPath

/// A block of a rich message with its texts shaped: everything that does not depend on a width.
final class ComposedBlock: Sendable {
  let content: Content
  /// The place of the block in the message.
  let path: BlockPath
  /// The space around the block, in points; `nil` for a block without height.
  let skip: RichMetrics.Skip?

  init(_ content: Content, at path: BlockPath, skip: RichMetrics.Skip?) {
    self.content = content
    self.path = path
    self.skip = skip
  }

  /// The content of a block.
  indirect enum Content: Sendable {
    /// A text over the whole width: a paragraph, a heading, a footer, code.
    case text(ComposedText)
    /// A display formula.
    case formula(ComposedText)
    case divider
    /// An invisible target.
    case anchor(name: String)
    case list([Item])
    case quotation([ComposedBlock], credit: ComposedText?)
    case pullQuotation(ComposedText, credit: ComposedText?)
    case table(ComposedTable)
    case details(ComposedText, [ComposedBlock]?)
    case media(ComposedMedia)
    case gallery([ComposedMedia], isSlideshow: Bool, caption: [ComposedText])
    case buttons([ComposedButton], RichBlock.ButtonRow.Alignment?)
    /// Blocks one below the other, without decoration.
    case group([ComposedBlock])
  }

  /// An item of a list.
  struct Item: Sendable {
    /// The place of the item.
    var path: BlockPath
    var marker: Marker
    var checkbox: RichBlock.List.Checkbox?
    var blocks: [ComposedBlock]
  }

  /// The marker of a list's item.
  enum Marker: Sendable {
    case bullet(BulletShape)
    case label(ComposedText)
  }

  /// The shape of a bullet, which alternates by level.
  enum BulletShape: Sendable {
    case disc, circle, square

    init(level: Int) {
      self =
        switch level % 3 {
        case 0: .disc
        case 1: .circle
        default: .square
        }
    }
  }
}

/// The table of a rich message with its cells shaped.
struct ComposedTable: Sendable {
  struct Cell: Sendable {
    /// The text; `nil` for a cell that is not painted.
    var text: ComposedText?
    var place: RichBlock.Table.Grid.Place
    var isHeader: Bool
    var verticalAlignment: RichBlock.Table.VerticalAlignment
    /// The least and the preferred width with padding, in points.
    var interval: ColumnWidths.Interval
  }

  var cells: [Cell]
  var columns: ColumnWidths
  var rowCount: Int
  var isBordered: Bool
  var isStriped: Bool
  /// The padding of cells at the sides, and above and below.
  var padding: (x: Double, y: Double)
  var caption: ComposedText?
}

/// Media of a rich message, with its texts.
struct ComposedMedia: Sendable {
  var media: RichBlock.Media
  /// The size of a picture, in points; `nil` for files.
  var size: Size?
  /// Whether the picture is a map, with a pin in its middle.
  var isMap = false
  /// The texts of a file's row: its name, and its size or duration.
  var labels: [ComposedText] = []
  /// The caption and its credit.
  var caption: [ComposedText] = []
}
