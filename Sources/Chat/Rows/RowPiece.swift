internal import GalleyDisplay
internal import GalleyGeometry
internal import GalleyPainting
internal import GalleyRichTypesetting
internal import GalleyTypesetting

/// A part of a row: its appearance and its place.
struct RowPiece: Sendable {
  // Indirect, because the content is copied when it is matched.
  indirect enum Kind: Sendable {
    case avatar(MessageLayout.Avatar)
    case bubble(MessageLayout.Bubble)
    case picture(MessageLayout.Picture)
    case box(MessageLayout.Box)
    case body(MessageLayout.Body, TextPainter)
    case rich(MessageLayout.Rich, TextPainter)
    case label(MessageLayout.Label)
    case mark(MessageLayout.Mark)
  }

  /// An appearance, shared by the equal pieces of rows that are laid out one after the other.
  ///
  /// The main actor compares identities, which takes no time.
  final class Appearance: Sendable {
    let kind: Kind

    init(_ kind: Kind) { self.kind = kind }
  }

  /// The geometry of a piece, compared on the main actor instead of the pieces.
  struct Place: Equatable {
    /// The frame of the node in the row; that of a text without its overhang.
    var frame: Rect
    /// The visible rectangle of a label, in its layout's coordinates.
    var window = Rect.zero
  }

  /// The appearance; the positions in its kind may be those of another piece.
  private(set) var appearance: Appearance
  let place: Place

  var kind: Kind { appearance.kind }

  init(kind: Kind, offset: Point) {
    appearance = Appearance(kind)
    place = kind.place(at: offset)
  }

  /// Returns whether the piece has the appearance and the place of another.
  func isIdentical(to other: RowPiece) -> Bool {
    appearance === other.appearance && place == other.place
  }

  /// The texts of the piece.
  var layouts: [TextLayout] {
    switch kind {
    case .avatar(let avatar): [avatar.initials.layout]
    case .body(let body, _): [body.layout]
    case .rich(let rich, _): rich.layout.texts.map(\.layout)
    case .label(let label): [label.layout]
    case .bubble, .picture, .box, .mark: []
    }
  }

  /// Limits the glyphs of unknown fonts to a budget.
  mutating func limitGlyphs(to allowance: GlyphAllowance) {
    switch kind {
    case .avatar(var avatar):
      avatar.initials.allowance = allowance
      appearance = Appearance(.avatar(avatar))
    case .body(let body, var painter):
      painter.allowance = allowance
      appearance = Appearance(.body(body, painter))
    case .rich(let rich, var painter):
      painter.allowance = allowance
      appearance = Appearance(.rich(rich, painter))
    case .label(var label):
      label.allowance = allowance
      appearance = Appearance(.label(label))
    case .bubble, .picture, .box, .mark: break
    }
  }

  /// Takes over the appearance of another piece if it certainly looks the same.
  mutating func reuse(_ other: RowPiece) {
    if kind.looksLike(other.kind) { appearance = other.appearance }
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
    case .rich(let rich, _): return RowPiece.Place(frame: moved(rich.frame))
    case .label(let label):
      let window = label.window
      let frame = window.offset(x: label.origin.x, y: label.origin.y)
      return RowPiece.Place(frame: moved(frame), window: window)
    case .mark(let mark): return RowPiece.Place(frame: moved(mark.frame))
    }
  }
}

extension RowPiece.Kind {
  /// Returns whether pieces certainly look the same, wherever they are.
  fileprivate func looksLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.avatar(let one), .avatar(let other)):
      one.frame.size == other.frame.size && one.colors == other.colors
        && one.pending == other.pending && one.initials.looksLike(other.initials)
    case (.bubble(let one), .bubble(let other)): one.shape == other.shape
    case (.box(let one), .box(let other)):
      one.color == other.color && one.bar == other.bar && one.radius == other.radius
        && one.name == other.name
    case (.body(let one, let painter), .body(let other, let otherPainter)):
      one.options == other.options && one.text == other.text
        && painter.palette == otherPainter.palette && painter.revealed == otherPainter.revealed
    case (.rich(let one, let painter), .rich(let other, let otherPainter)):
      one.layout.looksLike(other.layout)
        && painter.palette == otherPainter.palette && painter.revealed == otherPainter.revealed
    case (.label(let one), .label(let other)):
      one.attachments == nil && other.attachments == nil && one.looksLike(other)
    case (.mark(let one), .mark(let other)):
      one.status == other.status && one.color == other.color
    default: false
    }
  }
}

extension RichLayout {
  /// Returns whether layouts certainly look the same in the same colors.
  fileprivate func looksLike(_ other: RichLayout) -> Bool {
    document === other.document && size == other.size
  }
}

extension RowPiece {
  /// The piece as a placeholder box; `nil` if it has no shape of its own.
  var standIn: Placeholder.Box? {
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
    case .body, .rich, .label, .mark: return nil
    }
  }
}
