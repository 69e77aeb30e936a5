public import GalleyMessages

/// A conversation that is loaded in pages, such as from a database or a server.
///
/// A view requests pages as the reader scrolls toward either end of what is loaded, at most one at
/// a time at each end. A request is canceled when the reader jumps elsewhere or the view goes away;
/// its result is ignored then. An error is shown with a button to try again.
public protocol MessagePages: ConversationTraits {
  /// Returns a page of messages; called on any thread.
  ///
  /// - Parameter request: The messages to return.
  /// - Returns: The page; an empty one ends the conversation there.
  /// - Throws: Any error, after which the request can be repeated.
  @concurrent func page(_ request: MessagePage.Request) async throws -> MessagePage

  /// Returns the IDs of all messages that match a query, newest first; called on any thread.
  ///
  /// - Parameter query: The text to find; case and diacritics are ignored.
  /// - Returns: The IDs; `nil` searches the loaded messages only.
  /// - Throws: Any error, after which the loaded messages are searched.
  @concurrent func messages(matching query: String) async throws -> [Message.ID]?
}

extension MessagePages {
  /// Returns `nil`.
  @concurrent public func messages(matching query: String) async throws -> [Message.ID]? { nil }
}

/// Consecutive messages of a conversation.
public struct MessagePage: Sendable {
  /// A request for messages.
  public struct Request: Hashable, Sendable {
    /// The place of the messages.
    public enum Place: Hashable, Sendable {
      /// The newest messages.
      case newest
      /// The messages just before a message, which is not among them.
      case before(Message.ID)
      /// The messages just after a message, which is not among them.
      case after(Message.ID)
      /// The messages around a message, which is among them if it exists.
      case around(Message.ID)
    }

    /// The place of the messages.
    public var place: Place
    /// The maximum number of messages.
    public var limit: Int

    /// Creates a request.
    public init(_ place: Place, limit: Int) {
      self.place = place
      self.limit = limit
    }
  }

  /// The messages; each has an ID.
  ///
  /// If all have dates, they are sorted by date, and may be given in any order.
  public var messages: [ChatMessage]
  /// Whether there are older messages; used for pages that begin at a new place or extend to older
  /// messages.
  public var hasOlder: Bool
  /// Whether there are newer messages; used for pages that begin at a new place or extend to newer
  /// messages.
  public var hasNewer: Bool

  /// Creates a page.
  public init(_ messages: [ChatMessage], hasOlder: Bool = true, hasNewer: Bool = true) {
    self.messages = messages
    self.hasOlder = hasOlder
    self.hasNewer = hasNewer
  }

  /// Whether the messages are in order, whatever their dates are.
  var isInOrder = false

  /// The messages from the oldest to the newest.
  var ordered: [ChatMessage] {
    guard !isInOrder, messages.allSatisfy({ $0.date != nil }) else { return messages }
    return messages.enumerated().sorted { one, other in
      let (first, second) = (one.element.date ?? 0, other.element.date ?? 0)
      if first != second { return first < second }
      if case .number(let low)? = one.element.id, case .number(let high)? = other.element.id {
        return low < high
      }
      return one.offset < other.offset
    }.map(\.element)
  }
}
