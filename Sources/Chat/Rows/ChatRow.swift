public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
public import GalleyRichTypesetting
public import GalleyTypesetting

/// The layout of a message's row, as a value that any thread may use.
///
/// The space above a message, and the title of a day that begins with it, belong to its row.
public struct ChatRow: Sendable {
  // Indirect, because rows are copied far more often than they are laid out.
  indirect enum Content: Sendable {
    case message(MessageLayout)
    case note(NoteLayout)
  }

  /// The index of the message.
  public internal(set) var index: Int
  /// The interaction state of the message.
  public let state: MessageState
  /// The width of the row, in points.
  public let width: Double
  /// The height of the row in whole points, so that its pixels do not depend on its position.
  public let height: Double

  /// The y coordinate of the message, below the day and the space above it.
  let top: Double
  /// The title of the day that begins with the message.
  let day: NoteLayout?
  let showsDay: Bool
  /// The bar above the first unread message.
  let divider: NoteLayout?
  let content: Content
  /// The drawn pieces of the row, back to front.
  private(set) var pieces: [RowPiece] = []

  init(
    index: Int, state: MessageState, width: Double, top: Double, day: NoteLayout?, showsDay: Bool,
    divider: NoteLayout?, content: Content
  ) {
    self.index = index
    self.state = state
    self.width = width
    self.top = top
    self.day = day
    self.showsDay = showsDay
    self.divider = divider
    self.content = content
    height = top + content.height
    pieces = makePieces()
  }

  /// Limits the glyphs of unknown fonts in all texts to a budget.
  mutating func limitGlyphs(to allowance: GlyphAllowance) {
    for index in pieces.indices { pieces[index].limitGlyphs(to: allowance) }
  }

  /// Takes over the appearance of another row's pieces that look the same.
  mutating func reusePieces(of other: ChatRow) {
    for index in pieces.indices.prefix(other.pieces.count) {
      pieces[index].reuse(other.pieces[index])
    }
  }

  /// The placeholder of the row until it is drawn: its bubbles and pictures as empty boxes.
  public var placeholder: Placeholder {
    .boxes(pieces.compactMap { $0.standIn })
  }

  /// Whether the message is the first of its day, which is written above it.
  public var beginsDay: Bool { day != nil }

  /// The layout of the message's blocks; `nil` if it is not a rich message.
  public var richLayout: RichLayout? {
    guard case .message(let message) = content else { return nil }
    return message.rich?.layout
  }

  /// The selectable text of a message without blocks; `nil` if it has none.
  public var layout: TextLayout? {
    guard case .message(let message) = content else { return nil }
    return message.body?.layout
  }
}

extension ChatRow.Content {
  var height: Double {
    switch self {
    case .message(let layout): layout.height.rounded(.up)
    case .note(let note): note.height.rounded(.up)
    }
  }
}

extension ChatRow {
  /// The origin of the day's title.
  var dayOrigin: Point {
    Point(x: 0, y: dividerOrigin.y - (day.map { $0.height + ChatMetrics.gap } ?? 0))
  }

  /// The origin of the bar above the first unread message.
  var dividerOrigin: Point {
    Point(x: 0, y: top - (divider.map { $0.height + ChatMetrics.gap } ?? 0))
  }

  fileprivate func makePieces() -> [RowPiece] {
    var pieces = showsDay ? day.map { $0.pieces(at: dayOrigin) } ?? [] : []
    if let divider { pieces += divider.pieces(at: dividerOrigin) }
    switch content {
    case .note(let note): pieces += note.pieces(at: Point(x: 0, y: top))
    case .message(let message):
      if let avatar = message.avatar {
        pieces.append(RowPiece(kind: .avatar(avatar), offset: Point(x: 0, y: top)))
      }
      pieces += message.kinds(revealed: state.revealed).map {
        RowPiece(kind: $0, offset: Point(x: message.x, y: top))
      }
    }
    return pieces
  }
}

extension NoteLayout {
  /// Returns the parts of the note, back to front.
  func pieces(at offset: Point) -> [RowPiece] {
    [RowPiece(kind: .box(pill), offset: offset), RowPiece(kind: .label(label), offset: offset)]
  }
}

extension MessageLayout {
  /// Returns the parts of the message, back to front.
  fileprivate func kinds(revealed: RevealedSpoilers) -> [RowPiece.Kind] {
    var kinds: [RowPiece.Kind] = []
    if let bubble { kinds.append(.bubble(bubble)) }
    kinds += pictures.map { .picture($0) }
    kinds += boxes.map { .box($0) }
    if let thumbnail { kinds.append(.picture(thumbnail)) }
    if let picture = preview?.picture { kinds.append(.picture(picture)) }
    if let body { kinds.append(.body(body, painter(revealed: revealed))) }
    if let rich { kinds.append(.rich(rich, painter(revealed: revealed))) }
    kinds += labels.map { .label($0) }
    if let mark { kinds.append(.mark(mark)) }
    return kinds
  }

  private func painter(revealed: RevealedSpoilers) -> TextPainter {
    var painter = TextPainter()
    painter.palette = palette
    painter.attachmentImages = attachments
    painter.revealed = revealed
    return painter
  }
}
