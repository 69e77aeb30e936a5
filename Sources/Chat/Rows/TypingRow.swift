package import GalleyDisplay
internal import GalleyGeometry
internal import GalleyLayoutSpecs
internal import GalleyMessages
internal import GalleyTypesetting

/// A row that tells who is typing: a bubble with dots, and with names in a group.
package struct TypingRow: Sendable {
  /// The names of the people who are typing, separated by commas.
  package let names: String
  /// The height of the row, including the space above it, in points.
  package let height: Double

  private let pieces: [RowPiece]
  private let dots: (frame: Rect, color: Color)
  private let engine: TextEngine
  private let width: Double

  /// Lays out the row.
  ///
  /// - Parameters:
  ///   - names: The people who are typing; names are shown in a group only.
  ///   - rows: The conversation, for its style and width.
  package init(_ names: [String], of rows: ChatRows) {
    (engine, width) = (rows.engine, rows.style.width)
    self.names = names.joined(separator: ", ")
    let style = rows.style
    let theme = style.theme(isOutgoing: false)
    let left =
      ChatMetrics.margin
      + (rows.source.isGroup ? ChatMetrics.avatar + ChatMetrics.avatarGap : 0)
    let origin = Point(x: left, y: ChatMetrics.gap)
    var (pieces, labelSize) = ([RowPiece](), Size.zero)
    if rows.source.isGroup, let first = names.first {
      let color = PaintColor.fixed(style.name(rows.source.person(named: first)))
      var options = LayoutOptions(width: width - left - ChatMetrics.farMargin - 24)
      options.maximumLines = 1
      options.lineGrid = style.lineGrid
      let layout = engine.layout(
        AttributedText(
          self.names.firstLine, style: style.text(ChatMetrics.nameSize, weight: 600, color: color)),
        options: options)
      labelSize = layout.size
      let label = MessageLayout.Label(
        layout: layout, origin: Point(x: ChatMetrics.paddingX, y: ChatMetrics.paddingTop),
        palette: theme.palette)
      pieces.append(RowPiece(kind: .label(label), offset: origin))
    }
    let size = PulsingDots.Arrangement.row.size
    let top = ChatMetrics.paddingTop + (labelSize.height > 0 ? labelSize.height + 5 : 6)
    let frame = Rect(
      x: 0, y: 0,
      width: (max(size.width, labelSize.width) + 2 * ChatMetrics.paddingX).rounded(.up),
      height: (top + size.height + 6 + ChatMetrics.paddingBottom).rounded(.up))
    let shape = BubbleShape(
      color: theme.background, isOutgoing: false, isFirst: true, isLast: true, isDark: style.isDark)
    let bubble = MessageLayout.Bubble(frame: frame, shape: shape)
    self.pieces = [RowPiece(kind: .bubble(bubble), offset: origin)] + pieces
    dots = (
      Rect(origin: Point(x: left + ChatMetrics.paddingX, y: origin.y + top), size: size),
      theme.palette[.secondaryText]
    )
    height = origin.y + frame.size.height
  }

  /// Creates a node of the row's size, on any thread.
  package func makeNode(environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(
      FixedHeight(height: height), environment: environment)
    node.name = "typing"
    node.isUserInteractionEnabled = false
    node.frame = Rect(x: 0, y: 0, width: width, height: height)
    for piece in pieces {
      node.addSubnode(RowPart(piece, engine: engine, environment: environment).node)
    }
    let dots = PulsingDots.makeNode(.row, color: dots.color, environment: environment)
    dots.frame = self.dots.frame
    node.addSubnode(dots)
    return node
  }
}

/// A content that draws nothing and has the full width and a fixed height.
private struct FixedHeight: NodeContent {
  static let drawing: DisplayNode.DrawingModes = []

  let height: Double

  func measurement(thatFits range: SizeRange, scale: Double) -> ContentMeasurement? {
    ContentMeasurement(size: Size(width: range.max.width, height: height))
  }

  @MainActor func parameters(for node: DisplayNode) {}
}
