public import GalleyImages
public import GalleyMessages

/// A conversation, as a chat file has it.
public struct Chat: Hashable, Sendable {
  /// The messages, the oldest first.
  public var messages: [ChatMessage]
  /// The language of dates and times, as BCP 47 writes it; `nil` leaves that to whoever shows the chat.
  public var language: String?
  /// The time zone of dates and times, as the time zone database names it.
  public var timeZone: String?
  /// Where the pictures of custom emoji are; `nil` draws the emoji that stand for them.
  public var customEmoji: CustomEmojiFiles?

  /// Makes a conversation.
  public init(_ messages: [ChatMessage], language: String? = nil, timeZone: String? = nil) {
    self.messages = messages
    self.language = language
    self.timeZone = timeZone
  }

  /// Whether so many people write that each message of others says who wrote it.
  public var isGroup: Bool {
    Set(messages.filter { !$0.isOutgoing && !$0.isService }.map(\.sender)).count > 1
  }
}

/// Where the pictures of custom emoji are: from the directory of the chat file on.
public enum CustomEmojiFiles: Hashable, Sendable {
  /// A folder with a file for each, named by its ID: PNG, WebP, GIF or JPEG.
  case folder(String)
  /// A file for each ID.
  case files([String: String])
}

/// A message of a conversation.
public struct ChatMessage: Hashable, Sendable {
  /// The text and its entities.
  public var message: Message
  /// Who wrote it; may be empty if nobody did.
  public var sender: String
  /// Whether it tells what happened in the conversation, such as a call, and stands in the middle with
  /// nothing but its text.
  public var isService = false
  /// Whether the reader wrote it.
  public var isOutgoing = false
  /// When it was written, in seconds since 1970 began in UTC.
  public var date: Int?
  /// Which message it answers.
  public var replyTo: Message.ID?
  /// Where it was forwarded from.
  public var forwardedFrom: String?
  /// What people said to it with an emoji.
  public var reactions: [Reaction] = []
  /// The image files that came with it.
  public var images: [ChatImage] = []
  /// How far it has come; `nil` says nothing of it.
  public var status: DeliveryStatus?
  /// Whether it was changed after it was sent.
  public var isEdited = false

  /// Makes a message.
  public init(_ message: Message, from sender: String) {
    self.message = message
    self.sender = sender
  }
}

/// What some people said to a message with an emoji.
public struct Reaction: Hashable, Sendable {
  /// The emoji.
  public var emoji: String
  /// How many people did.
  public var count: Int
  /// Whether the reader is one of them.
  public var isChosen: Bool

  /// Makes a reaction.
  public init(_ emoji: String, count: Int = 1, isChosen: Bool = false) {
    self.emoji = emoji
    self.count = count
    self.isChosen = isChosen
  }
}

/// An image that came with a message.
public struct ChatImage: Hashable, Sendable {
  /// Where the file is: from the directory of the chat file on.
  public var path: String
  /// How large the image is, in pixels, where the file need not be asked; a place is kept for it then if
  /// there is no file.
  public var size: PixelSize?

  /// Makes an image.
  public init(path: String, size: PixelSize? = nil) {
    self.path = path
    self.size = size
  }
}

/// How far a message has come.
public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable {
  /// It is on its way: a clock.
  case sending
  /// It has arrived: a tick.
  case sent
  /// It was read: two ticks.
  case read
  /// It could not be sent: an exclamation mark.
  case failed
}
