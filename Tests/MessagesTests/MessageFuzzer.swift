import GalleyMessages
import TestSupport

/// A generator of messages with possibly invalid entities.
enum MessageFuzzer {
  /// Difficult pieces of text for entities, Markdown, HTML and bidi.
  static let pieces = [
    "a", "word ", "é", "漢", "😀", "👩‍👩‍👧", "\n", "\n\n", " ", "\t", "<", ">", "&", "\"", "'", "*", "**",
    "_", "__", "~~", "||", "`", "```\n", "> ", "[x](y)", "!", "\\", "#tag", "@name", "a.example",
    "سلام ", "\u{FFFC}", "\u{200F}", "\u{301}", "1. ", "- ", "&amp;", "<b>", "\u{2028}", "^", "|",
  ]

  /// Returns a message of such pieces, with entities anywhere, even outside the text.
  static func message(using random: inout SplitMix64) -> Message {
    let text = text(count: Int.random(in: 0...24, using: &random), using: &random)
    let count = text.utf8.count
    let entities = (0..<Int.random(in: 0...8, using: &random)).map { _ in
      let start = Int.random(in: -2...count + 2, using: &random)
      return MessageEntity(
        kind(using: &random), in: start..<start + Int.random(in: 0...count / 2 + 3, using: &random))
    }
    return Message(text, entities: entities)
  }

  /// Returns a text of a number of pieces.
  static func text(count: Int, using random: inout SplitMix64) -> String {
    (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// Returns a random kind of entity.
  static func kind(using random: inout SplitMix64) -> MessageEntity.Kind {
    kinds.randomElement(using: &random) ?? .bold
  }

  static let kinds: [MessageEntity.Kind] =
    representable + [
      .url, .mention, .hashtag, .cashtag, .botCommand, .email, .phoneNumber, .other("later"),
      .textMention(user: nil),
    ]

  /// The kinds of entities with HTML tags.
  static let representable: [MessageEntity.Kind] = [
    .bold, .italic, .underline, .strikethrough, .spoiler, .code, .pre(language: nil),
    .pre(language: "c++"), .textLink(url: "https://a.example/?b=1&c=\"2\""), .textMention(user: 7),
    .blockquote(isExpandable: false), .blockquote(isExpandable: true), .customEmoji(id: "53"),
    .dateTime(unix: 1_647_531_900, format: MessageEntity.DateTimeFormat("wDT")),
    .dateTime(unix: -1, format: nil),
  ]
}
