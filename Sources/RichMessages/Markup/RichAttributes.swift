internal import GalleyMessages

/// The attributes of a start tag.
struct RichAttributes: ExpressibleByDictionaryLiteral {
  private let values: [String: String?]

  init(_ values: [String: String?]) { self.values = values }

  init(dictionaryLiteral elements: (String, String?)...) {
    values = Dictionary(elements) { first, _ in first }
  }

  /// The value of an attribute, or `nil` if it is missing or has no value.
  subscript(name: String) -> String? {
    guard case let value?? = values[name] else { return nil }
    return HTMLSpaces.restored(value)
  }

  /// Returns whether an attribute is present.
  func has(_ name: String) -> Bool { values[name] != nil }

  /// Returns an integer, or `nil` if it is missing or not an integer.
  func integer(_ name: String) -> Int? {
    self[name].flatMap { Int($0.filter { !$0.isWhitespace }) }
  }

  /// Returns a value of an enumeration, or `nil` if it is missing or not known.
  func named<Value: RawRepresentable<String>>(_ name: String) -> Value? {
    self[name].flatMap { Value(rawValue: $0.lowercased()) }
  }

  /// The style of numbers of a list or an item, whose name distinguishes case.
  var numbering: RichBlock.List.Numbering? {
    self["type"].flatMap { RichBlock.List.Numbering(rawValue: $0) }
  }

  /// The programming language named by a class.
  var language: String? {
    guard let name = self["class"], name.hasPrefix("language-") else { return nil }
    return String(name.dropFirst("language-".count))
  }

  /// The action of a button, or `nil` if it is missing or not valid.
  var buttonAction: RichText.Button.Action? {
    switch self["type"] {
    case "url": return url.map { .url($0) }
    case "callback_data":
      return self["data"].flatMap { data in
        RichText.Button.callbackSizes.contains(data.utf8.count) ? .callback(data: data) : nil
      }
    case "copy_text":
      return self["text"].flatMap { text in
        RichText.Button.copySizes.contains(text.unicodeScalars.count) ? .copyText(text) : nil
      }
    case "web_app": return url.map { .webApp(url: $0) }
    case "login_url":
      return url.map { url in
        .login(
          RichText.Button.Login(
            url: url, forwardText: self["forward-text"], botUsername: self["bot-username"],
            requestsWriteAccess: has("request-write-access")))
      }
    case "switch_inline_query": return .switchInlineQuery(self["query"] ?? "")
    case "switch_inline_query_current_chat":
      return .switchInlineQueryCurrentChat(self["query"] ?? "")
    case "switch_inline_query_chosen_chat":
      var kinds: RichText.Button.ChosenChat.Kinds = []
      for (name, kind) in RichText.Button.ChosenChat.Kinds.names
      where has(name.replacing("_", with: "-")) {
        kinds.insert(kind)
      }
      return .switchInlineQueryChosenChat(
        RichText.Button.ChosenChat(query: self["query"] ?? "", kinds: kinds))
    case "disabled": return .disabled
    default: return nil
    }
  }

  /// The address of a button, if it may be opened.
  private var url: String? {
    self["url"].flatMap { url in
      ["http://", "https://", "tg://"].contains { url.lowercased().hasPrefix($0) } ? url : nil
    }
  }

  /// The point in time of a `tg-time` element, or `nil` if it is missing or not valid.
  var dateTime: RichElement? {
    guard let unix = integer("unix") else { return nil }
    guard let letters = self["format"], !letters.isEmpty else {
      return .dateTime(unix: unix, format: nil)
    }
    guard let format = MessageEntity.DateTimeFormat(letters) else { return nil }
    return .dateTime(unix: unix, format: format)
  }

  /// The map of a `tg-map` element, or `nil` if its place is missing or a field is out of range.
  var map: RichBlock.Map? {
    guard let latitude = self["lat"].flatMap({ Double($0) }), latitude.magnitude <= 90,
      let longitude = self["long"].flatMap({ Double($0) }), longitude.magnitude <= 180
    else { return nil }
    let map = RichBlock.Map(
      latitude: latitude, longitude: longitude, zoom: integer("zoom"), width: integer("width"),
      height: integer("height"))
    return map.problem == nil ? map : nil
  }
}
