internal import GalleyMessages

/// The texts of Discord: Markdown with marks of its own.
enum DiscordText {
  /// The markup, in which `__` underlines and marks may touch letters.
  static let markup = ChatMarkup(
    marks: [
      ChatMarkup.Mark("**", .bold, needsBoundary: false),
      ChatMarkup.Mark("__", .underline, needsBoundary: false),
      ChatMarkup.Mark("~~", .strikethrough, needsBoundary: false),
      ChatMarkup.Mark("||", .spoiler, needsBoundary: false),
      ChatMarkup.Mark("*", .italic, needsBoundary: false),
      ChatMarkup.Mark("_", .italic),
    ], hasEscapes: true, crossesLines: true, hasHeadings: true, hasLabeledLinks: true, tag: tag)

  /// Returns the text of `<@id>`, `<@&id>`, `<#id>`, `<:name:id>`, `<t:seconds:style>` or
  /// `<address>`.
  @Sendable private static func tag(_ content: String) -> StyledText? {
    var text = StyledText()
    let parts = content.split(separator: ":", omittingEmptySubsequences: false)
    if content.hasPrefix("@&") || content.hasPrefix("#") {
      text.append(content.hasPrefix("#") ? content : "@" + content.dropFirst(2))
    } else if content.hasPrefix("@") {
      let id = content.dropFirst().drop { $0 == "!" }
      text.append("@" + id, .textMention(user: Int(id)))
    } else if parts.count == 3, parts[0].isEmpty || parts[0] == "a", Int(parts[2]) != nil {
      text.append(":\(parts[1]):", .customEmoji(id: String(parts[2])))
    } else if parts.count >= 2, parts[0] == "t", let unix = Int(parts[1]) {
      let time = CivilTime(seconds: unix)
      text.append(
        "\(time.dateText) \(time.timeText)",
        .dateTime(unix: unix, format: format(parts.count > 2 ? parts[2] : "f")))
    } else if content.hasPrefix("http://") || content.hasPrefix("https://") {
      text.append(content, .url)
    } else {
      return nil
    }
    return text
  }

  private static func format(_ style: Substring) -> MessageEntity.DateTimeFormat? {
    let letters =
      switch style {
      case "t": "t"
      case "T": "T"
      case "d": "d"
      case "D": "D"
      case "F": "wDt"
      case "R": "r"
      default: "Dt"
      }
    return MessageEntity.DateTimeFormat(letters)
  }

  /// Returns the kind of a file by the end of its name.
  static func kind(ofFile name: String) -> ExportedMedia.Kind {
    switch name.split(separator: ".").last?.lowercased() {
    case "jpg", "jpeg", "png", "webp": .photo
    case "gif": .animation
    case "mp4", "mov", "webm", "mkv": .video
    case "mp3", "flac", "wav", "m4a", "ogg": .audio
    default: .document
    }
  }
}
