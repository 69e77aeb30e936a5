/// A range of a message's text with a meaning or a style.
///
/// Entities may overlap and nest.
public struct MessageEntity: Hashable, Sendable {
  /// The kind of the entity.
  public var kind: Kind
  /// The range, in UTF-8 offsets of the text.
  public var range: Range<Int>

  /// Creates an entity.
  public init(_ kind: Kind, in range: Range<Int>) {
    self.kind = kind
    self.range = range
  }

  /// The kind of an entity, after the entity types of the Telegram Bot API.
  public enum Kind: Hashable, Sendable {
    /// Bold text.
    case bold
    /// Italic text.
    case italic
    /// Underlined text.
    case underline
    /// Text with a line through it.
    case strikethrough
    /// Text that is hidden until the reader reveals it.
    case spoiler
    /// Inline code.
    case code
    /// A code block, with an optional programming language.
    case pre(language: String?)
    /// Text with a link to an address that it does not show.
    case textLink(url: String)
    /// A mention of a user without a user name, by their identifier.
    case textMention(user: Int?)
    /// A point in time, in seconds since 1970-01-01 00:00 UTC, with an optional format.
    case dateTime(unix: Int, format: DateTimeFormat?)
    /// An address, which the text shows.
    case url
    /// A user or chat by name, such as `@galley`.
    case mention
    /// A topic, such as `#galley`.
    case hashtag
    /// A currency or a stock, such as `$USD`.
    case cashtag
    /// A command of a bot, such as `/start`.
    case botCommand
    /// An email address.
    case email
    /// A phone number.
    case phoneNumber
    /// A quotation, collapsible if it is expandable.
    case blockquote(isExpandable: Bool)
    /// A custom emoji shown in place of the text.
    case customEmoji(id: String)
    /// A type that this library does not know: it has no effect on layout, and hosts find it by
    /// name.
    case other(String)
  }
}

extension MessageEntity {
  /// The format of a point in time: the Bot API's `r|w?[dD]?[tT]?`.
  ///
  /// `r` is a relative time; otherwise `w` is the day of the week, `d` and `D` are a short and a
  /// long date, `t` and `T` a time without and with seconds.
  public struct DateTimeFormat: Hashable, Sendable {
    /// The letters.
    public let letters: String

    /// Creates a format, or returns `nil` if `letters` are invalid.
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
}

extension MessageEntity.Kind {
  /// The name of the type in the Bot API.
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

  /// Creates the kind with a name, if it is one without associated values.
  package init?(plain name: String) {
    guard let kind = Self.plain[name] else { return nil }
    self = kind
  }

  /// The kinds without associated values, by name.
  static let plain: [String: MessageEntity.Kind] = Dictionary(
    uniqueKeysWithValues: [
      MessageEntity.Kind.bold, .italic, .underline, .strikethrough, .spoiler, .code, .url, .mention,
      .hashtag, .cashtag, .botCommand, .email, .phoneNumber, .blockquote(isExpandable: false),
      .blockquote(isExpandable: true),
    ].map { ($0.name, $0) })
}
