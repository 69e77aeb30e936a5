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

  /// Returns the last message of a conversation for a list of conversations.
  ///
  /// - Parameter index: An index of ``chats``.
  /// - Returns: The message; `nil` if there is none, or it cannot be read.
  func lastMessage(ofChat index: Int) -> LastMessage?
}

/// A conversation of an archive.
package struct ChatSummary: Hashable, Sendable {
  /// The title of the conversation.
  package var title: String
  /// The number of messages.
  package var count: Int

  /// Creates a summary.
  package init(title: String, count: Int) { (self.title, self.count) = (title, count) }
}

/// The last message of a conversation, for a list of conversations.
package struct LastMessage: Hashable, Sendable {
  /// The text on one line.
  package var text: String
  /// The name of the sender; `nil` if it goes without saying.
  package var sender: String?
  /// The date, in seconds since 1970-01-01 00:00 UTC.
  package var date: Int?

  /// Creates the summary of a message.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - isGroup: Whether more than one person writes besides the reader.
  ///   - style: The style of the conversation.
  package init(_ message: ChatMessage, isGroup: Bool, _ style: ChatStyle) {
    text = message.summary(style).disclosedString
    sender = isGroup && !message.isService ? message.sender : nil
    date = message.date
  }
}
