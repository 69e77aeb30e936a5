internal import GalleyJSON
internal import GalleyMessages

/// The texts of Slack: mrkdwn, and the blocks of its editor.
struct SlackText: Sendable {
  /// The names of people by identifier.
  let people: [String: String]
  /// The names of channels by identifier.
  let channels: [String: String]

  /// Returns a text in mrkdwn.
  func message(_ text: String) -> Message {
    ChatMarkup(
      marks: [
        ChatMarkup.Mark("*", .bold), ChatMarkup.Mark("_", .italic),
        ChatMarkup.Mark("~", .strikethrough),
      ], tag: tag, unescape: Self.unescaped
    ).message(text.replacing("&gt; ", withFirstsOfLines: "> "))
  }

  /// Returns a text with its three escapes resolved.
  @Sendable static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let first = rest.first {
      if first == UInt8(ascii: "&"),
        let (escape, character) = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")].first(where: {
          rest.starts(with: $0.0.utf8)
        })
      {
        result += Array(character.utf8)
        rest = rest.dropFirst(escape.utf8.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the text of `<@U1|name>`, `<#C1|name>`, `<!here>` or `<address|label>`.
  @Sendable private func tag(_ content: String) -> StyledText? {
    let parts = content.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    let (target, label) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
    var text = StyledText()
    switch target.first {
    case "@":
      let id = String(target.dropFirst())
      text.append("@" + (label ?? people[id] ?? id), .textMention(user: nil))
    case "#":
      let id = String(target.dropFirst())
      text.append("#" + (label ?? channels[id] ?? id))
    case "!":
      let name = target.dropFirst().split(separator: "^").first.map(String.init) ?? ""
      text.append(label.map(Self.unescaped) ?? "@" + name)
    case let first? where first.isLetter && target.contains(":"):
      let address = Self.unescaped(target)
      text.append(
        label.map(Self.unescaped) ?? address, label == nil ? .url : .textLink(url: address))
    default: return nil
    }
    return text
  }

  // MARK: Blocks

  /// Appends a block of rich text.
  func append(_ block: JSONValue, to text: inout StyledText) {
    let start = text.count
    let elements = block["elements"]?.elements ?? []
    switch block["type"]?.string {
    case "rich_text_list":
      let indent = String(repeating: "  ", count: min(8, max(0, block["indent"]?.number ?? 0)))
      let isOrdered = block["style"]?.string == "ordered"
      for (index, element) in elements.enumerated() {
        text.beginLine()
        text.append(indent + (isOrdered ? "\(index + 1 + (block["offset"]?.number ?? 0)). " : "• "))
        for part in element["elements"]?.elements ?? [] { append(part: part, to: &text) }
      }
    case "rich_text_quote":
      for element in elements { append(part: element, to: &text) }
      text.style(from: start, .blockquote(isExpandable: false))
    case "rich_text_preformatted":
      for element in elements { append(part: element, to: &text) }
      text.style(from: start, .pre(language: block["language"]?.filled))
    default: for element in elements { append(part: element, to: &text) }
    }
  }

  private func append(part: JSONValue, to text: inout StyledText) {
    let start = text.count
    switch part["type"]?.string {
    case "link":
      let address = part["url"]?.string ?? ""
      text.append(
        part["text"]?.filled ?? address, address.isEmpty ? nil : .textLink(url: address))
    case "user":
      let id = part["user_id"]?.string ?? ""
      text.append("@" + (people[id] ?? id), .textMention(user: nil))
    case "channel":
      let id = part["channel_id"]?.string ?? ""
      text.append("#" + (channels[id] ?? id))
    case "broadcast": text.append("@" + (part["range"]?.string ?? "here"))
    case "emoji": text.append(Self.emoji(part))
    default: text.append(part["text"]?.string ?? "")
    }
    for (name, kind) in [
      ("bold", MessageEntity.Kind.bold), ("italic", .italic), ("strike", .strikethrough),
      ("code", .code),
    ] where part["style"]?[name] == .bool(true) {
      text.style(from: start, kind)
    }
  }

  /// Returns an emoji, whose code points are given in hexadecimal unless it is a custom one.
  private static func emoji(_ part: JSONValue) -> String {
    let scalars = (part["unicode"]?.string ?? "").split(separator: "-").map {
      UInt32($0, radix: 16).flatMap(Unicode.Scalar.init)
    }
    let known = scalars.compactMap(\.self)
    guard !known.isEmpty, known.count == scalars.count else {
      return ":\(part["name"]?.string ?? "emoji"):"
    }
    return String(String.UnicodeScalarView(known))
  }
}

extension String {
  /// Returns the string with a prefix of its lines replaced.
  fileprivate func replacing(_ prefix: String, withFirstsOfLines other: String) -> String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(prefix) ? other + line.dropFirst(prefix.count) : String(line)
    }.joined(separator: "\n")
  }
}
