/// The words of a conversation that are not part of its messages, in the language of the interface.
public struct ChatWords: Hashable, Sendable {
  /// The bar above the first unread message.
  public var unreadMessages = "Unread messages"
  /// The words before the name of a forwarded message's sender.
  public var forwardedFrom = "Forwarded from"
  /// The mark of an edited message, before its time.
  public var edited = "edited"
  /// The summary of a message with one image and no text, and of one with several.
  public var (photo, photos) = ("Photo", "Photos")
  /// The notice of a page that could not be loaded, and its button.
  public var (loadingFailed, tryAgain) = ("Could not load.", "Try again")
  /// The accessibility label of the button that scrolls to the newest message.
  public var scrollToEnd = "Scroll to the newest messages"
  /// The accessibility label of the typing indicator.
  public var typing = "typing"

  /// The text in the empty field of a search.
  public var search = "Search"
  /// The accessibility labels of the buttons that go to another hit, and end the search.
  public var (olderHit, newerHit, endSearch) = ("Older hit", "Newer hit", "End the search")
  /// The accessibility labels of the buttons that send a message, and end replying or editing.
  public var (send, cancel) = ("Send", "Cancel")

  /// Creates the English words.
  public init() {}
}
