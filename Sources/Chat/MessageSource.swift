public import GalleyImages
public import GalleyMessages
public import GalleyPainting

/// A conversation that is asked for one message at a time, on any thread.
///
/// What it says of a number is the same every time.
public protocol MessageSource: Sendable {
  /// How many messages there are, the oldest first.
  var count: Int { get }

  /// Whether so many people write that each message of others says who wrote it.
  var isGroup: Bool { get }

  /// The language of dates and times; `nil` leaves that to whoever shows the conversation.
  var language: String? { get }

  /// The time zone of dates and times; `nil` leaves that to whoever shows the conversation.
  var timeZone: String? { get }

  /// The pictures of custom emoji; `nil` draws the emoji that stand for them.
  var customEmoji: AttachmentImages? { get }

  /// The message with a number, from 0 on.
  func message(at index: Int) -> ChatMessage

  /// When the message with a number was written, in seconds since 1970; `nil` if it does not say.
  func date(at index: Int) -> Int?

  /// Where the message with an ID is, if it is in the conversation.
  func index(of id: Message.ID) -> Int?

  /// The number of the person who wrote a message, for colors.
  func person(at index: Int) -> Int

  /// The file of an image; `nil` keeps a place for it, if it says how large it is.
  func imageSource(of image: ChatImage) -> ImageSource?

  /// Takes note that an image was found to be damaged when it was drawn; on any thread.
  func noteFailure(of image: ChatImage, _ error: ImageError)
}

extension MessageSource {
  /// Leaves it to whoever shows the conversation.
  public var language: String? { nil }
  /// Leaves it to whoever shows the conversation.
  public var timeZone: String? { nil }
  /// Draws the emoji that stand for them.
  public var customEmoji: AttachmentImages? { nil }
  /// What the message says.
  public func date(at index: Int) -> Int? { message(at: index).date }
  /// Takes no note.
  public func noteFailure(of image: ChatImage, _ error: ImageError) {}
}
