internal import GalleyExports
internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting

/// The fields of a message beside its identifier, time, sender and text, as JSON.
enum StoredFields {
  /// Appends the fields of a message to a writer; nothing if it has none.
  static func write(_ message: ExportedMessage, to writer: inout JSONWriter) {
    guard hasFields(message) else { return }
    writer.object { writer in
      writer.flag("local", message.isLocalDate)
      writer.flag("service", message.service != nil)
      writer.optional("signature", message.signature)
      writer.optional("forward", message.forwardedFrom)
      writer.optional("via", message.viaBot)
      writer.optional("reply", message.replyTo)
      writer.optional("reply_chat", message.replyChat)
      writer.flag("edited", message.isEdited)
      writer.optional("edit_date", message.editDate)
      writer.optional("topic", message.topic)
      writer.optional("topic_title", message.topicTitle)
      if !message.albumIDs.isEmpty {
        writer.name("album")
        writer.array(message.albumIDs) { $0.value($1) }
      }
      if !message.text.entities.isEmpty {
        writer.name("entities")
        writer.array(message.text.entities) { StoredEntity.write($1, to: &$0) }
      }
      if let rich = message.richMessage {
        writer.member("rich", rich.json(revealed: .all))
      }
      if !message.media.isEmpty {
        writer.name("media")
        writer.array(message.media) { StoredMedia.write($1, to: &$0) }
      }
      if !message.reactions.isEmpty {
        writer.name("reactions")
        writer.array(message.reactions) { writer, reaction in
          writer.array { writer in
            writer.value(reaction.emoji)
            writer.value(reaction.count)
          }
        }
      }
    }
  }

  private static func hasFields(_ message: ExportedMessage) -> Bool {
    message.isLocalDate || message.service != nil || message.replyTo != nil || message.isEdited
      || !message.text.entities.isEmpty || !message.media.isEmpty || !message.reactions.isEmpty
      || message.forwardedFrom != nil || message.viaBot != nil || message.signature != nil
      || message.topic != nil || message.richMessage != nil || message.replyChat != nil
  }

  /// Sets the fields of a message that was written, with its text.
  static func read(_ bytes: [UInt8], text: String, into message: inout ExportedMessage) throws {
    let value = try JSONParser.value(ofUTF8: bytes)
    message.isLocalDate = value["local"] == .bool(true)
    message.signature = value["signature"]?.string
    message.forwardedFrom = value["forward"]?.string
    message.viaBot = value["via"]?.string
    message.replyTo = value["reply"].flatMap(Message.ID.init)
    message.replyChat = value["reply_chat"]?.string
    message.isEdited = value["edited"] == .bool(true)
    message.editDate = value["edit_date"]?.integer
    message.topic = value["topic"].flatMap(Message.ID.init)
    message.topicTitle = value["topic_title"]?.string
    message.albumIDs = elements(value["album"]).compactMap(Message.ID.init)
    message.media = elements(value["media"]).compactMap(StoredMedia.read)
    message.reactions = elements(value["reactions"]).compactMap { reaction in
      let parts = elements(reaction)
      guard parts.count == 2, let emoji = parts[0].string, let count = parts[1].integer else {
        return nil
      }
      return ExportedReaction(emoji, count: count)
    }
    if let rich = value["rich"]?.string {
      message.richMessage = try RichMessage(json: rich)
    } else if value["service"] == .bool(true) {
      message.service = text
    } else {
      message.text = Message(
        text, entities: elements(value["entities"]).compactMap(StoredEntity.read))
    }
  }

  static func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements) = value { elements } else { [] }
  }
}

extension Message.ID {
  /// Creates an identifier from JSON.
  fileprivate init?(_ value: JSONValue) {
    if let number = value.integer {
      self = .number(number)
    } else if let string = value.string {
      self = .string(string)
    } else {
      return nil
    }
  }
}

extension JSONWriter {
  /// Writes an identifier.
  mutating func value(_ id: Message.ID) {
    switch id {
    case .number(let number): value(number)
    case .string(let string): value(string)
    }
  }

  /// Writes a member that is true, or nothing.
  mutating func flag(_ name: String, _ flag: Bool) {
    if flag { member(name, true) }
  }

  /// Writes a member, unless it is `nil`.
  mutating func optional(_ name: String, _ string: String?) {
    if let string { member(name, string) }
  }

  /// Writes a member, unless it is `nil`.
  mutating func optional(_ name: String, _ number: Int?) {
    if let number { member(name, number) }
  }

  /// Writes a member, unless it is `nil`.
  mutating func optional(_ name: String, _ id: Message.ID?) {
    guard let id else { return }
    self.name(name)
    value(id)
  }
}
