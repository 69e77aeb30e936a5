public import GalleyMessages

/// Text with styles, links, formulas and other inline objects, as a tree.
///
/// Texts that the library reads are in normal form: sequences are flat, hold at least two texts,
/// and no two plain texts are adjacent. ``init(_:)`` creates that form.
public indirect enum RichText: Hashable, Sendable {
  /// A string; `\n` is a line break.
  case plain(String)
  /// Texts one after the other.
  case sequence([RichText])
  /// Text in a style.
  case styled(Style, RichText)
  /// Text that leads to an address, a person or a search.
  case link(Link, RichText)
  /// A point in time, in seconds since 1970-01-01 00:00 UTC.
  ///
  /// The text is shown if there is no format, or if the format needs a current time that the host
  /// does not provide.
  case dateTime(unix: Int, format: MessageEntity.DateTimeFormat?, RichText)
  /// A custom emoji with the text that represents it elsewhere.
  case customEmoji(id: String, alternative: String)
  /// An inline formula in LaTeX without delimiters.
  case formula(String)
  /// An invisible target of anchor links.
  case anchor(name: String)
  /// A link to an anchor; an empty name is the top of the message.
  case anchorLink(name: String, RichText)
  /// Text that reference links point to, such as the body of a footnote.
  case reference(name: String, RichText)
  /// A link to a reference, such as the mark of a footnote.
  case referenceLink(name: String, RichText)
  /// A button in running text.
  case button(Button)

  /// A style of text.
  public enum Style: String, Hashable, Sendable, CaseIterable {
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
    /// Text on a colored background.
    case marked
    /// Small text below the line.
    case `subscript`
    /// Small text above the line.
    case superscript
    /// Inline code.
    case code
  }

  /// The destination of a link.
  public enum Link: Hashable, Sendable {
    /// An address, which the text need not show.
    case url(String)
    /// An email address, which the text need not show.
    case emailAddress(String)
    /// A phone number, which the text need not show.
    case phoneNumber(String)
    /// A bank card number, digits only.
    case bankCardNumber(String)
    /// A user or chat name without `@`.
    case mention(username: String)
    /// A hashtag without `#`.
    case hashtag(String)
    /// A cashtag without `$`.
    case cashtag(String)
    /// A bot command without `/`.
    case botCommand(String)
    /// A person without a user name.
    case user(User)
  }

  /// A person mentioned in a text.
  public struct User: Hashable, Sendable {
    /// The identifier.
    public var id: Int
    /// The first name; `nil` if it is not known.
    public var firstName: String?
    /// The last name.
    public var lastName: String?
    /// The user name without `@`.
    public var username: String?
    /// Whether the user is a bot.
    public var isBot: Bool

    /// Creates a user.
    public init(
      id: Int, firstName: String? = nil, lastName: String? = nil, username: String? = nil,
      isBot: Bool = false
    ) {
      self.id = id
      self.firstName = firstName
      self.lastName = lastName
      self.username = username
      self.isBot = isBot
    }
  }
}

extension RichText {
  /// An empty text.
  public static let empty = RichText.plain("")

  /// Creates a text from parts, in normal form.
  ///
  /// - Complexity: O(*n*), where *n* is the number of parts and of the parts of sequences in them.
  public init(_ parts: [RichText]) {
    var joined = JoinedText()
    for part in parts { joined.append(part) }
    self = joined.text
  }

  /// Whether the text shows nothing and has no target.
  public var isEmpty: Bool {
    switch self {
    case .plain(let string): string.isEmpty
    case .sequence(let parts): parts.allSatisfy(\.isEmpty)
    case .styled(_, let text), .link(_, let text), .anchorLink(_, let text),
      .referenceLink(_, let text), .dateTime(_, _, let text):
      text.isEmpty
    case .customEmoji, .formula, .anchor, .reference, .button: false
    }
  }
}

extension RichText: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// Creates a plain text.
  public init(stringLiteral value: String) { self = .plain(value) }

  /// Creates a text from parts, in normal form.
  public init(arrayLiteral parts: RichText...) { self.init(parts) }
}

/// A sequence of texts in normal form, built by appending.
struct JoinedText {
  private var parts: [RichText] = []
  private var run = ""

  /// Whether nothing has been appended, or only empty strings.
  var isEmpty: Bool { parts.isEmpty && run.isEmpty }

  /// Appends a string.
  mutating func append(_ string: String) { run += string }

  /// Appends a text, without nesting sequences.
  mutating func append(_ text: RichText) {
    switch text {
    case .plain(let string): run += string
    case .sequence(let texts): for text in texts { append(text) }
    default:
      if parts.isEmpty { parts.reserveCapacity(4) }
      endRun()
      parts.append(text)
    }
  }

  /// The text so far.
  var text: RichText {
    guard !run.isEmpty else {
      return parts.count > 1 ? .sequence(parts) : parts.first ?? .empty
    }
    return parts.isEmpty ? .plain(run) : .sequence(parts + [.plain(run)])
  }

  private mutating func endRun() {
    guard !run.isEmpty else { return }
    parts.append(.plain(run))
    run = ""
  }
}
