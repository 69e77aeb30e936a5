internal import GalleyJSON
internal import GalleyMessages

/// A converter of Telegram Desktop's messages.
struct TelegramMessages {
  private var problems: [String] = []

  /// Returns the problems since the last call.
  mutating func takeProblems() -> [String] {
    guard !problems.isEmpty else { return [] }
    defer { problems = [] }
    return problems
  }

  /// Returns the message with the members of a JSON object.
  mutating func message(of members: [JSONValue.Member]) -> ExportedMessage {
    var message = ExportedMessage()
    var fields = TelegramFields()
    for member in members {
      let value = member.value
      switch member.name {
      case "id": message.id = Self.id(value)
      case "type": fields.type = value.string ?? ""
      case "date": fields.localDate = value.string
      case "date_unixtime": message.date = value.number
      case "from": fields.senderName = value.string
      case "from_id": fields.senderID = Self.personID(value)
      case "text": fields.text = value
      case "text_entities": fields.textEntities = value
      case "edited": message.isEdited = true
      case "edited_unixtime":
        (message.isEdited, message.editDate) = (true, value.number)
      case "actor": fields.actorName = value.string
      case "actor_id": fields.actorID = Self.personID(value)
      case "action": fields.action = value.string
      case "reply_to_message_id": message.replyTo = Self.id(value)
      case "reply_to_peer_id": message.replyChat = Self.personID(value)
      case "forwarded_from": message.forwardedFrom = value.filled ?? "Deleted Account"
      case "saved_from": fields.savedFrom = value.filled
      case "author": message.signature = value.filled
      case "via_bot": message.viaBot = value.filled
      case "reactions": message.reactions = value.elements.compactMap(Self.reaction)
      case "rich_message": fields.richMessage = value
      default: fields.others.append(member)
      }
    }
    message.forwardedFrom = message.forwardedFrom ?? fields.savedFrom
    complete(&message, fields)
    return message
  }

  private mutating func complete(_ message: inout ExportedMessage, _ fields: TelegramFields) {
    if message.date == nil, let date = fields.localDate.flatMap(CivilTime.seconds(ofISO:)) {
      (message.date, message.isLocalDate) = (date.seconds, !date.hasZone)
    }
    switch fields.type {
    case "service":
      message.sender = fields.actor
      message.service = TelegramService(fields).line
      if fields.action == "topic_created" {
        message.topicTitle = fields.string("title") ?? "Topic"
      }
      if fields.action == "edit_group_photo" || fields.action == "suggest_profile_photo" {
        message.media = TelegramMedia(fields.others).media
      }
      return
    case "unsupported":
      message.service = "A message that the exporting version did not support"
      return
    default: message.sender = fields.sender
    }
    if let rich = fields.richMessage {
      var reader = TelegramRichReader()
      message.richMessage = reader.message(rich)
      problems += reader.problems
    } else {
      message.text = TelegramText.message(fields.textEntities, else: fields.text)
    }
    guard !fields.others.isEmpty else { return }
    let media = TelegramMedia(fields.others)
    message.media = media.media
    if let note = media.note {
      var text = StyledText()
      text.append(message.text)
      text.beginLine()
      text.append(note)
      message.text = text.message
    }
  }

  static func id(_ value: JSONValue) -> Message.ID? {
    value.number.map { .number($0) } ?? value.filled.map { .string($0) }
  }

  /// Returns the identifier of a person; very old files have a bare number.
  static func personID(_ value: JSONValue) -> String? {
    if case .number(let literal) = value { return "user" + literal }
    return value.filled
  }

  private static func reaction(_ value: JSONValue) -> ExportedReaction? {
    let count = max(1, value["count"]?.number ?? 1)
    switch value["type"]?.string {
    case "paid": return ExportedReaction("⭐", count: count)
    case "emoji":
      return value["emoji"]?.filled.map { ExportedReaction($0, count: count) }
    default: return ExportedReaction(value["emoji"]?.filled ?? "❔", count: count)
    }
  }
}

/// The fields of a message that depend on each other.
struct TelegramFields {
  var type = ""
  var localDate: String?
  var senderName: String?
  var senderID: String?
  var actorName: String?
  var actorID: String?
  var savedFrom: String?
  var action: String?
  var text: JSONValue?
  var textEntities: JSONValue?
  var richMessage: JSONValue?
  /// The fields of media, services and what is not known.
  var others: [JSONValue.Member] = []

  var sender: ExportedPerson? { Self.person(senderID, senderName) }

  var actor: ExportedPerson? { Self.person(actorID, actorName) ?? sender }

  private static func person(_ id: String?, _ name: String?) -> ExportedPerson? {
    guard let id = id ?? name else { return nil }
    return ExportedPerson(id: id, name: name)
  }

  /// Returns a field by name.
  subscript(name: String) -> JSONValue? { others.last { $0.name == name }?.value }

  /// Returns a string that is not empty.
  func string(_ name: String) -> String? { self[name]?.filled }

  /// Returns a number, also if it is written as a string.
  func number(_ name: String) -> Int? { self[name]?.number }
}
