public import GalleyGeometry
internal import GalleyTypesetting

extension ChatRow {
  /// A part of a row that a reader can point at.
  public struct Part: Hashable, Sendable {
    /// The kind of a part.
    public enum Kind: Hashable, Sendable {
      /// The title of a day, if rows show it.
      case day
      /// The bar above the first unread message.
      case unreadDivider
      /// A service message.
      case note
      /// The sender's avatar.
      case avatar
      /// The bubble behind the other parts.
      case bubble
      /// The sender's name.
      case sender
      /// The name of a forwarded message's original sender.
      case forward
      /// The header that quotes the message replied to.
      case reply
      /// An image, by its index in ``ChatMessage/images``.
      case image(Int)
      /// The text, or large emoji.
      case text
      /// The preview of a link.
      case linkPreview
      /// A reaction, by its index in ``ChatMessage/reactions``.
      case reaction(Int)
      /// The time and the delivery status.
      case status
      /// The button beside a message that is being written, which stops it.
      case stopButton
    }

    /// The kind of the part.
    public var kind: Kind
    /// The frame in points, relative to the upper left corner of the row.
    public var frame: Rect

    init(_ kind: Kind, _ frame: Rect) {
      self.kind = kind
      self.frame = frame
    }

    /// Returns the part, moved by a distance.
    public func moved(by distance: Point) -> Part {
      Part(kind, frame.offset(x: distance.x, y: distance.y))
    }
  }

  /// The parts of the row, back to front.
  ///
  /// The avatar and titles are beside and above the bubble, all other parts in front of it.
  public var parts: [Part] {
    var parts: [Part] = []
    if showsDay, let day { parts.append(Part(.day, day.pill.frame).moved(by: dayOrigin)) }
    if let divider {
      parts.append(Part(.unreadDivider, divider.pill.frame).moved(by: dividerOrigin))
    }
    switch content {
    case .note(let note):
      parts.append(Part(.note, note.pill.frame).moved(by: Point(x: 0, y: top)))
    case .message(let message):
      if let avatar = message.avatar {
        parts.append(Part(.avatar, avatar.frame).moved(by: Point(x: 0, y: top)))
      }
      parts += message.allParts.map { $0.moved(by: Point(x: message.x, y: top)) }
    }
    return parts
  }

  /// Returns the frontmost part at a point of the row; `nil` for the background.
  public func part(at point: Point) -> Part? { parts.last { $0.frame.contains(point) } }
}

extension MessageLayout {
  /// The parts of the message except the avatar, back to front, relative to the bubble.
  fileprivate var allParts: [ChatRow.Part] {
    var all = bubble.map { [ChatRow.Part(.bubble, $0.frame)] } ?? []
    all += pictures.map { ChatRow.Part(.image($0.image.index), $0.frame) }
    if let body {
      all.append(ChatRow.Part(.text, Rect(origin: body.origin, size: body.layout.size)))
    }
    if let rich { all.append(ChatRow.Part(.text, rich.visibleFrame)) }
    return all + parts
  }
}
