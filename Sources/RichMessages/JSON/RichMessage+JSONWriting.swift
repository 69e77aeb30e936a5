internal import GalleyJSON
internal import GalleyMessages
public import GalleyTypesetting

extension RichMessage {
  /// Returns the message as JSON on one line, which ``init(json:options:)-(String,_)`` reads.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameters:
  ///   - form: The form: a `RichMessage`, or an `InputRichMessage`.
  ///   - revealed: The spoilers whose text is written.
  /// - Returns: The JSON.
  public func json(
    as form: ReadingOptions.Form = .incoming, revealed: RevealedSpoilers
  ) -> String {
    var writer = RichJSONWriter(form: form)
    writer.write(disclosed(revealed))
    return String(decoding: writer.json.bytes, as: UTF8.self)
  }
}

/// A writer of rich messages in JSON.
struct RichJSONWriter {
  var json = JSONWriter()
  let form: RichMessage.ReadingOptions.Form

  init(form: RichMessage.ReadingOptions.Form) { self.form = form }

  /// Writes a message.
  mutating func write(_ message: RichMessage) {
    object { writer in
      writer.blocks("blocks", message.blocks)
      writer.flag("is_rtl", message.isRightToLeft)
    }
  }

  // MARK: Values

  /// Writes an object whose members `body` writes.
  mutating func object(_ body: (inout Self) -> Void) {
    var copy = self
    json.object { inner in
      swap(&copy.json, &inner)
      body(&copy)
      swap(&copy.json, &inner)
    }
  }

  /// Writes an array with an element for each value.
  mutating func array<Element>(
    _ name: String, _ values: [Element], _ body: (inout Self, Element) -> Void
  ) {
    json.name(name)
    array(values, body)
  }

  mutating func array<Element>(_ values: [Element], _ body: (inout Self, Element) -> Void) {
    var copy = self
    json.array { inner in
      swap(&copy.json, &inner)
      for value in values { body(&copy, value) }
      swap(&copy.json, &inner)
    }
  }

  /// Writes a member with an object.
  mutating func member(_ name: String, _ body: (inout Self) -> Void) {
    json.name(name)
    object(body)
  }

  /// Writes a member that is true; false is left out.
  mutating func flag(_ name: String, _ flag: Bool) {
    if flag { json.member(name, true) }
  }

  /// Writes a member with a string, unless it is `nil`.
  mutating func optional(_ name: String, _ string: String?) {
    if let string { json.member(name, string) }
  }

  /// Writes a member with an integer, unless it is `nil`.
  mutating func optional(_ name: String, _ number: Int?) {
    if let number { json.member(name, number) }
  }

  // MARK: Texts

  /// Writes a member with a text, unless it is `nil`.
  mutating func text(_ name: String, _ text: RichText?) {
    guard let text else { return }
    json.name(name)
    self.text(text)
  }

  /// Writes a text.
  mutating func text(_ text: RichText) {
    switch text {
    case .plain(let string): json.value(string)
    case .sequence(let parts): array(parts) { $0.text($1) }
    case .styled(let style, let inner): object(style.rawValue, inner) { _ in }
    case .link(let link, let inner): object(link.jsonType, inner) { $0.members(of: link) }
    case .dateTime(let unix, let format, let inner):
      object("date_time", inner) { writer in
        writer.json.member("unix_time", unix)
        writer.json.member("date_time_format", format?.letters ?? "")
      }
    case .customEmoji(let id, let alternative):
      object("custom_emoji", nil) { writer in
        writer.json.member("custom_emoji_id", id)
        writer.json.member("alternative_text", alternative)
      }
    case .formula(let formula):
      object("mathematical_expression", nil) { $0.json.member("expression", formula) }
    case .anchor(let name): object("anchor", nil) { $0.json.member("name", name) }
    case .anchorLink(let name, let inner):
      object("anchor_link", inner) { $0.json.member("anchor_name", name) }
    case .reference(let name, let inner):
      object("reference", inner) { $0.json.member("name", name) }
    case .referenceLink(let name, let inner):
      object("reference_link", inner) { $0.json.member("reference_name", name) }
    case .button(let button):
      object("button", nil) { writer in
        writer.json.name("button")
        writer.write(button)
      }
    }
  }

  private mutating func object(
    _ type: String, _ text: RichText?, _ members: (inout Self) -> Void
  ) {
    object { writer in
      writer.json.member("type", type)
      writer.text("text", text)
      members(&writer)
    }
  }

  private mutating func members(of link: RichText.Link) {
    switch link {
    case .url(let value): json.member("url", value)
    case .emailAddress(let value): json.member("email_address", value)
    case .phoneNumber(let value): json.member("phone_number", value)
    case .bankCardNumber(let value): json.member("bank_card_number", value)
    case .mention(let value): json.member("username", value)
    case .hashtag(let value): json.member("hashtag", value)
    case .cashtag(let value): json.member("cashtag", value)
    case .botCommand(let value): json.member("bot_command", value)
    case .user(let user):
      member("user") { writer in
        writer.json.member("id", user.id)
        writer.json.member("is_bot", user.isBot)
        writer.optional("first_name", user.firstName)
        writer.optional("last_name", user.lastName)
        writer.optional("username", user.username)
      }
    }
  }

  /// Writes a button.
  mutating func write(_ button: RichText.Button) {
    object { writer in
      writer.text("text", button.text)
      writer.optional("style", button.style?.rawValue)
      writer.write(button.action)
    }
  }

  private mutating func write(_ action: RichText.Button.Action) {
    switch action {
    case .url(let url): json.member("url", url)
    case .callback(let data): json.member("callback_data", data)
    case .webApp(let url): member("web_app") { $0.json.member("url", url) }
    case .login(let login):
      member("login_url") { writer in
        writer.json.member("url", login.url)
        writer.optional("forward_text", login.forwardText)
        writer.optional("bot_username", login.botUsername)
        writer.flag("request_write_access", login.requestsWriteAccess)
      }
    case .switchInlineQuery(let query): json.member("switch_inline_query", query)
    case .switchInlineQueryCurrentChat(let query):
      json.member("switch_inline_query_current_chat", query)
    case .switchInlineQueryChosenChat(let chat):
      member("switch_inline_query_chosen_chat") { writer in
        writer.json.member("query", chat.query)
        for (name, kind) in RichText.Button.ChosenChat.Kinds.names {
          writer.flag(name, chat.kinds.contains(kind))
        }
      }
    case .copyText(let text): member("copy_text") { $0.json.member("text", text) }
    case .disabled: member("disabled") { _ in }
    }
  }
}

extension RichText.Link {
  /// The name of the text type in JSON.
  package var jsonType: String {
    switch self {
    case .url: "url"
    case .emailAddress: "email_address"
    case .phoneNumber: "phone_number"
    case .bankCardNumber: "bank_card_number"
    case .mention: "mention"
    case .hashtag: "hashtag"
    case .cashtag: "cashtag"
    case .botCommand: "bot_command"
    case .user: "text_mention"
    }
  }
}
