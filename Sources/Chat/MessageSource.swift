public import GalleyImages
public import GalleyMessages
public import GalleyPainting

/// A conversation that provides one message at a time, on any thread.
///
/// Every call with the same index must return the same result.
public protocol MessageSource: Sendable {
  /// The number of messages.
  var count: Int { get }

  /// Whether more than one person writes besides the reader, so that incoming messages show a name.
  var isGroup: Bool { get }

  /// The language of dates and times; `nil` uses the host's.
  var language: String? { get }

  /// The time zone of dates and times; `nil` uses the host's.
  var timeZone: String? { get }

  /// The pictures of custom emoji; `nil` draws their fallback emoji.
  var customEmoji: AttachmentImages? { get }

  /// Returns the message at an index; the oldest has index 0.
  func message(at index: Int) -> ChatMessage

  /// Returns the date of the message at an index, in seconds since 1970, or `nil` if unknown.
  func date(at index: Int) -> Int?

  /// Returns the index of the message with an ID, or `nil` if it is not in the conversation.
  func index(of id: Message.ID) -> Int?

  /// Returns the number of a message's sender, for colors.
  func person(at index: Int) -> Int

  /// Returns the file of an image; `nil` shows a placeholder if the image declares a size.
  func imageSource(of image: ChatImage) -> ImageSource?

  /// Records that an image turned out to be damaged when it was drawn, on any thread.
  func noteFailure(of image: ChatImage, _ error: ImageError)
}

extension MessageSource {
  /// Uses the host's language.
  public var language: String? { nil }
  /// Uses the host's time zone.
  public var timeZone: String? { nil }
  /// Draws the fallback emoji.
  public var customEmoji: AttachmentImages? { nil }
  /// Returns the date of the message.
  public func date(at index: Int) -> Int? { message(at: index).date }
  /// Ignores the failure.
  public func noteFailure(of image: ChatImage, _ error: ImageError) {}
}
