package import GalleyMessages
package import GalleyRichMessages
internal import GalleyTypesetting

/// A conversation of an export, without its messages.
package struct ExportedChat: Hashable, Sendable {
  /// The identifier in the export.
  package var id: String
  /// The title; `nil` if the export has none.
  package var title: String?
  /// The kind as the messenger names it, such as `private_group`.
  package var kind: String?

  /// Creates a conversation.
  package init(id: String, title: String? = nil, kind: String? = nil) {
    (self.id, self.title, self.kind) = (id, title, kind)
  }

  /// The title, or words that stand for it.
  package var shownTitle: String {
    if let title, !title.isEmpty { return title }
    switch kind {
    case "saved_messages": return "Saved Messages"
    case "replies": return "Replies"
    case "verification_codes": return "Verification Codes"
    default: return id.isEmpty ? "Conversation" : "Conversation \(id)"
    }
  }
}

/// A person, bot or channel that takes part in a conversation.
package struct ExportedPerson: Hashable, Sendable {
  /// The identifier in the export; the name if it has none.
  package var id: String
  /// The name; `nil` if the account was deleted.
  package var name: String?

  /// Creates a person.
  package init(id: String, name: String? = nil) { (self.id, self.name) = (id, name) }

  /// The name, or words that stand for it.
  package var shownName: String {
    if let name, !name.isEmpty { return name }
    return "Deleted Account"
  }
}

/// A message of an export, in the same form for all messengers.
package struct ExportedMessage: Hashable, Sendable {
  /// The identifier; `nil` if the export has none.
  package var id: Message.ID?
  /// The identifiers of further messages of an album that this one includes.
  package var albumIDs: [Message.ID] = []
  /// The time in seconds since 1970-01-01 00:00 UTC; `nil` if it is missing or invalid.
  package var date: Int?
  /// Whether ``date`` is a time on the clock of an unknown time zone, as if it were UTC.
  package var isLocalDate = false
  /// The sender; `nil` for a service message without one.
  package var sender: ExportedPerson?
  /// The signature of a message in a channel.
  package var signature: String?
  /// The line of a service message, such as "Ada joined the group"; `nil` for other messages.
  package var service: String?
  /// The text and its entities; empty if there is a rich message.
  package var text = Message("")
  /// The blocks of a rich message.
  package var richMessage: RichMessage?
  /// The attached files.
  package var media: [ExportedMedia] = []
  /// The message that this one answers.
  package var replyTo: Message.ID?
  /// The conversation of ``replyTo``, if it is another one.
  package var replyChat: String?
  /// The original sender of a forwarded message.
  package var forwardedFrom: String?
  /// The bot through which the message was sent.
  package var viaBot: String?
  /// The reactions.
  package var reactions: [ExportedReaction] = []
  /// The time of the last edit, in seconds since 1970; `nil` if there was none or it is unknown.
  package var editDate: Int?
  /// Whether the message was edited.
  package var isEdited = false
  /// The message that begins the topic; `nil` outside of topics.
  package var topic: Message.ID?
  /// The title of the topic that a service message begins.
  package var topicTitle: String?
  /// The offset of the message in its file, in bytes.
  package var offset = 0
  /// The offset behind the message.
  package var end = 0

  /// Creates an empty message.
  package init() {}

  /// The text to search and to preview, without styles.
  package var plainText: String {
    if let richMessage { return richMessage.plainText(revealed: .all).string }
    return service ?? text.text
  }
}

/// The reactions of one kind to a message.
package struct ExportedReaction: Hashable, Sendable {
  /// The emoji, or words in place of a custom one.
  package var emoji: String
  /// The number of reactions.
  package var count: Int

  /// Creates reactions.
  package init(_ emoji: String, count: Int) { (self.emoji, self.count) = (emoji, count) }
}
