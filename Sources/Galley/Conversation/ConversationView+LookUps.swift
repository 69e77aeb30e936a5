public import GalleyGeometry
internal import GalleyLists
public import GalleyMessages

extension ConversationView {
  /// The number of messages.
  public var count: Int { source.count }

  /// Returns the message at an index; the oldest has index 0.
  public func message(at index: Int) -> ChatMessage { source.table.message(at: index) }

  /// Returns the message with an ID; `nil` if it is not in the conversation.
  public func message(_ id: Message.ID) -> ChatMessage? { index(of: id).map { message(at: $0) } }

  /// Returns the index of the message with an ID; `nil` if it is not in the conversation.
  public func index(of id: Message.ID) -> Int? { source.table.index(of: id) }

  /// Returns the message and its part at a point of the view; `nil` for the background.
  public func hit(at point: Point) -> Hit? {
    guard let item = list.item(at: point), let frame = list.frame(at: item),
      let row = list.node(at: item).flatMap({ ChatRowNode($0) }),
      let part = row.row.part(at: Point(x: point.x - frame.minX, y: point.y - frame.minY)),
      let key = list.item(ofVisible: item)?.key, let message = source.table.message(ofKey: key)
    else { return nil }
    return Hit(message: message, part: part.moved(by: frame.origin))
  }

  /// A message and one of its parts.
  public struct Hit: Hashable, Sendable {
    /// The message; its ID is not `nil`.
    public let message: ChatMessage
    /// The part, with its frame in the view's coordinates.
    public let part: ChatRow.Part
  }

  /// Whether the list rests at its end, where it stays when messages are appended.
  var isAtEnd: Bool {
    guard case .known(let distance) = list.offsetFromTail else { return source.count == 0 }
    return distance < 1
  }
}
