internal import GalleyBasics
internal import GalleyImages
internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages

extension Chat {
  /// The maximum number of messages of a chat that is shown as a whole.
  public static let messageLimit = Limits.Conversations.messages
  /// The valid range of a declared image side, in pixels.
  static let imageSides = 1...65_535
  /// The maximum nesting depth of a chat file: each level of a rich message takes up to five.
  private static let deepestNesting = 5 * RichMessageLimits.telegram.depth + 24

  /// Parses a chat file in the format of `Documentation/ChatFiles.md`.
  ///
  /// Unknown fields are ignored.
  ///
  /// - Throws: ``ChatError`` for the first message and field that is missing or invalid.
  public init(json bytes: [UInt8]) throws(ChatError) {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw .invalidUTF8(byte: error.byteOffsets.lowerBound)
    }
    let value: JSONValue
    do { value = try JSONParser.value(ofUTF8: bytes, deepest: Self.deepestNesting) } catch {
      throw .invalidJSON(error)
    }
    var (list, chat) = ([JSONValue](), JSONFields(.null))
    switch value {
    case .array(let elements): list = elements
    case .object:
      chat = JSONFields(value)
      do { list = try chat.array("messages", isNeeded: true) } catch { throw .chat(error) }
    default: throw .wrongType(found: value.summary)
    }
    do throws(MessageError) {
      let (language, timeZone) = (try chat.language("lang"), try chat.timeZone("time_zone"))
      let customEmoji = try chat.customEmoji("custom_emoji")
      guard (1...Self.messageLimit).contains(list.count) else {
        throw MessageError.invalidValue(
          field: "messages", value: "a list of \(list.count)",
          rule: "a list of 1 to \(Self.messageLimit)")
      }
      self.init([], language: language, timeZone: timeZone)
      self.customEmoji = customEmoji
    } catch { throw .chat(error) }
    messages.reserveCapacity(list.count)
    var known: Set<Message.ID> = []
    for (index, element) in list.enumerated() {
      do throws(MessageError) {
        let message = try ChatMessage(element)
        try message.check(among: &known)
        messages.append(message)
      } catch { throw .message(number: index + 1, error) }
    }
  }
}

extension ChatMessage {
  fileprivate init(_ value: JSONValue) throws(MessageError) {
    guard case .object = value else {
      throw .wrongType(field: "message", expected: "an object", found: value.summary)
    }
    let fields = JSONFields(value)
    if try fields.bool("service") {
      self.init(try Message(value), from: try fields.string("sender") ?? "")
      isService = true
      date = try fields.date()
      return
    }
    let images = try Self.images(of: fields)
    let richMessage = try Self.richMessage(of: fields)
    // A message with images or blocks needs no text.
    let isText = images.isEmpty && richMessage == nil
    let message = try Message(value, missingText: isText ? nil : "")
    let sender = try fields.neededString("sender")
    guard !sender.isEmpty else {
      throw .invalidValue(field: "sender", value: "empty", rule: "a name")
    }
    self.init(message, from: sender)
    self.images = images
    self.richMessage = richMessage
    isOutgoing = try fields.bool("outgoing")
    isEdited = try fields.bool("edited")
    date = try fields.date()
    replyTo = try fields.id("reply_to")
    isUnread = try fields.bool("unread")
    quote = try fields.quote("quote")
    replyPreview = try fields.replyPreview("reply_preview")
    if quote != nil, replyTo == nil {
      throw .missing(field: "reply_to")
    }
    forwardedFrom = try fields.string("forwarded_from")
    linkPreview = try fields.linkPreview("link_preview")
    status = try Self.status(of: fields)
    reactions = try Self.reactions(of: fields)
  }

  /// Checks that the message's ID is unique, and that a message that it replies to precedes it.
  fileprivate func check(among known: inout Set<Message.ID>) throws(MessageError) {
    if let replyTo, replyPreview == nil, !known.contains(replyTo) {
      throw .invalidValue(
        field: "reply_to", value: replyTo.words, rule: "the id of an earlier message")
    }
    if let id = message.id, !known.insert(id).inserted {
      throw .invalidValue(
        field: "id", value: id.words, rule: "unique")
    }
  }

  /// Reads the blocks of a message, as a server or a bot sends them.
  private static func richMessage(of fields: JSONFields) throws(MessageError) -> RichMessage? {
    guard let value = fields["rich_message"] else { return nil }
    guard fields["text"] == nil else {
      throw .invalidValue(
        field: "text", value: "given", rule: "missing in a message with \"rich_message\"")
    }
    do { return try RichMessage(value) } catch {
      throw .invalidValue(field: "rich_message", value: "invalid", rule: "valid: \(error)")
    }
  }

  private static func status(of fields: JSONFields) throws(MessageError) -> DeliveryStatus? {
    try fields.value("status", rule: "\"sending\", \"sent\", \"read\" or \"failed\"") {
      DeliveryStatus(rawValue: $0)
    }
  }

  private static func reactions(of fields: JSONFields) throws(MessageError) -> [Reaction] {
    var reactions: [Reaction] = []
    for reaction in try fields.objects("reactions") {
      let emoji = try reaction.neededString("emoji")
      guard (1...64).contains(emoji.utf8.count) else {
        throw .invalidValue(
          field: reaction.prefix + "emoji", value: "\(emoji.utf8.count) bytes", rule: "an emoji")
      }
      reactions.append(
        Reaction(
          emoji, count: try reaction.integer("count", in: 1...1_000_000_000) ?? 1,
          isChosen: try reaction.bool("chosen")))
    }
    return reactions
  }

  private static func images(of fields: JSONFields) throws(MessageError) -> [ChatImage] {
    var images: [ChatImage] = []
    for (index, value) in try fields.array("images").enumerated() {
      images.append(try ChatImage(value, field: "images[\(index)]"))
    }
    return images
  }
}

extension ChatImage {
  /// Reads an image: a file name, or an object.
  fileprivate init(_ value: JSONValue, field: String) throws(MessageError) {
    if let path = value.string, !path.isEmpty {
      self.init(path: path)
      return
    }
    guard case .object = value else {
      throw .wrongType(
        field: field, expected: "a file name or an object", found: value.summary)
    }
    let image = JSONFields(value, prefix: field + ".")
    let path = try image.neededString("file")
    let width = try image.integer("width", in: Chat.imageSides)
    let height = try image.integer("height", in: Chat.imageSides)
    guard (width == nil) == (height == nil) else {
      throw .missing(field: image.prefix + (width == nil ? "width" : "height"))
    }
    let size = width.flatMap { width in height.map { PixelSize(width: width, height: $0) } }
    self.init(path: path, size: size)
    thumbnail = try image.value("thumbnail", rule: "a small image file in Base64") { text in
      text.utf8.count <= Limits.Conversations.thumbnailLength ? [UInt8](base64: text) : nil
    }
  }
}

extension Message.ID {
  /// The ID as it appears in error messages.
  var words: String {
    switch self {
    case .number(let number): String(number)
    case .string(let string): "\"\(string.prefix(24))\""
    }
  }
}

/// The fields of a conversation.
extension JSONFields {
  /// Returns the date of a message.
  fileprivate func date() throws(MessageError) -> Int? {
    try integer("date", in: -1_000_000_000_000...1_000_000_000_000)
  }

  /// Returns the custom emoji source: the name of a folder, or an object that maps IDs to file
  /// names.
  fileprivate func customEmoji(_ name: String) throws(MessageError) -> CustomEmojiFiles? {
    switch self[name] {
    case nil: return nil
    case .string(let folder)?: return .folder(folder)
    case .object(let members)?:
      var files: [String: String] = [:]
      let fields = JSONFields(.object(members), prefix: name + ".")
      for member in members where member.value != .null {
        guard let file = member.value.string else {
          throw fields.wrongType(member.name, "a string", member.value)
        }
        files[member.name] = file
      }
      return .files(files)
    case let value?: throw wrongType(name, "a folder name or an object", value)
    }
  }

  /// Returns a quote: an object with the fields of a message and a position.
  fileprivate func quote(_ name: String) throws(MessageError) -> MessageQuote? {
    guard let fields = try fields(name) else { return nil }
    return MessageQuote(
      try Message(fields.object), position: try fields.integer("position", in: 0...1_000_000))
  }

  /// Returns the preview of a message that is replied to.
  fileprivate func replyPreview(_ name: String) throws(MessageError) -> ReplyPreview? {
    guard let fields = try fields(name) else { return nil }
    return ReplyPreview(try Message(fields.object), from: try fields.neededString("sender"))
  }

  /// Returns the preview of a link.
  fileprivate func linkPreview(_ name: String) throws(MessageError) -> LinkPreview? {
    guard let fields = try fields(name) else { return nil }
    var preview = LinkPreview(url: try fields.neededString("url"))
    guard preview.destination != nil else {
      throw .invalidValue(
        field: fields.prefix + "url", value: "\"\(preview.url.prefix(48))\"",
        rule: "an address that can be opened")
    }
    preview.siteName = try fields.string("site_name")
    preview.title = try fields.string("title")
    preview.summary = try fields.string("description")
    preview.image = try fields["image"].map { value throws(MessageError) in
      try ChatImage(value, field: fields.prefix + "image")
    }
    preview.hasLargeImage = try fields.bool("large_image")
    return preview
  }

  fileprivate func bool(_ name: String) throws(MessageError) -> Bool {
    guard let value = self[name] else { return false }
    guard case .bool(let bool) = value else { throw wrongType(name, "true or false", value) }
    return bool
  }

  fileprivate func integer(_ name: String, in range: ClosedRange<Int>) throws(MessageError) -> Int?
  {
    guard let number = try integer(name) else { return nil }
    guard range.contains(number) else {
      throw .invalidValue(
        field: prefix + name, value: String(number),
        rule: "from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  fileprivate func objects(_ name: String) throws(MessageError) -> [JSONFields] {
    var objects: [JSONFields] = []
    for (index, value) in try array(name).enumerated() {
      guard case .object = value else { throw wrongType("\(name)[\(index)]", "an object", value) }
      objects.append(JSONFields(value, prefix: "\(prefix)\(name)[\(index)]."))
    }
    return objects
  }

  fileprivate func timeZone(_ name: String) throws(MessageError) -> String? {
    try value(name, rule: "a time zone such as Europe/Oslo") {
      DateFormatting.isTimeZone($0) ? $0 : nil
    }
  }
}
