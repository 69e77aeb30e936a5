public import GalleyImages
public import GalleyMessages
public import GalleyRichMessages

/// A conversation, as stored in a chat file.
public struct Chat: Hashable, Sendable {
  /// The messages, oldest first.
  public var messages: [ChatMessage]
  /// The language of dates and times, as a BCP 47 tag; `nil` uses the host's.
  public var language: String?
  /// The time zone of dates and times, as an identifier of the time zone database.
  public var timeZone: String?
  /// The pictures of custom emoji; `nil` draws their fallback emoji.
  public var customEmoji: CustomEmojiFiles?

  /// Creates a conversation.
  public init(_ messages: [ChatMessage], language: String? = nil, timeZone: String? = nil) {
    self.messages = messages
    self.language = language
    self.timeZone = timeZone
  }

  /// Whether more than one person writes besides the reader, so that incoming messages show a name.
  public var isGroup: Bool {
    Set(messages.filter { !$0.isOutgoing && !$0.isService }.map(\.sender)).count > 1
  }
}

/// The files of custom emoji, relative to the directory of the chat file.
public enum CustomEmojiFiles: Hashable, Sendable {
  /// A folder with one file per emoji, named by its ID: PNG, WebP, GIF or JPEG.
  case folder(String)
  /// File names by emoji ID.
  case files([String: String])
}

/// A message of a conversation.
public struct ChatMessage: Hashable, Sendable {
  /// The text and its entities.
  public var message: Message
  /// The blocks of the message, shown instead of the text; `nil` for a message with a text only.
  public var richMessage: RichMessage?
  /// The name of the sender; may be empty for a service message.
  public var sender: String
  /// Whether the message reports an event of the conversation, such as a call, and is shown as a
  /// centered note.
  public var isService = false
  /// Whether the reader sent it.
  public var isOutgoing = false
  /// The date of the message, in seconds since 1970-01-01 00:00 UTC.
  public var date: Int?
  /// The ID of the message that this one replies to.
  public var replyTo: Message.ID?
  /// The part of that message that this one quotes; `nil` to show its beginning.
  public var quote: MessageQuote?
  /// The preview of that message, shown unless the conversation has loaded it; `nil` shows none.
  public var replyPreview: ReplyPreview?
  /// The original sender of a forwarded message.
  public var forwardedFrom: String?
  /// The reactions to the message.
  public var reactions: [Reaction] = []
  /// The attached image files.
  public var images: [ChatImage] = []
  /// The preview of a link in the text.
  public var linkPreview: LinkPreview?
  /// The delivery status; `nil` shows none.
  public var status: DeliveryStatus?
  /// Whether it was edited after it was sent.
  public var isEdited = false
  /// Whether the reader has not seen it yet.
  public var isUnread = false

  /// The ID of the message; `nil` for none.
  public var id: Message.ID? {
    get { message.id }
    set { message.id = newValue }
  }

  /// The attached images, and that of the link preview.
  var allImages: [ChatImage] { images + [linkPreview?.image].compactMap(\.self) }

  /// Creates a message.
  public init(_ message: Message, from sender: String) {
    self.message = message
    self.sender = sender
  }

  /// Creates a rich message.
  public init(_ richMessage: RichMessage, from sender: String) {
    self.init(Message(""), from: sender)
    self.richMessage = richMessage
  }

  /// Whether the message shows neither a text nor blocks.
  var hasNoText: Bool { message.text.isEmpty && richMessage == nil }
}

/// The part of a message that a reply quotes.
public struct MessageQuote: Hashable, Sendable {
  /// The quoted text with its entities, as it was when the reply was sent.
  public var text: Message
  /// The position of the quoted text in the message, in UTF-16 code units; `nil` if unknown.
  public var position: Int?

  /// Creates a quote.
  public init(_ text: Message, position: Int? = nil) {
    self.text = text
    self.position = position
  }
}

/// The preview of a message that another replies to.
///
/// A conversation that is loaded in pages has the original only once the reader is near it.
public struct ReplyPreview: Hashable, Sendable {
  /// The beginning of the original, with its entities.
  public var text: Message
  /// The name of its sender.
  public var sender: String

  /// Creates a preview.
  public init(_ text: Message, from sender: String) {
    self.text = text
    self.sender = sender
  }
}

/// An emoji reaction to a message, with its count.
public struct Reaction: Hashable, Sendable {
  /// The emoji.
  public var emoji: String
  /// The number of people who reacted with it.
  public var count: Int
  /// Whether the reader is among them.
  public var isChosen: Bool

  /// Creates a reaction.
  public init(_ emoji: String, count: Int = 1, isChosen: Bool = false) {
    self.emoji = emoji
    self.count = count
    self.isChosen = isChosen
  }
}

/// An image attached to a message.
public struct ChatImage: Hashable, Sendable {
  /// The path of the file, relative to the directory of the chat file.
  public var path: String
  /// The size of the image in pixels, if declared; it avoids reading the file, and reserves space
  /// if the file is missing.
  public var size: PixelSize?
  /// A tiny version of the image, such as a JPEG file of 40 by 40 pixels, shown blurred until the
  /// image arrives or if it is missing.
  public var thumbnail: [UInt8]?
  /// Whether the image is a sticker, which is shown without a bubble if it is alone.
  package var isSticker = false

  /// Creates an image.
  public init(path: String, size: PixelSize? = nil) {
    self.path = path
    self.size = size
  }
}

/// The delivery status of a message.
public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable {
  /// On its way; shown as a clock.
  case sending
  /// Delivered; shown as one tick.
  case sent
  /// Read; shown as two ticks.
  case read
  /// Failed; shown as an exclamation mark.
  case failed
}
