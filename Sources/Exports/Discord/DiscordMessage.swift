internal import GalleyJSON
internal import GalleyMessages

/// A message of DiscordChatExporter.
struct DiscordMessage {
  private let value: JSONValue

  /// Reads a message, an object.
  init(_ value: JSONValue) { self.value = value }

  var message: ExportedMessage {
    var message = ExportedMessage()
    message.id = value["id"].flatMap(TelegramMessages.id)
    let date = value["timestamp"]?.string.flatMap(CivilTime.seconds(ofISO:))
    (message.date, message.isLocalDate) = (date?.seconds, date?.hasZone == false)
    if let edited = value["timestampEdited"]?.filled {
      (message.isEdited, message.editDate) = (true, CivilTime.seconds(ofISO: edited)?.seconds)
    }
    message.sender = person(value["author"])
    message.reactions = (value["reactions"]?.elements ?? []).compactMap { reaction in
      let name = reaction["emoji"]?["name"]?.filled ?? reaction["emoji"]?["code"]?.filled
      return name.map { ExportedReaction($0, count: max(1, reaction["count"]?.number ?? 1)) }
    }
    if let service = serviceLine { message.service = service } else { complete(&message) }
    return message
  }

  private func person(_ author: JSONValue?) -> ExportedPerson? {
    guard let author, let id = author["id"]?.filled ?? author["name"]?.filled else { return nil }
    return ExportedPerson(id: id, name: author["nickname"]?.filled ?? author["name"]?.filled)
  }

  private func complete(_ message: inout ExportedMessage) {
    let isForward = value["reference"]?["type"]?.string == "Forward"
    if !isForward {
      message.replyTo = value["reference"]?["messageId"].flatMap(TelegramMessages.id)
    }
    let content = value["content"]?.string ?? ""
    var text = StyledText()
    text.append(DiscordText.markup.message(content))
    message.media = media(of: value)
    if let forwarded = value["forwardedMessage"], case .object = forwarded {
      message.forwardedFrom = "another message"
      text.beginLine()
      text.append(DiscordText.markup.message(forwarded["content"]?.string ?? ""))
      message.media += media(of: forwarded)
    }
    for embed in value["embeds"]?.elements ?? [] { append(embed, to: &text) }
    message.text = text.message
  }

  private func media(of value: JSONValue) -> [ExportedMedia] {
    let files = (value["attachments"]?.elements ?? []).map { attachment in
      let name = attachment["fileName"]?.filled ?? ""
      return file(
        DiscordText.kind(ofFile: name), address: attachment["url"]?.filled, name: name,
        size: attachment["fileSizeBytes"]?.number)
    }
    let stickers = (value["stickers"]?.elements ?? []).map { sticker in
      file(.sticker, address: sticker["sourceUrl"]?.filled, name: sticker["name"]?.filled)
    }
    return files + stickers
  }

  /// Returns a file; an exporter that downloads files writes paths in place of addresses.
  private func file(
    _ kind: ExportedMedia.Kind, address: String?, name: String?, size: Int? = nil
  ) -> ExportedMedia {
    var media = ExportedMedia(kind)
    media.name = name
    media.byteCount = size
    if let address {
      if address.range(of: "://") != nil {
        (media.address, media.absence) = (address, .notIncluded)
      } else {
        media.setPath(address)
      }
    }
    return media
  }

  private func append(_ embed: JSONValue, to text: inout StyledText) {
    var parts = StyledText()
    if let author = embed["author"]?["name"]?.filled { parts.append(author, .bold) }
    if let title = embed["title"]?.filled {
      parts.beginLine()
      parts.append(title, embed["url"]?.filled.map { .textLink(url: $0) } ?? .bold)
    }
    if let description = embed["description"]?.filled {
      parts.beginLine()
      parts.append(DiscordText.markup.message(description))
    }
    for field in embed["fields"]?.elements ?? [] {
      parts.beginLine()
      parts.append(field["name"]?.string ?? "", .bold)
      parts.append("\n")
      parts.append(DiscordText.markup.message(field["value"]?.string ?? ""))
    }
    if let footer = embed["footer"]?["text"]?.filled {
      parts.beginLine()
      parts.append(footer, .italic)
    }
    guard parts.count > 0 else { return }
    text.beginLine()
    let start = text.count
    text.append(parts.message)
    text.style(from: start, .blockquote(isExpandable: false))
  }

  /// The line of a message that reports an event.
  private var serviceLine: String? {
    let actor = person(value["author"])?.shownName ?? "Someone"
    switch value["type"]?.string {
    case "Default", "Reply", "ChatInputCommand", "ContextMenuCommand", "20", "23", nil, "":
      return nil
    case "ChannelPinnedMessage": return "\(actor) pinned a message"
    case "GuildMemberJoin": return "\(actor) joined the server"
    case "RecipientAdd": return "\(actor) added someone to the group"
    case "RecipientRemove": return "\(actor) removed someone from the group"
    case "Call": return "\(actor) started a call"
    case "ChannelNameChange": return "\(actor) renamed the channel"
    case "ChannelIconChange": return "\(actor) changed the icon of the channel"
    case "ThreadCreated": return "\(actor) started a thread"
    case let type?:
      guard (value["content"]?.string ?? "").isEmpty else { return nil }
      return "\(actor): \(type)"
    }
  }
}
