internal import GalleyJSON

/// A message of the JSON Lines of signal-export.
struct SignalMessage {
  private(set) var message = ExportedMessage()

  /// Reads the object of a line.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - text: The reader of texts of the conversation.
  init(_ value: JSONValue, text: SignalText) {
    if let date = value["date"]?.string.flatMap(CivilTime.seconds(ofISO:)) {
      (message.date, message.isLocalDate) = (date.seconds, !date.hasZone)
    }
    message.setSender(value["sender"]?.filled)
    for reaction in value["reactions"]?.elements ?? [] {
      // A pair of name and emoji, or an object with them.
      let emoji = reaction["emoji"]?.filled ?? reaction.elements.dropFirst().first?.filled
      if let emoji { message.add(reaction: emoji) }
    }
    let body = String(SignalText.trimmed((value["body"]?.string ?? "")[...]))
    if value["deleted"] == .bool(true) {
      SignalText.setDeleted(&message)
      return
    }
    if value["call"] == .bool(true) {
      message.service = [message.sender?.shownName, body.isEmpty ? "Call" : body]
        .compactMap(\.self).joined(separator: ": ")
      return
    }
    let quoted = (value["quote"]?.string ?? "").split(separator: "\n")
      .map(SignalText.withoutMark).joined(separator: "\n")
    message.text = SignalText.message(quoting: quoted, body)
    if let sticker = value["sticker"] { add(sticker: sticker, text) }
    for file in value["attachments"]?.elements ?? [] {
      guard let path = file["path"]?.filled else { continue }
      message.media.append(text.file(name: file["name"]?.filled ?? path, path: path))
    }
  }

  /// Adds a sticker: an emoji, or an object with the place of the picture.
  private mutating func add(sticker: JSONValue, _ text: SignalText) {
    if let emoji = sticker.filled { return message.media.append(SignalText.sticker(emoji)) }
    guard case .object = sticker else { return }
    let label = sticker["emoji"]?.filled ?? "Sticker"
    guard let pack = sticker["packId"]?.filled, let id = sticker["id"]?.filled,
      let ending = sticker["extension"]?.filled
    else { return message.media.append(SignalText.sticker(label)) }
    message.media.append(
      text.file(name: label, path: "../exported_stickers/\(pack)/\(id).\(ending)"))
  }
}

extension ExportedMessage {
  /// Sets the sender by name; signal-export has no identifiers.
  mutating func setSender(_ name: String?) {
    guard let name, !name.isEmpty, name != "No-Sender" else { return }
    sender = ExportedPerson(id: name, name: name)
  }
}
