internal import GalleyGeometry
internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages

/// A reader of a message of a request.
struct QuoteMessageReader {
  /// The position of the message.
  let index: Int
  /// The maximum length of its text, in UTF-16 units.
  let limit: Int
  let grouping: QuoteRequest.Grouping
  /// Notes about ignored parts.
  private(set) var notes: [String] = []

  /// The number of invalid entities that are left out one by one.
  private static let entityRetries = 16

  init(index: Int, limit: Int, grouping: QuoteRequest.Grouping) {
    self.index = index
    self.limit = limit
    self.grouping = grouping
  }

  /// Reads a message; an invalid one becomes a placeholder.
  ///
  /// - Throws: `QuoteError.tooLong`.
  mutating func message(_ value: JSONValue) throws(QuoteError) -> QuoteMessage {
    var message = QuoteMessage(index: index)
    guard case .object = value else {
      message.body = .failed("the message is \(value.summary), not an object")
      return message
    }
    let fields = LooseFields(value)
    message.sender = person(fields.fields("from"))
    message.showsAvatar = fields.flag("avatar") ?? true
    message.group = group(fields, message.sender)
    message.body = try body(fields)
    message.forwardLabel = fields.fields("forward")?.string("label")
    message.senderTag = fields.string("senderTag")
    message.viaBot = fields.string("viaBot") ?? fields.fields("viaBot")?.string("username")
    message.reply = try fields.fields("replyMessage").flatMap { reply throws(QuoteError) in
      try self.reply(reply)
    }
    message.media = media(fields)
    message.voice = fields.fields("voice").map(Self.voice)
    message.attachment = Self.attachment(fields)
    if message.isEmpty { message.body = .failed("the message shows nothing") }
    return message
  }

  private func group(_ fields: LooseFields, _ sender: QuoteMessage.Person) -> String? {
    if let chat = fields.string("chatId") { return "chat " + chat }
    switch grouping {
    case .chatID: return ""
    case .sender: return sender.id.map { "sender \($0)" } ?? "name " + sender.fullName
    }
  }

  private func person(_ fields: LooseFields?) -> QuoteMessage.Person {
    var person = QuoteMessage.Person()
    guard let fields else { return person }
    person.id = fields.integer("id")
    let parts = [fields.string("first_name"), fields.string("last_name")].compactMap(\.self)
    let joined = parts.filter { !$0.isEmpty }.joined(separator: " ")
    let given = fields.string("name")
    person.fullName =
      given ?? (joined.isEmpty ? fields.string("username") ?? "" : joined)
    // `false` hides the name.
    let isHidden = fields["name"] == .bool(false)
    person.name = isHidden || person.fullName.isEmpty ? nil : person.fullName
    person.status =
      fields.string("emoji_status") ?? fields.fields("emoji_status")?.string("custom_emoji_id")
    if let photo = fields.fields("photo") {
      person.photo =
        photo.string("url").map(PictureReference.init(address:))
        ?? (photo.string("big_file_id") ?? photo.string("small_file_id")).map {
          .telegramFile($0)
        }
    }
    return person
  }

  private mutating func body(_ fields: LooseFields) throws(QuoteError) -> QuoteMessage.Body {
    if let rich = fields["rich_message"] {
      do { return .rich(try RichMessage(rich)) } catch { return .failed("rich_message: \(error)") }
    }
    guard let text = fields.string("text") else { return .none }
    if text.isEmpty { return .none }
    return .text(try self.text(text, fields.array("entities") ?? []))
  }

  /// Returns a text with its valid entities.
  private mutating func text(
    _ text: String, _ entities: [JSONValue]
  ) throws(QuoteError) -> Message {
    let length = text.utf16.count
    guard length <= limit else { throw .tooLong(message: index, length: length, limit: limit) }
    var entities = entities
    for _ in 0..<Self.entityRetries where !entities.isEmpty {
      let value = JSONValue.object([
        .init(name: "text", value: .string(text)),
        .init(name: "entities", value: .array(entities.map(\.looseEntity))),
      ])
      do { return try Message(value) } catch {
        notes.append("messages[\(index)]: \(error)")
        guard let fault = error.entityIndex, entities.indices.contains(fault) else { break }
        entities.remove(at: fault)
      }
    }
    if !entities.isEmpty { notes.append("messages[\(index)]: all entities are ignored") }
    return Message(text)
  }

  private mutating func reply(_ fields: LooseFields) throws(QuoteError) -> QuoteMessage.Reply? {
    var sender = person(fields.fields("from"))
    if let name = fields.string("name") { sender.name = name }
    if sender.id == nil { sender.id = fields.integer("chatId") }
    let text = try self.text(fields.string("text") ?? "", fields.array("entities") ?? [])
    let picture = fields["media"].flatMap { reference($0, isCropped: true) }
    guard sender.name != nil || !text.text.isEmpty || picture != nil
    else { return nil }
    return QuoteMessage.Reply(sender: sender, text: text, picture: picture)
  }

  private func media(_ fields: LooseFields) -> QuoteMessage.Media? {
    guard let value = fields["media"],
      let reference = reference(value, isCropped: fields.flag("mediaCrop") ?? false)
    else { return nil }
    let stated = LooseFields(value)
    var size: Size?
    if let width = stated.number("width"), let height = stated.number("height"), width > 0,
      height > 0
    {
      size = Size(width: width, height: height)
    }
    return QuoteMessage.Media(
      reference: reference, size: size, isSticker: fields.string("mediaType") == "sticker",
      duration: fields.number("mediaDuration"))
  }

  /// Returns the picture of a media object; of an array of sizes, the last, or the second if it is
  /// cropped.
  private func reference(_ value: JSONValue, isCropped: Bool) -> PictureReference? {
    if case .array(let sizes) = value {
      let chosen = isCropped && sizes.count > 1 ? sizes[1] : sizes.last
      return chosen.flatMap { reference($0, isCropped: false) }
    }
    if let address = value.string { return PictureReference(address: address) }
    let fields = LooseFields(value)
    if let address = fields.string("url") { return PictureReference(address: address) }
    return fields.string("file_id").map { .telegramFile($0) }
  }

  private static func voice(_ fields: LooseFields) -> QuoteMessage.Voice {
    let samples = (fields.array("waveform") ?? []).prefix(1_024).map { $0.double ?? 0 }
    let loudest = max(samples.max() ?? 0, 1)
    return QuoteMessage.Voice(
      waveform: samples.map { $0.isFinite ? min(max($0 / loudest, 0), 1) : 0 },
      duration: fields.number("duration"))
  }

  private static func attachment(_ fields: LooseFields) -> QuoteMessage.Attachment? {
    if let audio = fields.fields("audio") {
      return QuoteMessage.Attachment(
        title: audio.string("title") ?? audio.string("file_name") ?? "Audio",
        detail: audio.string("performer"), isAudio: true)
    }
    guard let document = fields.fields("document") else { return nil }
    return QuoteMessage.Attachment(
      title: document.string("file_name") ?? "File",
      detail: document.number("file_size").map(QuoteText.fileSize), isAudio: false)
  }
}

extension JSONValue {
  /// An entity whose numbers may have been strings.
  fileprivate var looseEntity: JSONValue {
    guard case .object(let members) = self else { return self }
    return .object(
      members.map { member in
        guard ["offset", "length"].contains(member.name), let digits = member.value.string,
          let number = Int(digits)
        else { return member }
        return Member(name: member.name, value: .number(String(number)))
      })
  }
}

extension MessageError {
  /// The index of the entity at fault; `nil` if the error is not about one.
  fileprivate var entityIndex: Int? {
    switch self {
    case .entityOutOfBounds(let index, _, _, _), .entitySplitsCharacter(let index, _, _): index
    case .missing(let field), .wrongType(let field, _, _), .invalidValue(let field, _, _):
      field.hasPrefix("entities[")
        ? Int(field.dropFirst("entities[".utf8.count).prefix(while: \.isNumber)) : nil
    default: nil
    }
  }
}
