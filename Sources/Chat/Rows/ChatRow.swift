public import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
public import GalleyTypesetting

/// A message that has been laid out with what is above it: a value, for any thread.
///
/// The room between messages, and the day that begins, belong to the row of the message below them.
public struct ChatRow: Sendable {
  enum Content: Sendable {
    case message(MessageLayout)
    case note(NoteLayout)
  }

  /// The message's number.
  public let index: Int
  /// What the reader has opened in the message.
  public let state: MessageState
  /// How wide the row is, in points.
  public let width: Double
  /// How high the row is: whole points, so that pixels are the same wherever it stands.
  public let height: Double

  /// Where the message begins, below what is above it.
  let top: Double
  /// The day that begins with the message.
  let day: NoteLayout?
  let showsDay: Bool
  let content: Content
  /// The glyphs that may be drawn, if the conversation has unknown fonts.
  var allowance: GlyphAllowance?

  init(
    index: Int, state: MessageState, width: Double, top: Double, day: NoteLayout?, showsDay: Bool,
    content: Content
  ) {
    self.index = index
    self.state = state
    self.width = width
    self.top = top
    self.day = day
    self.showsDay = showsDay
    self.content = content
    height = top + content.height
  }

  /// Whether a day begins with the message, which is written above it.
  public var beginsDay: Bool { day != nil }

  /// The text of the message, in which can be selected and copied; `nil` if it has none.
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

/// A thing in a row, in the order in which they lie over each other, and how far it is moved.
struct RowPiece: Sendable {
  enum Kind: Sendable {
    case avatar(MessageLayout.Avatar)
    case bubble(MessageLayout.Bubble)
    case picture(MessageLayout.Picture)
    case box(MessageLayout.Box)
    case body(MessageLayout.Body, TextPainter)
    case label(MessageLayout.Label)
    case mark(MessageLayout.Mark)
  }

  var kind: Kind
  var offset: Point
}

extension ChatRow {
  /// What is in the row, the rearmost first.
  var pieces: [RowPiece] {
    let dayTop = Point(x: 0, y: top - (day.map { $0.height + ChatMetrics.gap } ?? 0))
    var pieces = showsDay ? day.map { $0.pieces(at: dayTop) } ?? [] : []
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
    guard let allowance else { return pieces }
    return pieces.map { $0.within(allowance) }
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

  /// The piece with its glyphs limited to those that may be drawn.
  fileprivate func within(_ allowance: GlyphAllowance) -> RowPiece {
    var piece = self
    switch kind {
    case .avatar(var avatar):
      avatar.initials.allowance = allowance
      piece.kind = .avatar(avatar)
    case .body(let body, var painter):
      painter.allowance = allowance
      piece.kind = .body(body, painter)
    case .label(var label):
      label.allowance = allowance
      piece.kind = .label(label)
    case .bubble, .picture, .box, .mark: break
    }
    return piece
  }
}

extension ChatRow {
  /// What stands in for the row until it is drawn: bubbles and pictures as they will be, without what is in them.
  public var placeholder: Placeholder {
    .boxes(pieces.compactMap { $0.standIn })
  }
}

extension RowPiece {
  /// The piece as a box; `nil` if it is nothing by itself.
  fileprivate var standIn: PlaceholderBox? {
    func box(_ frame: Rect, _ color: Color, _ radii: CornerRadii) -> PlaceholderBox {
      PlaceholderBox(frame.offset(x: offset.x, y: offset.y), color: color, radii: radii)
    }
    switch kind {
    case .bubble(let bubble):
      return box(bubble.frame, bubble.shape.color, CornerRadii(ChatMetrics.radius))
    case .picture(let picture): return box(picture.frame, picture.placeholder, picture.corners)
    case .box(let pill): return box(pill.frame, pill.color, CornerRadii(pill.radius))
    case .avatar(let avatar):
      return avatar.colors.first.map {
        box(avatar.frame, $0, CornerRadii(avatar.frame.size.width / 2))
      }
    case .body, .label, .mark: return nil
    }
  }
}

extension NoteLayout {
  /// What is in the note, the rearmost first.
  func pieces(at offset: Point) -> [RowPiece] {
    [RowPiece(kind: .box(pill), offset: offset), RowPiece(kind: .label(label), offset: offset)]
  }
}

extension MessageLayout {
  /// What is in the bubble, the rearmost first.
  fileprivate func kinds(revealed: RevealedSpoilers) -> [RowPiece.Kind] {
    var kinds: [RowPiece.Kind] = []
    if let bubble { kinds.append(.bubble(bubble)) }
    kinds += pictures.map { .picture($0) }
    kinds += boxes.map { .box($0) }
    if let thumbnail { kinds.append(.picture(thumbnail)) }
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
