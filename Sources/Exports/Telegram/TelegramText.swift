internal import GalleyJSON
internal import GalleyMessages

/// The texts of Telegram Desktop: strings, or arrays of strings and objects.
enum TelegramText {
  /// Returns the text of a message, from its entities or else from the older field.
  static func message(_ entities: JSONValue?, else text: JSONValue?) -> Message {
    if let entities, case .array(let parts) = entities, !parts.isEmpty {
      let message = message(parts)
      if !message.text.isEmpty { return message }
    }
    return text.map(message) ?? Message("")
  }

  /// Returns a text.
  static func message(_ value: JSONValue) -> Message {
    switch value {
    case .string(let string): Message(string)
    case .array(let parts): message(parts)
    default: Message("")
    }
  }

  private static func message(_ parts: [JSONValue]) -> Message {
    var text = StyledText()
    for part in parts {
      switch part {
      case .string(let string): text.append(string)
      case .object(let members):
        var (type, content, detail) = ("", "", JSONValue.null)
        for member in members {
          switch member.name {
          case "type": type = member.value.string ?? ""
          case "text": content = member.value.string ?? ""
          default: detail = member.value
          }
        }
        text.append(content, kind(type, detail))
      default: continue
      }
    }
    return Message(text.text, entities: text.entities)
  }

  /// Returns the kind of an entity, which has one detail at most.
  private static func kind(_ type: String, _ detail: JSONValue) -> MessageEntity.Kind? {
    switch type {
    case "plain", "unknown", "": nil
    case "link": .url
    case "phone": .phoneNumber
    case "pre": .pre(language: detail.filled)
    case "text_link": detail.filled.map { .textLink(url: $0) }
    case "mention_name": .textMention(user: detail.number)
    case "custom_emoji": .customEmoji(id: detail.string ?? "")
    case "blockquote": .blockquote(isExpandable: detail == .bool(true))
    default: MessageEntity.Kind(plain: type) ?? .other(type)
    }
  }
}
