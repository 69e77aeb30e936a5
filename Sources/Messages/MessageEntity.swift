/// A stretch of a message's text that is more than plain text.
///
/// Entities may overlap and lie within each other; ``NormalizedEntities`` says what becomes of that.
public struct MessageEntity: Hashable, Sendable {
  /// What the stretch is.
  public var kind: Kind
  /// The stretch, as UTF-8 offsets into the text.
  public var range: Range<Int>

  /// Makes an entity.
  public init(_ kind: Kind, in range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// What a stretch of text is, after the Telegram Bot API's entity types.
  public enum Kind: Hashable, Sendable {
    case bold, italic, underline, strikethrough, spoiler
    /// Code within a line.
    case code
    /// A block of code, in a programming language if it is known.
    case pre(language: String?)
    /// Text that leads to an address which it does not show.
    case textLink(url: String)
    /// A person who has no user name, by their number.
    case textMention(user: Int?)
    /// A point in time, in seconds since 1970 began in UTC, and how it wants to be shown.
    case dateTime(unix: Int, format: DateTimeFormat?)
    case url, mention, hashtag, cashtag, botCommand, email, phoneNumber
    /// A quotation, which folds if it is expandable.
    case blockquote(isExpandable: Bool)
    /// A picture in place of the text.
    case customEmoji(id: String)
    /// A type that is not known here: it changes no looks, and hosts find it by its name.
    case other(String)
  }
}

/// How a point in time wants to be shown: the Bot API's `r|w?[dD]?[tT]?`.
///
/// `r` is the distance from now; otherwise `w` is the day of the week, `d` and `D` are a short and a
/// long date, `t` and `T` a time without and with seconds.
public struct DateTimeFormat: Hashable, Sendable {
  /// The letters.
  public let letters: String

  /// Makes a format, or `nil` if `letters` are none: they are too many, or in another order.
  public init?(_ letters: String) {
    var rest = Substring(letters)
    if rest != "r" {
      if rest.first == "w" { rest.removeFirst() }
      if rest.first == "d" || rest.first == "D" { rest.removeFirst() }
      if rest.first == "t" || rest.first == "T" { rest.removeFirst() }
      guard rest.isEmpty, !letters.isEmpty else { return nil }
    }
    self.letters = letters
  }
}

extension MessageEntity.Kind {
  /// The Bot API's name of the type.
  public var name: String {
    switch self {
    case .bold: "bold"
    case .italic: "italic"
    case .underline: "underline"
    case .strikethrough: "strikethrough"
    case .spoiler: "spoiler"
    case .code: "code"
    case .pre: "pre"
    case .textLink: "text_link"
    case .textMention: "text_mention"
    case .dateTime: "date_time"
    case .url: "url"
    case .mention: "mention"
    case .hashtag: "hashtag"
    case .cashtag: "cashtag"
    case .botCommand: "bot_command"
    case .email: "email"
    case .phoneNumber: "phone_number"
    case .blockquote(let isExpandable): isExpandable ? "expandable_blockquote" : "blockquote"
    case .customEmoji: "custom_emoji"
    case .other(let name): name
    }
  }

  /// The kind called `name`, if that says everything about it.
  package init?(plain name: String) {
    guard let kind = Self.plain[name] else { return nil }
    self = kind
  }

  /// The kinds that their name says everything about.
  static let plain: [String: MessageEntity.Kind] = Dictionary(
    uniqueKeysWithValues: [
      MessageEntity.Kind.bold, .italic, .underline, .strikethrough, .spoiler, .code, .url, .mention,
      .hashtag, .cashtag, .botCommand, .email, .phoneNumber, .blockquote(isExpandable: false),
      .blockquote(isExpandable: true),
    ].map { ($0.name, $0) })
}
