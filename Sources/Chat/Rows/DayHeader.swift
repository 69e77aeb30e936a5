public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTypesetting

/// A day as the header of a list's section, which stands in the room that ``ChatRows/showsDays`` leaves.
public struct DayHeader: Sendable {
  /// How high the header is, with the room above it, in points.
  public let height: Double

  private let note: NoteLayout
  private let engine: TextEngine
  private let width: Double

  /// Lays out a day.
  ///
  /// - Parameters:
  ///   - day: The day in words, as ``ChatRows/day(at:)`` has it.
  ///   - rows: The conversation, for its style and width.
  public init(_ day: String, of rows: ChatRows) {
    engine = rows.engine
    width = rows.style.width
    note = NoteLayout(day: day, style: rows.style, engine: rows.engine)
    height = ChatMetrics.gap + note.height
  }

  /// Has a node that was made for the same day look like this header: in another width, or other colors.
  @MainActor public func show(on node: DisplayNode) {
    let parts = node.subnodes
    guard parts.count == 2 else { return }
    let offset = Point(x: 0, y: ChatMetrics.gap)
    parts[0].frame = note.pill.frame.offset(x: offset.x, y: offset.y)
    parts[0].backgroundColor = note.pill.color
    let (window, origin) = (note.label.window, note.label.origin)
    parts[1].frame = window.offset(x: origin.x + offset.x, y: origin.y + offset.y)
  }

  /// Makes a node that is as large as the header.
  public func makeNode() -> DisplayNode {
    let node = DisplayNode()
    node.name = "day"
    node.isTransactionContainer = true
    node.isUserInteractionEnabled = false
    node.frame = Rect(x: 0, y: 0, width: width, height: height)
    for piece in note.pieces(at: Point(x: 0, y: ChatMetrics.gap)) {
      node.add(RowPart(piece, engine: engine).node)
    }
    return node
  }
}

extension ChatStyle {
  /// Makes a node with the colors that a conversation stands on.
  public func makeGroundNode() -> DisplayNode {
    DisplayNode(GradientContent(colors: ground, isColumn: true))
  }
}
