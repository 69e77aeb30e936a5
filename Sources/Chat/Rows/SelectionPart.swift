internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyImages
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// The text of a row that can be selected, with or without blocks.
struct SelectableText: Sendable {
  let node: DisplayNode
  let palette: Palette
  /// Returns the outline of the highlight of a range.
  let outline: @Sendable (Range<Int>) -> Path

  /// Creates the text of a node.
  init(_ text: TextNode) {
    let layout = text.layout
    (node, palette) = (text.node, text.palette)
    outline = { layout.highlight(of: $0) }
  }

  /// Creates the text of the blocks of a node.
  init(_ rich: RichMessageNode) {
    let layout = rich.layout
    (node, palette) = (rich.node, rich.palette)
    outline = { layout.highlight(of: $0) }
  }
}

extension RowPart {
  /// The text of the part that can be selected; `nil` if it has none.
  var selectable: SelectableText? {
    text.map { SelectableText($0) } ?? rich.map { SelectableText($0) }
  }
}

/// The highlight behind selected text.
struct SelectionPart: Sendable {
  let range: Range<Int>
  let node: DisplayNode

  /// The margin by which the highlight may extend beyond the text's box, in points.
  static let margin = 8.0

  @MainActor init(_ range: Range<Int>, of text: SelectableText) {
    self.range = range
    let (outline, color) = (text.outline, text.palette[.selection])
    let margin = Self.margin
    let content = DrawnContent { context, _ in
      context.fill(outline(range).offset(x: margin, y: margin), with: color)
    }
    node = DisplayNode(content, environment: text.node.environment)
    node.name = "selection"
    node.isOpaque = false
    node.isUserInteractionEnabled = false
    node.frame = text.node.frame.extended(
      by: Insets(top: margin, left: margin, bottom: margin, right: margin))
    node.neverShowsPlaceholders = true
  }
}
