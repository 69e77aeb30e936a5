public import GalleyImages
public import GalleyPainting

/// The properties of a conversation as a whole, and its pictures.
///
/// They are read on any thread, and must not change.
public protocol ConversationTraits: Sendable {
  /// Whether more than one person writes besides the reader, so that incoming messages show a name.
  var isGroup: Bool { get }

  /// The language of dates and times; `nil` uses the host's.
  var language: String? { get }

  /// The time zone of dates and times; `nil` uses the host's.
  var timeZone: String? { get }

  /// The pictures of custom emoji; `nil` draws their fallback emoji.
  var customEmoji: AttachmentImages? { get }

  /// The loader of pictures that arrive later: photos without a file, avatars and custom emoji
  /// without a picture; `nil` for none.
  var media: MediaLoader? { get }

  /// Returns the number of a sender, for colors.
  func person(named sender: String) -> Int

  /// Returns the file of an image; `nil` shows a placeholder if the image declares a size.
  func imageSource(of image: ChatImage) -> ImageSource?

  /// Records that an image turned out to be damaged when it was drawn, on any thread.
  func noteFailure(of image: ChatImage, _ error: ImageError)
}

extension ConversationTraits {
  /// Uses the host's language.
  public var language: String? { nil }
  /// Uses the host's time zone.
  public var timeZone: String? { nil }
  /// Draws the fallback emoji.
  public var customEmoji: AttachmentImages? { nil }
  /// Loads nothing.
  public var media: MediaLoader? { nil }
  /// Returns a number that depends only on the name.
  public func person(named sender: String) -> Int {
    // FNV-1a: the same in every run, unlike `Hasher`.
    let hash = sender.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Int(hash >> 33)
  }
  /// Shows a placeholder.
  public func imageSource(of image: ChatImage) -> ImageSource? { nil }
  /// Ignores the failure.
  public func noteFailure(of image: ChatImage, _ error: ImageError) {}
}
