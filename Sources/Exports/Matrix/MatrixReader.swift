internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleySystem

/// A reader of a room that Element exported as JSON.
///
/// The file is read twice: the first time for edits, which come after the messages that they
/// change. `unit` of a position is 0.
final class MatrixReader: ExportReader {
  private(set) var diagnostics = ExportDiagnostics()
  private(set) var position: ExportPosition
  private var elements: JSONElements
  private var isInMessages: Bool
  private var chat: ExportedChat
  /// The last contents of edited messages, and the times of the edits.
  private var edits: [String: (content: JSONValue, date: Int?)] = [:]

  /// Creates a reader that begins at a position, or at the start.
  init(_ scope: FileScope, name: String, at position: ExportPosition?) throws(FileError) {
    // At the start of the file, the list of messages has not begun.
    let position = position?.offset == 0 ? nil : position
    self.position = position ?? ExportPosition(unit: 0, offset: 0)
    chat = ExportedChat(id: name, kind: "room")
    elements = JSONElements(try scope.open(name), name: name)
    isInMessages = false
    if try findMessages() {
      while let element = try elements.element(&diagnostics) { note(element.value) }
    }
    diagnostics = ExportDiagnostics()
    elements = JSONElements(
      try scope.open(name), name: name, from: position?.offset ?? 0,
      inside: position == nil ? [] : [.object, .array])
    isInMessages = position != nil
  }

  func next() throws(FileError) -> ExportItem? {
    if !isInMessages {
      guard try findMessages() else { return nil }
      isInMessages = true
      return .chat(chat)
    }
    while let element = try elements.element(&diagnostics) {
      guard var message = message(element.value) else { continue }
      (message.offset, message.end) = (element.offset, element.end)
      position.offset = element.end
      return .message(message)
    }
    return nil
  }

  /// Reads the members of the root up to the messages, and returns whether there are any.
  private func findMessages() throws(FileError) -> Bool {
    while let event = try elements.next(&diagnostics) {
      guard case .name(let name) = event else { continue }
      if name == "messages" { return try elements.next(&diagnostics) == .beginArray }
      let value = try elements.scalar(&diagnostics)
      if name == "room_name" { chat.title = value?.filled }
    }
    return false
  }

  private func note(_ event: JSONValue) {
    let content = event["content"]
    guard let relation = content?["m.relates_to"], relation["rel_type"]?.string == "m.replace",
      let id = relation["event_id"]?.string, let new = content?["m.new_content"]
    else { return }
    edits[id] = (new, event["origin_server_ts"]?.number.map { $0 / 1_000 })
  }

  /// Returns the message of an event; `nil` if it only changes another one.
  private func message(_ event: JSONValue) -> ExportedMessage? {
    guard let type = event["type"]?.string, var content = event["content"] else { return nil }
    let relation = content["m.relates_to"]
    if relation?["rel_type"]?.string == "m.replace" || type == "m.reaction" { return nil }
    var message = ExportedMessage()
    let id = event["event_id"]?.filled
    message.id = id.map { .string($0) }
    message.date = event["origin_server_ts"]?.number.map { $0 / 1_000 }
    message.sender = event["sender"]?.filled.map { ExportedPerson(id: $0, name: $0) }
    message.replyTo = relation?["m.in_reply_to"]?["event_id"]?.filled.map { .string($0) }
    if let edit = id.flatMap({ edits[$0] }) {
      content = edit.content
      (message.isEdited, message.editDate) = (true, edit.date)
    }
    switch type {
    case "m.room.message", "m.sticker": complete(&message, content, isSticker: type == "m.sticker")
    case "m.room.encrypted": message.service = "A message that could not be decrypted"
    default:
      let words = type.split(separator: ".").last?.split(separator: "_").joined(separator: " ")
      message.service = "\(message.sender?.shownName ?? "Someone"): \(words ?? type)"
    }
    return message
  }

  private func complete(
    _ message: inout ExportedMessage, _ content: JSONValue, isSticker: Bool
  ) {
    let body = content["body"]?.string ?? ""
    let kind: ExportedMedia.Kind? =
      switch content["msgtype"]?.string {
      case "m.image": .photo
      case "m.video": .video
      case "m.audio": .audio
      case "m.file": .document
      default: isSticker ? .sticker : nil
      }
    if let kind {
      var media = ExportedMedia(kind)
      media.name = body
      media.absence = .notIncluded
      media.address = content["url"]?.filled
      let info = content["info"]
      (media.width, media.height) = (info?["w"]?.number, info?["h"]?.number)
      media.mimeType = info?["mimetype"]?.filled
      media.byteCount = info?["size"]?.number
      media.duration = info?["duration"]?.number.map { $0 / 1_000 }
      message.media = [media]
      return
    }
    if content["format"]?.string == "org.matrix.custom.html",
      let html = content["formatted_body"]?.filled,
      let rich = try? RichMessage(html: MatrixHTML.reduced(html))
    {
      message.richMessage = rich
    } else {
      message.text = Message(body)
    }
  }
}
