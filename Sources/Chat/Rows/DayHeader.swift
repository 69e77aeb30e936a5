public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyTypesetting

/// A day as a section header, for lists whose rows have ``ChatRows/showsDays`` off.
public struct DayHeader: Sendable {
  /// The height of the header, including the space above it, in points.
  public let height: Double

  /// The width that the header is centered in, in points.
  package private(set) var width: Double

  private var note: NoteLayout
  private let engine: TextEngine

  /// Lays out a header.
  ///
  /// - Parameters:
  ///   - day: The title of the day, from ``ChatRows/day(at:)``.
  ///   - rows: The conversation, for its style and width.
  public init(_ day: String, of rows: ChatRows) {
    engine = rows.engine
    width = rows.style.width
    note = NoteLayout(day: day, style: rows.style, engine: rows.engine)
    height = ChatMetrics.gap + note.height
  }

  /// Returns the header centered in another width; `nil` if its title has to be laid out again.
  package func centered(in width: Double) -> DayHeader? {
    guard let note = note.centered(in: width) else { return nil }
    var header = self
    (header.note, header.width) = (note, width)
    return header
  }

  /// Updates a node made for the same day to this header's width and colors.
  @MainActor public func show(on node: DisplayNode) {
    let parts = node.subnodes
    guard parts.count == 2 else { return }
    let offset = Point(x: 0, y: ChatMetrics.gap)
    parts[0].frame = note.pill.frame.offset(x: offset.x, y: offset.y)
    parts[0].backgroundColor = note.pill.color
    let (window, origin) = (note.label.window, note.label.origin)
    parts[1].frame = window.offset(x: origin.x + offset.x, y: origin.y + offset.y)
  }

  /// Creates a node of the header's size.
  public func makeNode(environment: DisplayEnvironment) -> DisplayNode {
    let node = DisplayNode(environment: environment)
    node.name = "day"
    node.isTransactionContainer = true
    node.isUserInteractionEnabled = false
    node.frame = Rect(x: 0, y: 0, width: width, height: height)
    for piece in note.pieces(at: Point(x: 0, y: ChatMetrics.gap)) {
      node.addSubnode(RowPart(piece, engine: engine, environment: environment).node)
    }
    return node
  }
}

extension ChatStyle {
  /// Creates a node that draws the background of a conversation.
  public func makeGroundNode(environment: DisplayEnvironment) -> DisplayNode {
    DisplayNode(GradientContent(colors: ground, isColumn: true), environment: environment)
  }
}
