public import GalleyMessages

/// A conversation that provides one message at a time, on any thread.
///
/// Every call with the same index must return the same result.
public protocol MessageSource: ConversationTraits {
  /// The number of messages.
  var count: Int { get }

  /// Returns the message at an index; the oldest has index 0.
  func message(at index: Int) -> ChatMessage

  /// Returns the date of the message at an index, in seconds since 1970, or `nil` if unknown.
  func date(at index: Int) -> Int?

  /// Returns the index of the message with an ID, or `nil` if it is not in the conversation.
  func index(of id: Message.ID) -> Int?
}

extension MessageSource {
  /// Returns the date of the message.
  public func date(at index: Int) -> Int? { message(at: index).date }

  /// The index of the first of the unread messages at the end; `nil` if the last message was read.
  package var firstUnread: Int? {
    var first: Int?
    for index in (0..<count).reversed() {
      let message = message(at: index)
      guard message.isUnread, !message.isOutgoing else { break }
      first = index
    }
    return first
  }
}
