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

  /// The menu items that copy a selection, a message if another item copies a part of it, a link,
  /// and code.
  public var (copy, copyMessage, copyLink, copyCode) = (
    "Copy", "Copy message", "Copy link", "Copy code"
  )
  /// The notice that something has been copied.
  public var copied = "Copied"
  /// The menu items that reply to a message, or to the selected part of it.
  public var (reply, quote) = ("Reply", "Quote")
  /// The placeholder of a message that is being written before its text comes.
  public var thinking = "Thinking…"
  /// The menu item that returns to where a link within a message was followed.
  public var goBack = "Go back"
  /// The menu item that leads from a footnote to its mark.
  public var goToMark = "Go to the mark"
  /// The menu items that select the text of a message, or of all.
  public var (select, selectAll) = ("Select", "Select all")
  /// The menu item that opens a link, the question before that, and its button.
  public var (openLink, mayOpen, open) = ("Open…", "Open this link?", "Open")
  /// The reasons not to open a link, for each of `LinkDestination.Warnings`.
  public var (lookalike, concealed, credentials, obscureNumber) = (
    "The host has letters that look like others.", "The link shows another host.",
    "The address has a name before its host.", "The host is a number that is hard to read."
  )
  /// The words before the name of the sender who is replied to, and the title of an edit.
  public var (replyTo, editMessage) = ("Reply to", "Edit message")

  /// Creates the English words.
  public init() {}
}
