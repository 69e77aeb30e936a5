extension RichText {
  /// A button, in a row of buttons or in running text.
  public struct Button: Hashable, Sendable {
    /// The label: strings, custom emoji and dates.
    public var text: RichText
    /// The appearance; `nil` is the host's own.
    public var style: Appearance?
    /// The action of a tap.
    public var action: Action

    /// Creates a button.
    public init(_ text: RichText, style: Appearance? = nil, action: Action) {
      self.text = text
      self.style = style
      self.action = action
    }

    /// The appearance of a button.
    public enum Appearance: String, Hashable, Sendable, CaseIterable {
      /// Red, for actions that destroy.
      case danger
      /// Green.
      case success
      /// Blue.
      case primary
      /// Drawn as a link; only for buttons that call back.
      case link
    }

    /// The action of a button.
    public enum Action: Hashable, Sendable {
      /// Opens an address.
      case url(String)
      /// Sends 1 to 64 bytes back to the bot.
      case callback(data: String)
      /// Opens a web app at an address.
      case webApp(url: String)
      /// Logs in to a site.
      case login(Login)
      /// Asks for a chat, and starts an inline query there.
      case switchInlineQuery(String)
      /// Starts an inline query in the current chat.
      case switchInlineQueryCurrentChat(String)
      /// Asks for a chat of certain kinds, and starts an inline query there.
      case switchInlineQueryChosenChat(ChosenChat)
      /// Copies 1 to 256 characters.
      case copyText(String)
      /// Does nothing.
      case disabled
    }

    /// A login through a button.
    public struct Login: Hashable, Sendable {
      /// The address of the site.
      public var url: String
      /// The label of the button in forwarded messages.
      public var forwardText: String?
      /// The bot used for authorization.
      public var botUsername: String?
      /// Whether the bot asks for permission to send messages.
      public var requestsWriteAccess: Bool

      /// Creates a login.
      public init(
        url: String, forwardText: String? = nil, botUsername: String? = nil,
        requestsWriteAccess: Bool = false
      ) {
        self.url = url
        self.forwardText = forwardText
        self.botUsername = botUsername
        self.requestsWriteAccess = requestsWriteAccess
      }
    }

    /// An inline query in a chat of certain kinds.
    public struct ChosenChat: Hashable, Sendable {
      /// The query.
      public var query: String
      /// The kinds of chats to choose from.
      public var kinds: Kinds

      /// Creates a query.
      public init(query: String = "", kinds: Kinds) {
        self.query = query
        self.kinds = kinds
      }

      /// Kinds of chats.
      public struct Kinds: OptionSet, Hashable, Sendable {
        /// A bit for each kind.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Private chats with users.
        public static let users = Kinds(rawValue: 1)
        /// Private chats with bots.
        public static let bots = Kinds(rawValue: 2)
        /// Groups.
        public static let groups = Kinds(rawValue: 4)
        /// Channels.
        public static let channels = Kinds(rawValue: 8)
      }
    }
  }
}
