public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
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

  /// Whether the message is the first of its day, which is written above it.
  public var beginsDay: Bool { day != nil }

  /// The selectable text of the message; `nil` if it has none.
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

/// A part of a row with its offset, in drawing order.
struct RowPiece: Sendable {
  // Indirect, because pieces are copied on the main actor whenever a row changes.
  indirect enum Kind: Sendable {
    case avatar(MessageLayout.Avatar)
    case bubble(MessageLayout.Bubble)
    case picture(MessageLayout.Picture)
    case box(MessageLayout.Box)
    case body(MessageLayout.Body, TextPainter)
    case label(MessageLayout.Label)
    case mark(MessageLayout.Mark)
  }

  private(set) var kind: Kind
  let place: Place

  /// The geometry of a piece, compared on the main actor instead of the pieces.
  struct Place: Equatable {
    /// The frame of the node in the row; that of a text without its overhang.
    var frame: Rect
    /// The visible rectangle of a label, in its layout's coordinates.
    var window = Rect.zero
  }

  init(kind: Kind, offset: Point) {
    self.kind = kind
    place = kind.place(at: offset)
  }
}

extension RowPiece.Kind {
  fileprivate func place(at offset: Point) -> RowPiece.Place {
    func moved(_ rect: Rect) -> Rect { rect.offset(x: offset.x, y: offset.y) }
    switch self {
    case .avatar(let avatar): return RowPiece.Place(frame: moved(avatar.frame))
    case .bubble(let bubble):
      return RowPiece.Place(frame: moved(bubble.frame.extended(by: BubbleContent.overhang)))
    case .picture(let picture): return RowPiece.Place(frame: moved(picture.frame))
    case .box(let box): return RowPiece.Place(frame: moved(box.frame))
    case .body(let body, _):
      return RowPiece.Place(frame: moved(Rect(origin: body.origin, size: body.layout.size)))
    case .label(let label):
      let window = label.window
      let frame = window.offset(x: label.origin.x, y: label.origin.y)
      return RowPiece.Place(frame: moved(frame), window: window)
    case .mark(let mark): return RowPiece.Place(frame: moved(mark.frame))
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

extension RowPiece {
  /// The text of the piece; `nil` if it has none.
  var layout: TextLayout? {
    switch kind {
    case .avatar(let avatar): avatar.initials.layout
    case .body(let body, _): body.layout
    case .label(let label): label.layout
    case .bubble, .picture, .box, .mark: nil
    }
  }

  /// Limits the glyphs of unknown fonts to a budget.
  fileprivate mutating func limitGlyphs(to allowance: GlyphAllowance) {
    switch kind {
    case .avatar(var avatar):
      avatar.initials.allowance = allowance
      kind = .avatar(avatar)
    case .body(let body, var painter):
      painter.allowance = allowance
      kind = .body(body, painter)
    case .label(var label):
      label.allowance = allowance
      kind = .label(label)
    case .bubble, .picture, .box, .mark: break
    }
  }
}

extension ChatRow {
  /// The placeholder of the row until it is drawn: its bubbles and pictures as empty boxes.
  public var placeholder: Placeholder {
    .boxes(pieces.compactMap { $0.standIn })
  }
}

extension RowPiece {
  /// The piece as a placeholder box; `nil` if it has no shape of its own.
  fileprivate var standIn: Placeholder.Box? {
    func box(_ color: Color, _ radii: CornerRadii) -> Placeholder.Box {
      Placeholder.Box(place.frame, color: color, radii: radii)
    }
    switch kind {
    case .bubble(let bubble):
      return Placeholder.Box(
        place.frame.extended(by: -BubbleContent.overhang), color: bubble.shape.color,
        radii: CornerRadii(ChatMetrics.radius))
    case .picture(let picture): return box(picture.placeholder, picture.corners)
    case .box(let pill): return box(pill.color, CornerRadii(pill.radius))
    case .avatar(let avatar):
      return avatar.colors.first.map { box($0, CornerRadii(avatar.frame.size.width / 2)) }
    case .body, .label, .mark: return nil
    }
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
