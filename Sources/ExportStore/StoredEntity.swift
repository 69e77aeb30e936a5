internal import GalleyJSON
internal import GalleyMessages

/// An entity as an array: the name of its kind, its range in UTF-8, and its details.
enum StoredEntity {
  static func write(_ entity: MessageEntity, to writer: inout JSONWriter) {
    writer.array { writer in
      writer.value(entity.kind.name)
      writer.value(entity.range.lowerBound)
      writer.value(entity.range.upperBound)
      switch entity.kind {
      case .pre(let language?): writer.value(language)
      case .textLink(let url): writer.value(url)
      case .textMention(let user?): writer.value(user)
      case .customEmoji(let id): writer.value(id)
      case .dateTime(let unix, let format):
        writer.value(unix)
        if let format { writer.value(format.letters) }
      default: break
      }
    }
  }

  static func read(_ value: JSONValue) -> MessageEntity? {
    let parts = StoredFields.elements(value)
    guard parts.count >= 3, let name = parts[0].string, let lower = parts[1].integer,
      let upper = parts[2].integer, 0 <= lower, lower < upper
    else { return nil }
    return MessageEntity(kind(name, Array(parts.dropFirst(3))), in: lower..<upper)
  }

  private static func kind(_ name: String, _ details: [JSONValue]) -> MessageEntity.Kind {
    if let kind = MessageEntity.Kind(plain: name) { return kind }
    switch name {
    case "pre": return .pre(language: details.first?.string)
    case "text_link": return .textLink(url: details.first?.string ?? "")
    case "text_mention": return .textMention(user: details.first?.integer)
    case "custom_emoji": return .customEmoji(id: details.first?.string ?? "")
    case "date_time":
      let letters = details.count > 1 ? details[1].string : nil
      return .dateTime(
        unix: details.first?.integer ?? 0,
        format: letters.flatMap(MessageEntity.DateTimeFormat.init))
    default: return .other(name)
    }
  }
}
