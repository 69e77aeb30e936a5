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

  /// Whether the list rests at its end, where it stays when messages are appended.
  var isAtEnd: Bool {
    guard case .known(let distance) = list.offsetFromTail else { return source.count == 0 }
    return distance < 1
  }
}
