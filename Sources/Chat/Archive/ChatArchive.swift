/// A collection of conversations to read, such as an imported export or a chat file.
///
/// It is read on any thread, and does not change while it is shown.
package protocol ChatArchive: Sendable {
  /// The conversations, in the order in which they are listed.
  var chats: [ChatSummary] { get }

  /// Returns the messages of a conversation.
  ///
  /// - Parameter index: An index of ``chats``.
  /// - Returns: The messages.
  /// - Throws: Any error, such as of a damaged file; the reader sees a notice.
  func messages(ofChat index: Int) throws -> any MessageArchive
}

/// The entry of a conversation in a list.
package struct ChatSummary: Hashable, Sendable {
  /// The title of the conversation.
  package var title: String
  /// The number of messages.
  package var count: Int
  /// The beginning of the last message; `nil` if there is none.
  package var lastText: String?
  /// The name of the last message's sender; `nil` if it goes without saying.
  package var lastSender: String?
  /// The date of the last message, in seconds since 1970-01-01 00:00 UTC.
  package var lastDate: Int?

  /// Creates the entry of a conversation.
  package init(title: String, count: Int) { (self.title, self.count) = (title, count) }
}
