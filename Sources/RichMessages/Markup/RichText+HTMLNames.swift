extension RichText.Style {
  /// The name of the element in HTML.
  var htmlName: String {
    switch self {
    case .bold: "b"
    case .italic: "i"
    case .underline: "u"
    case .strikethrough: "s"
    case .spoiler: "tg-spoiler"
    case .marked: "mark"
    case .subscript: "sub"
    case .superscript: "sup"
    case .code: "code"
    }
  }
}

extension RichText.Link {
  /// The address in HTML and Markdown, or `nil` for links that only detection creates.
  var htmlAddress: String? {
    switch self {
    case .url(let url): url
    case .emailAddress(let address): "mailto:" + address
    case .phoneNumber(let number): "tel:" + number
    case .user(let user): "tg://user?id=\(user.id)"
    case .bankCardNumber, .mention, .hashtag, .cashtag, .botCommand: nil
    }
  }
}

extension RichText.Button.Action {
  /// The attributes of a button in HTML.
  var htmlAttributes: [(String, String?)] {
    switch self {
    case .url(let url): [("type", "url"), ("url", url)]
    case .callback(let data): [("type", "callback_data"), ("data", data)]
    case .copyText(let text): [("type", "copy_text"), ("text", text)]
    case .webApp(let url): [("type", "web_app"), ("url", url)]
    case .login(let login):
      [
        ("type", "login_url"), ("url", login.url), ("forward-text", login.forwardText),
        ("bot-username", login.botUsername),
        ("request-write-access", login.requestsWriteAccess ? "1" : nil),
      ]
    case .switchInlineQuery(let query): [("type", "switch_inline_query"), ("query", query)]
    case .switchInlineQueryCurrentChat(let query):
      [("type", "switch_inline_query_current_chat"), ("query", query)]
    case .switchInlineQueryChosenChat(let chat):
      [("type", "switch_inline_query_chosen_chat"), ("query", chat.query)]
        + RichText.Button.ChosenChat.Kinds.names.map { name, kind in
          (name.replacing("_", with: "-"), chat.kinds.contains(kind) ? "1" : nil)
        }
    case .disabled: [("type", "disabled")]
    }
  }
}

extension RichBlock.Media {
  /// The address in HTML and Markdown: that of outgoing media, or one with the file identifier.
  var writtenAddress: String {
    if let address { return address }
    let name =
      switch kind {
      case .photo: "photo"
      case .video, .animation: "video"
      case .audio, .voiceNote: "audio"
      case .document: "document"
      }
    return "tg://\(name)?id=" + (files.last?.id ?? "")
  }
}

extension RichText {
  /// Whether the text consists of anchors, which alone are blocks.
  var hasOnlyAnchors: Bool {
    switch self {
    case .anchor: true
    case .sequence(let parts): parts.allSatisfy(\.hasOnlyAnchors)
    default: false
    }
  }
}
