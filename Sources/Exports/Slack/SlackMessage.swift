internal import GalleyJSON
internal import GalleyMessages

/// A message of a Slack export.
struct SlackMessage {
  private let value: JSONValue
  private let text: SlackText

  /// Reads a message, an object.
  init(_ value: JSONValue, text: SlackText) { (self.value, self.text) = (value, text) }

  var message: ExportedMessage {
    var message = ExportedMessage()
    let stamp = value["ts"]?.string
    message.id = stamp.map { .string($0) }
    message.date = stamp.flatMap { Int($0.prefix { $0 != "." }) }
    message.sender = sender
    message.topic = nil
    if let thread = value["thread_ts"]?.filled, thread != stamp {
      message.replyTo = .string(thread)
    }
    if let edited = value["edited"], case .object = edited {
      message.isEdited = true
      message.editDate = edited["ts"]?.string.flatMap { Int($0.prefix { $0 != "." }) }
    }
    message.reactions = (value["reactions"]?.elements ?? []).compactMap { reaction in
      reaction["name"]?.filled.map {
        ExportedReaction(":\($0):", count: max(1, reaction["count"]?.number ?? 1))
      }
    }
    let content = self.content
    if isService {
      message.service = content.text
    } else {
      message.text = content
      message.media = (value["files"]?.elements ?? []).map(file)
    }
    return message
  }

  private var sender: ExportedPerson? {
    let profile = value["user_profile"]
    let shown = profile?["display_name"]?.filled ?? profile?["real_name"]?.filled
    if let user = value["user"]?.filled {
      return ExportedPerson(id: user, name: shown ?? text.people[user] ?? user)
    }
    let bot = value["username"]?.filled ?? value["bot_profile"]?["name"]?.filled
    return (value["bot_id"]?.filled ?? bot).map { ExportedPerson(id: $0, name: bot ?? $0) }
  }

  private var isService: Bool {
    switch value["subtype"]?.string {
    case nil, "bot_message", "file_comment", "file_share", "thread_broadcast", "me_message",
      "huddle_thread", "":
      false
    default: true
    }
  }

  /// The text, from the blocks if there are any, which are more exact.
  private var content: Message {
    var styled = StyledText()
    for block in value["blocks"]?.elements ?? [] where block["type"]?.string == "rich_text" {
      for element in block["elements"]?.elements ?? [] {
        styled.beginLine()
        text.append(element, to: &styled)
      }
    }
    if styled.count == 0 { styled.append(text.message(value["text"]?.string ?? "")) }
    for attachment in value["attachments"]?.elements ?? [] {
      let words = attachment["text"]?.filled ?? attachment["fallback"]?.filled ?? ""
      guard attachment["title"]?.filled != nil || !words.isEmpty else { continue }
      styled.beginLine()
      let start = styled.count
      if let title = attachment["title"]?.filled {
        styled.append(
          title, attachment["title_link"]?.filled.map { .textLink(url: $0) } ?? .bold)
        styled.beginLine()
      }
      styled.append(text.message(words))
      styled.style(from: start, .blockquote(isExpandable: false))
    }
    return styled.message
  }

  private func file(_ value: JSONValue) -> ExportedMedia {
    let name = value["name"]?.filled ?? value["title"]?.filled ?? ""
    var media = ExportedMedia(DiscordText.kind(ofFile: name))
    media.name = name.isEmpty ? nil : name
    media.mimeType = value["mimetype"]?.filled
    media.byteCount = value["size"]?.number
    media.width = value["original_w"]?.number
    media.height = value["original_h"]?.number
    media.address = value["url_private"]?.filled
    media.absence = .notIncluded
    return media
  }
}
