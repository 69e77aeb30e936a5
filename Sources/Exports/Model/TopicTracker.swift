package import GalleyMessages

/// Infers the topics of a forum's messages, which exports do not state.
///
/// A message belongs to the topic of the message that it answers. Answers to nobody inside a topic
/// carry the message that created the topic, which is no reply to show. Answers to nothing are
/// outside of topics. Memory is proportional to the number of messages in topics.
package struct TopicTracker: Sendable {
  private var roots: Set<Message.ID> = []
  private var topics: [Message.ID: Message.ID] = [:]

  /// Creates a tracker that knows no topics.
  package init() {}

  /// Adds a message that was placed before.
  package mutating func restore(_ id: Message.ID, topic: Message.ID) {
    topics[id] = topic
    if id == topic { roots.insert(topic) }
  }

  /// Sets the topic of the next message of the conversation.
  package mutating func place(_ message: inout ExportedMessage) {
    guard let id = message.id else { return }
    if message.topicTitle != nil {
      roots.insert(id)
      message.topic = id
    } else if let reply = message.replyTo, message.replyChat == nil, !roots.isEmpty {
      message.topic = topics[reply]
      if roots.contains(reply) { message.replyTo = nil }
    }
    guard let topic = message.topic else { return }
    topics[id] = topic
    for member in message.albumIDs { topics[member] = topic }
  }
}
