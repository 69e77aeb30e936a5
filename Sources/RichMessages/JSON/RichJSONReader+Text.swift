internal import GalleyJSON
internal import GalleyMessages

extension RichJSONReader {
  /// Reads a required text of an object.
  mutating func text(_ name: String, of object: JSONValue) throws(Failure) -> RichText {
    let value = try needed(name, of: object)
    return try at(name) { reader throws(Failure) in try reader.text(value) }
  }

  /// Reads an optional text of an object.
  mutating func optionalText(_ name: String, of object: JSONValue) throws(Failure) -> RichText? {
    try optional(name, of: object) { reader, value throws(Failure) in try reader.text(value) }
  }

  /// Reads a text: a string, an array of texts, or an object.
  mutating func text(_ value: JSONValue) throws(Failure) -> RichText {
    switch value {
    case .string(let string):
      try count { counter throws(LimitExceeded) in try counter.charge(text: string) }
      return .plain(string)
    case .array(let elements):
      var joined = JoinedText()
      for (index, element) in elements.enumerated() {
        joined.append(try at(index) { reader throws(Failure) in try reader.text(element) })
      }
      return joined.text
    case .object: return try nested { reader throws(Failure) in try reader.textObject(value) }
    default: throw wrongType("a string, an array or an object", value)
    }
  }

  private mutating func textObject(_ value: JSONValue) throws(Failure) -> RichText {
    let type = try neededString("type", of: value)
    if let style = RichText.Style(rawValue: type) {
      return .styled(style, try text("text", of: value))
    }
    switch type {
    case "url": return try link(value, .url(neededString("url", of: value)))
    case "email_address":
      return try link(value, .emailAddress(neededString("email_address", of: value)))
    case "phone_number":
      return try link(value, .phoneNumber(neededString("phone_number", of: value)))
    case "bank_card_number":
      return try link(value, .bankCardNumber(neededString("bank_card_number", of: value)))
    case "mention": return try link(value, .mention(username: neededString("username", of: value)))
    case "hashtag": return try link(value, .hashtag(neededString("hashtag", of: value)))
    case "cashtag": return try link(value, .cashtag(neededString("cashtag", of: value)))
    case "bot_command": return try link(value, .botCommand(neededString("bot_command", of: value)))
    case "text_mention":
      let user = try needed("user", of: value)
      return try link(value, .user(at("user") { reader throws(Failure) in try reader.user(user) }))
    case "date_time": return try date(value)
    case "custom_emoji":
      let alternative = try string("alternative_text", of: value) ?? ""
      try count { counter throws(LimitExceeded) in try counter.charge(text: alternative) }
      return .customEmoji(
        id: try identifier("custom_emoji_id", of: value), alternative: alternative)
    case "mathematical_expression": return .formula(try formula(value))
    case "anchor": return .anchor(name: try neededString("name", of: value))
    case "anchor_link":
      let name = try neededString("anchor_name", of: value)
      return .anchorLink(name: name, try text("text", of: value))
    case "reference":
      let name = try neededString("name", of: value)
      return .reference(name: name, try text("text", of: value))
    case "reference_link":
      let name = try neededString("reference_name", of: value)
      return .referenceLink(name: name, try text("text", of: value))
    case "button":
      let button = try needed("button", of: value)
      return .button(try at("button") { reader throws(Failure) in try reader.button(button) })
    default: return try optionalText("text", of: value) ?? .empty
    }
  }

  private mutating func link(_ value: JSONValue, _ link: RichText.Link) throws(Failure) -> RichText
  {
    .link(link, try text("text", of: value))
  }

  /// Reads and counts the formula of a text or a block.
  mutating func formula(_ value: JSONValue) throws(Failure) -> String {
    let formula = try neededString("expression", of: value)
    try count { counter throws(LimitExceeded) in try counter.charge(formula: formula) }
    return formula
  }

  private func user(_ value: JSONValue) throws(Failure) -> RichText.User {
    try checkObject(value)
    guard let id = try integer("id", of: value) else { throw .missing(path: pathText(of: "id")) }
    return RichText.User(
      id: id, firstName: try string("first_name", of: value),
      lastName: try string("last_name", of: value), username: try string("username", of: value),
      isBot: try flag("is_bot", of: value))
  }

  private mutating func date(_ value: JSONValue) throws(Failure) -> RichText {
    guard let unix = try integer("unix_time", of: value) else {
      throw .missing(path: pathText(of: "unix_time"))
    }
    let letters = try string("date_time_format", of: value) ?? ""
    let format = letters.isEmpty ? nil : MessageEntity.DateTimeFormat(letters)
    guard letters.isEmpty || format != nil else {
      throw invalid(
        letters, rule: "r, or any of w, d or D, t or T, in this order", "date_time_format")
    }
    return .dateTime(unix: unix, format: format, try text("text", of: value))
  }
}
