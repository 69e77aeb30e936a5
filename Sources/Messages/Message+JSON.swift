package import GalleyJSON
internal import GalleyTypesetting

extension Message {
  /// The valid line widths, in points.
  package static let widths = 0.0...1e9
  /// The valid text sizes, in points; a larger glyph takes about a second to draw.
  package static let sizes = 0.01...4096.0

  /// Creates a message from JSON.
  ///
  /// The format is that of the Telegram Bot API, with additional fields; unknown fields are
  /// ignored. Invalid entities are errors: a missing type, offset or length; an end outside the
  /// text or inside a surrogate pair; a `text_link` without `url`, a `custom_emoji` without
  /// `custom_emoji_id`, a `date_time` without `unix_time` or with an invalid format. Entities of
  /// length 0 are dropped, those of unknown types are kept. Entities may overlap.
  ///
  /// - Throws: `MessageError` if the text is not JSON, or a field is missing or invalid.
  /// - Complexity: O(*n* + *e* log *e*), where *n* is the length of `json` and *e* the number of
  ///   entities.
  public init(json: String) throws(MessageError) {
    let value: JSONValue
    do { value = try JSONParser.value(of: json) } catch { throw .invalidJSON(error) }
    try self.init(value)
  }

  /// Creates a message from JSON in UTF-8.
  ///
  /// - Throws: `MessageError` if the bytes are not UTF-8 or not JSON, or a field is missing or
  ///   invalid.
  public init(json bytes: [UInt8]) throws(MessageError) {
    try self.init(Self.value(ofJSON: bytes))
  }

  private static func value(ofJSON bytes: [UInt8]) throws(MessageError) -> JSONValue {
    do { _ = try UTF8Span(validating: bytes.span) } catch {
      throw .invalidUTF8(byte: error.byteOffsets.lowerBound)
    }
    do { return try JSONParser.value(ofUTF8: bytes) } catch { throw .invalidJSON(error) }
  }

  /// Returns the ID of a line, if that much of it is valid.
  ///
  /// It identifies invalid lines in error messages.
  package static func id(ofJSON bytes: [UInt8]) -> ID? {
    try? JSONFields(value(ofJSON: bytes)).id("id")
  }

  /// Creates a message from a part of a JSON document.
  ///
  /// - Parameters:
  ///   - value: The message.
  ///   - missingText: The text of a message without one; `nil` makes it an error.
  /// - Throws: `MessageError` if a field is missing or invalid.
  package init(_ value: JSONValue, missingText: String? = nil) throws(MessageError) {
    guard case .object = value else {
      throw .wrongType(field: "message", expected: "an object", found: value.summary)
    }
    let fields = JSONFields(value)
    guard let text = try fields.string("text") ?? missingText else { throw .missing(field: "text") }
    self.init(text, entities: try fields.entities(of: text))
    id = try fields.id("id")
    width = try fields.number("width", in: Self.widths)
    size = try fields.number("size", in: Self.sizes)
    language = try fields.language("lang")
    direction = try fields.direction()
    maximumLines = try fields.integer("maxLines")
    if let lines = maximumLines, lines < 1 {
      throw .invalidValue(field: "maxLines", value: String(lines), rule: "1 or more")
    }
  }
}

/// The fields of a message and of its entities.
extension JSONFields {
  fileprivate func number(
    _ name: String, in range: ClosedRange<Double>
  ) throws(MessageError) -> Double? {
    guard let value = self[name] else { return nil }
    guard let number = value.double else { throw wrongType(name, "a number", value) }
    guard range.contains(number) else {
      throw .invalidValue(
        field: prefix + name, value: short(number),
        rule: "from \(short(range.lowerBound)) to \(short(range.upperBound))")
    }
    return number
  }

  /// Returns a number for error messages, without a fraction if it is whole.
  private func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? String(number)
  }

  fileprivate func direction() throws(MessageError) -> TextDirection? {
    try value("dir", rule: "\"auto\", \"ltr\" or \"rtl\"") { TextDirection(name: $0) }
  }

  fileprivate func entities(of text: String) throws(MessageError) -> [MessageEntity] {
    var kinds: [MessageEntity.Kind] = []
    var ranges: [EntityRange] = []
    for (index, element) in try array("entities").enumerated() {
      guard case .object = element else {
        throw wrongType("entities[\(index)]", "an object", element)
      }
      let entity = JSONFields(element, prefix: "entities[\(index)].")
      kinds.append(try entity.kind())
      ranges.append(
        EntityRange(offset: try entity.need("offset"), length: try entity.need("length")))
    }
    let converted = try EntityRange.utf8Ranges(of: ranges, in: text)
    // Clients leave empty entities behind when text is edited.
    return zip(kinds, converted).filter { !$1.isEmpty }.map { MessageEntity($0, in: $1) }
  }

  fileprivate func need(_ name: String) throws(MessageError) -> Int {
    guard let number = try integer(name) else { throw .missing(field: prefix + name) }
    return number
  }

  fileprivate func kind() throws(MessageError) -> MessageEntity.Kind {
    let name = try neededString("type")
    if let kind = MessageEntity.Kind.plain[name] { return kind }
    switch name {
    case "pre": return .pre(language: try string("language"))
    case "text_link": return .textLink(url: try neededString("url"))
    case "text_mention":
      guard let user = self["user"] else { return .textMention(user: nil) }
      return .textMention(user: try JSONFields(user, prefix: prefix + "user.").integer("id"))
    case "custom_emoji": return .customEmoji(id: try neededString("custom_emoji_id"))
    case "date_time": return try dateTime()
    default: return .other(name)
    }
  }

  private func dateTime() throws(MessageError) -> MessageEntity.Kind {
    let unix = try need("unix_time")
    guard let letters = try string("date_time_format"), !letters.isEmpty else {
      return .dateTime(unix: unix, format: nil)
    }
    guard let format = MessageEntity.DateTimeFormat(letters) else {
      throw .invalidValue(
        field: prefix + "date_time_format", value: String(letters.prefix(24)),
        rule: "r, or any of w, d or D, t or T, in this order")
    }
    return .dateTime(unix: unix, format: format)
  }
}

extension Message {
  /// Returns whether `tag` is formed like a BCP 47 language tag.
  ///
  /// The existence of the language is not checked.
  package static func isLanguageTag(_ tag: String) -> Bool {
    guard (2...35).contains(tag.utf8.count), tag.utf8.first != UInt8(ascii: "-") else {
      return false
    }
    return tag.utf8.allSatisfy { byte in
      let letter = byte | 0x20
      return byte == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
    }
  }
}

extension TextDirection {
  /// Creates a direction from its name in messages and on the command line.
  package init?(name: String) {
    switch name {
    case "auto": self = .auto
    case "ltr": self = .leftToRight
    case "rtl": self = .rightToLeft
    default: return nil
    }
  }
}
