package import GalleyJSON

extension RichMessage {
  /// The maximum nesting depth of JSON, in which a level of a message may take five.
  private static let deepestJSON = 5 * RichMessageLimits.deepest + 16

  /// Creates a message from JSON.
  ///
  /// The format is that of the Telegram Bot API: a `RichMessage`, an `InputRichMessage`, or an
  /// object that has one of them as `rich_message`, and then no `text`. Both have `blocks`; a
  /// message to be sent may have `html` or `markdown` instead, and `media`.
  ///
  /// Unknown fields are ignored. A block of an unknown type keeps its JSON, and its text is laid
  /// out; a text of an unknown type is its inner text. Missing labels of list items are computed.
  ///
  /// - Parameters:
  ///   - json: The JSON.
  ///   - options: The options.
  /// - Throws: `RichMessageError` if the text is not JSON, a field is missing or invalid, or the
  ///   message exceeds a limit.
  /// - Complexity: O(*n*), where *n* is the length of `json`.
  public init(
    json: String, options: ReadingOptions = ReadingOptions()
  ) throws(RichMessageError) {
    try self.init(validatedJSON: Array(json.utf8), options)
  }

  /// Creates a message from JSON in UTF-8.
  ///
  /// - Throws: `RichMessageError` if the bytes are not UTF-8 or not JSON, a field is missing or
  ///   invalid, or the message exceeds a limit.
  public init(
    json bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(RichMessageError) {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw .invalidUTF8(byte: error.byteOffsets.lowerBound)
    }
    try self.init(validatedJSON: bytes, options)
  }

  private init(
    validatedJSON bytes: [UInt8], _ options: ReadingOptions
  ) throws(RichMessageError) {
    let value: JSONValue
    do {
      value = try JSONParser.value(ofUTF8: bytes, deepest: Self.deepestJSON)
    } catch {
      throw .invalidJSON(error)
    }
    try self.init(value, options: options)
  }

  /// Creates a message from a part of a JSON document.
  ///
  /// - Throws: `RichMessageError` if a field is missing or invalid, or the message exceeds a limit.
  package init(
    _ value: JSONValue, options: ReadingOptions = ReadingOptions()
  ) throws(RichMessageError) {
    var reader = RichJSONReader(options)
    try reader.checkObject(value)
    guard let inner = reader.member("rich_message", of: value) else {
      self = try reader.message(value, options)
      return
    }
    guard reader.member("text", of: value) == nil else {
      throw .notAllowed(path: "text", reason: "a message has either text or rich_message")
    }
    self = try reader.at("rich_message") { reader throws(RichMessageError) in
      try reader.message(inner, options)
    }
  }
}

extension RichJSONReader {
  /// Reads a `RichMessage` or an `InputRichMessage`.
  fileprivate mutating func message(
    _ value: JSONValue, _ options: RichMessage.ReadingOptions
  ) throws(Failure) -> RichMessage {
    try checkObject(value)
    let contents = ["blocks", "html", "markdown"].filter { member($0, of: value) != nil }
    guard contents.count == 1, let content = contents.first else {
      throw .notAllowed(
        path: pathText, reason: "a rich message has exactly one of blocks, html and markdown")
    }
    let isRightToLeft = try flag("is_rtl", of: value)
    var options = options
    if try flag("skip_entity_detection", of: value) { options.detectsEntities = false }
    guard content != "blocks" else {
      var message = RichMessage(try blocks("blocks", of: value), isRightToLeft: isRightToLeft)
      message.isPartial = counter.isClipped
      message.resolveLocalLinks()
      if options.form == .outgoing {
        message.reduceDetectedLinks()
        if options.detectsEntities { message.detectEntities() }
      }
      return message
    }
    options.isRightToLeft = isRightToLeft
    options.media.merge(try mediaList(value)) { _, last in last }
    let text = try neededString(content, of: value)
    return content == "html"
      ? try RichMessage(html: text, options: options)
      : try RichMessage(markdown: text, options: options)
  }

  /// Reads the media that Markdown and HTML refer to by identifier.
  private mutating func mediaList(
    _ value: JSONValue
  ) throws(Failure) -> [String: RichBlock.Media] {
    guard let list = member("media", of: value) else { return [:] }
    return try at("media") { reader throws(Failure) in
      var media: [String: RichBlock.Media] = [:]
      for (index, element) in try reader.elements(list).enumerated() {
        try reader.at(index) { reader throws(Failure) in
          try reader.checkObject(element)
          let id = try reader.neededString("id", of: element)
          guard RichBlock.Media.isIdentifier(id) else {
            throw reader.invalid(id, rule: "1 to 64 letters, digits, _ and -", "id")
          }
          let inner = try reader.needed("media", of: element)
          media[id] = try reader.at("media") { reader throws(Failure) in
            try reader.inputMedia(inner)
          }
        }
      }
      return media
    }
  }
}

extension RichBlock.Media {
  /// Returns whether a string may identify media in Markdown and HTML.
  static func isIdentifier(_ id: String) -> Bool {
    1...64 ~= id.utf8.count
      && id.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      }
  }
}
