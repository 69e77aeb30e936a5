internal import GalleyJSON
internal import GalleyMessages
internal import GalleyRichMessages
internal import GalleyTypesetting

/// The texts of Telegram Desktop's rich messages, each of which is an object.
enum TelegramRichText {
  /// Returns a text; one of an unknown type is the text inside of it.
  static func text(_ value: JSONValue) -> RichText {
    switch value {
    case .string(let string): return .plain(string)
    case .array(let parts): return RichText(parts.map(text))
    case .object: return object(value)
    default: return .empty
    }
  }

  private static func object(_ value: JSONValue) -> RichText {
    let inner = value["text"].map(text) ?? .empty
    let type = value["type"]?.string ?? ""
    if let style = RichText.Style(rawValue: type) { return .styled(style, inner) }
    switch type {
    case "text_link":
      return value["href"]?.filled.map { .link(.url($0), inner) } ?? inner
    case "link": return .link(.url(plain(inner)), inner)
    case "email": return .link(.emailAddress(value["email"]?.filled ?? plain(inner)), inner)
    case "phone": return .link(.phoneNumber(value["phone"]?.filled ?? plain(inner)), inner)
    case "bank_card": return .link(.bankCardNumber(plain(inner).filter(\.isNumber)), inner)
    case "mention": return .link(.mention(username: name(inner, after: "@")), inner)
    case "hashtag": return .link(.hashtag(name(inner, after: "#")), inner)
    case "cashtag": return .link(.cashtag(name(inner, after: "$")), inner)
    case "bot_command": return .link(.botCommand(name(inner, after: "/")), inner)
    case "mention_name":
      return value["user_id"]?.number.map { .link(.user(RichText.User(id: $0)), inner) } ?? inner
    case "custom_emoji":
      return .customEmoji(id: value["document_id"]?.filled ?? "", alternative: plain(inner))
    case "formatted_date": return date(value, inner)
    case "math": return .formula(value["source"]?.string ?? value["formula"]?.string ?? "")
    case "anchor":
      let anchor = RichText.anchor(name: value["name"]?.string ?? "")
      return inner.isEmpty ? anchor : RichText([anchor, inner])
    case "diff":
      let old = value["old_text"].map(text) ?? .empty
      return old.isEmpty ? inner : RichText([.styled(.strikethrough, old), inner])
    case "inline_image": return inner.isEmpty ? "🖼" : inner
    case "button": return .button(button(value))
    default: return inner
    }
  }

  private static func date(_ value: JSONValue, _ inner: RichText) -> RichText {
    let unix =
      value["date_unixtime"]?.number
      ?? value["date"]?.string.flatMap { CivilTime.seconds(ofISO: $0)?.seconds }
    guard let unix else { return inner }
    func has(_ name: String) -> Bool { value[name] == .bool(true) }
    var letters = ""
    if has("relative") {
      letters = "r"
    } else {
      if has("day_of_week") { letters += "w" }
      letters += has("long_date") ? "D" : has("short_date") ? "d" : ""
      letters += has("long_time") ? "T" : has("short_time") ? "t" : ""
    }
    return .dateTime(unix: unix, format: MessageEntity.DateTimeFormat(letters), inner)
  }

  /// Returns a button, whose action can only be to open an address or to copy a text.
  static func button(_ value: JSONValue) -> RichText.Button {
    let button = value["button"] ?? value
    let address = (button["url"] ?? button["data"])?.filled
    let action: RichText.Button.Action =
      switch (button["type"]?.string, address) {
      case ("url", let address?), ("auth", let address?): .url(address)
      case ("web_view", let address?): .webApp(url: address)
      case ("copy_text", let text?): .copyText(text)
      default: .disabled
      }
    return RichText.Button(
      value["text"].map(text) ?? .empty,
      style: value["style"]?.string.flatMap(RichText.Button.Appearance.init), action: action)
  }

  /// Returns the characters of a text.
  private static func plain(_ text: RichText) -> String {
    RichMessage([.paragraph(text)]).plainText(revealed: .all).string
  }

  private static func name(_ text: RichText, after mark: Character) -> String {
    let name = plain(text)
    return name.first == mark ? String(name.dropFirst()) : name
  }
}
