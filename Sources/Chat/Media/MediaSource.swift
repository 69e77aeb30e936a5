public import GalleyImages

/// A source of the pictures of a conversation, such as a server or a cache of files.
///
/// A ``MediaLoader`` asks for each picture when it comes near the screen.
public protocol MediaSource: Sendable {
  /// Returns a picture; animated images play.
  ///
  /// Called off the main actor, with several requests at the same time. The task is canceled when
  /// nobody wants the picture any more.
  ///
  /// - Parameter request: The picture, and the size in which it is needed.
  /// - Returns: The image file; `nil` if there is no such picture, which is not an error.
  /// - Throws: Any error; the reader may then request the picture again.
  func image(for request: MediaRequest) async throws -> ImageSource?
}

/// A request for a picture of a conversation.
///
/// Equal requests are loaded once.
public struct MediaRequest: Hashable, Sendable {
  /// The subject of a picture.
  public enum Subject: Hashable, Sendable {
    /// An image of a message, or the picture of its link preview, without its thumbnail.
    case photo(ChatImage)
    /// The picture of a person, by name.
    case avatar(sender: String)
    /// The picture of a custom emoji, by its ID.
    case customEmoji(id: String)
  }

  /// The subject.
  public let subject: Subject
  /// The longer side of the picture on screen, in pixels, rounded up to a power of two.
  ///
  /// A smaller image is scaled up, a larger one decoded at the size that is needed.
  public let side: Int

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - subject: The subject.
  ///   - side: The longer side in pixels, rounded up to a power of two from 32 to 4096.
  public init(_ subject: Subject, side: Int) {
    self.subject = subject
    self.side = Self.sides.first { $0 >= side } ?? 4_096
  }

  private static let sides = [32, 64, 128, 256, 512, 1_024, 2_048, 4_096]
}
