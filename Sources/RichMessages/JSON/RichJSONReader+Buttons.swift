internal import GalleyJSON

extension RichJSONReader {
  /// The names of actions, of which a button has exactly one.
  private static let actions = [
    "url", "callback_data", "web_app", "login_url", "switch_inline_query",
    "switch_inline_query_current_chat", "switch_inline_query_chosen_chat", "copy_text", "disabled",
  ]

  /// Reads a row of buttons.
  mutating func buttonRow(_ value: JSONValue) throws(Failure) -> RichBlock.ButtonRow {
    let list = try needed("buttons", of: value)
    let buttons = try at("buttons") { reader throws(Failure) in
      let elements = try reader.elements(list)
      guard RichText.Button.rowCounts.contains(elements.count) else {
        throw reader.invalid("\(elements.count) buttons", rule: "1 to 8 buttons")
      }
      var buttons: [RichText.Button] = []
      for (index, element) in elements.enumerated() {
        buttons.append(
          try reader.at(index) { reader throws(Failure) in try reader.button(element) })
      }
      return buttons
    }
    return RichBlock.ButtonRow(buttons, alignment: try named("align", of: value))
  }

  /// Reads a button.
  mutating func button(_ value: JSONValue) throws(Failure) -> RichText.Button {
    try checkObject(value)
    let text = try text("text", of: value)
    guard text.isLabel else {
      throw .notAllowed(
        path: pathText(of: "text"), reason: "only strings, custom emoji and dates are allowed")
    }
    let names = Self.actions.filter { member($0, of: value) != nil }
    guard let name = names.first else { throw .missing(path: pathText(of: "url")) }
    guard names.count == 1 else {
      throw .notAllowed(path: pathText, reason: "a button has exactly one action")
    }
    let action = try action(name, of: value)
    let style: RichText.Button.Appearance? = try named("style", of: value)
    if style == .link, name != "callback_data" {
      throw .notAllowed(
        path: pathText(of: "style"), reason: "only buttons with callback_data are links")
    }
    return RichText.Button(text, style: style, action: action)
  }

  private mutating func action(
    _ name: String, of value: JSONValue
  ) throws(Failure) -> RichText.Button.Action {
    let inner = try needed(name, of: value)
    switch name {
    case "url": return .url(try neededString(name, of: value))
    case "callback_data":
      let data = try neededString(name, of: value)
      guard RichText.Button.callbackSizes.contains(data.utf8.count) else {
        throw invalid("\(data.utf8.count) bytes", rule: "1 to 64 bytes", name)
      }
      return .callback(data: data)
    case "switch_inline_query": return .switchInlineQuery(try neededString(name, of: value))
    case "switch_inline_query_current_chat":
      return .switchInlineQueryCurrentChat(try neededString(name, of: value))
    default:
      return try at(name) { reader throws(Failure) in
        try reader.checkObject(inner)
        return try reader.objectAction(name, inner)
      }
    }
  }

  private func objectAction(
    _ name: String, _ value: JSONValue
  ) throws(Failure) -> RichText.Button.Action {
    switch name {
    case "web_app": return .webApp(url: try neededString("url", of: value))
    case "login_url":
      return .login(
        RichText.Button.Login(
          url: try neededString("url", of: value),
          forwardText: try string("forward_text", of: value),
          botUsername: try string("bot_username", of: value),
          requestsWriteAccess: try flag("request_write_access", of: value)))
    case "switch_inline_query_chosen_chat":
      var kinds: RichText.Button.ChosenChat.Kinds = []
      for (name, kind) in RichText.Button.ChosenChat.Kinds.names
      where try flag(name, of: value) {
        kinds.insert(kind)
      }
      return .switchInlineQueryChosenChat(
        RichText.Button.ChosenChat(query: try string("query", of: value) ?? "", kinds: kinds))
    case "copy_text":
      let text = try neededString("text", of: value)
      guard RichText.Button.copySizes.contains(text.unicodeScalars.count) else {
        throw invalid(
          "\(text.unicodeScalars.count) characters", rule: "1 to 256 characters", "text")
      }
      return .copyText(text)
    default: return .disabled
    }
  }
}

extension RichText.Button {
  /// The valid numbers of buttons in a row.
  static let rowCounts = 1...8
  /// The valid sizes of callback data, in bytes.
  static let callbackSizes = 1...64
  /// The valid sizes of copied texts, in characters.
  static let copySizes = 1...256
}

extension RichText.Button.ChosenChat.Kinds {
  /// The kinds with their names in JSON.
  static let names: [(String, Self)] = [
    ("allow_user_chats", .users), ("allow_bot_chats", .bots), ("allow_group_chats", .groups),
    ("allow_channel_chats", .channels),
  ]
}

extension RichText {
  /// Whether the text consists only of strings, custom emoji and dates, as labels of buttons do.
  var isLabel: Bool {
    switch self {
    case .plain, .customEmoji: true
    case .sequence(let parts): parts.allSatisfy(\.isLabel)
    case .dateTime(_, _, let text): text.isLabel
    default: false
    }
  }
}
