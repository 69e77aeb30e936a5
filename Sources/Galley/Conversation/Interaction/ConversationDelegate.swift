public import GalleyMessages
public import GalleyRichMessages
internal import GalleyWindow

/// The delegate of a conversation view, which hears what readers tap and asks for menus.
///
/// Every requirement has a default implementation, so that a delegate handles only what concerns
/// it. All calls are made on the main actor, after the event that causes them.
@MainActor public protocol ConversationDelegate: AnyObject {
  /// Receives a gesture on a target.
  ///
  /// By default a tap asks before it opens a link, copies code, reveals a spoiler, folds a
  /// quotation, or jumps to the message replied to; a long press selects text, and both it and
  /// a secondary click show a menu elsewhere.
  ///
  /// - Returns: Whether the gesture was handled; by default
  ///   ``ConversationResponse/performDefault``.
  func conversation(
    _ view: ConversationView, received gesture: ConversationGesture, on target: ConversationTarget
  ) -> ConversationResponse

  /// Returns whether a target reacts to taps, so that it shows a hand, a pressed state and a place
  /// in the order of the Tab key.
  ///
  /// The default is ``ConversationTarget/hasDefaultAction``.
  func conversation(_ view: ConversationView, canTap target: ConversationTarget) -> Bool

  /// Returns whether a tap on a target waits for a second one; the default is `false`.
  func conversation(_ view: ConversationView, awaitsDoubleTapOn target: ConversationTarget) -> Bool

  /// Returns the menu for a target; none is shown if it is empty.
  ///
  /// - Parameters:
  ///   - view: The conversation.
  ///   - target: The target.
  ///   - items: The default items: copying, selecting, and replying.
  /// - Returns: The items; by default `items`.
  func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem]

  /// Opens a link that the reader has confirmed, or one without a destination, such as a mention.
  ///
  /// By default, the destination is opened by the desktop.
  func conversation(_ view: ConversationView, open link: TappedLink)

  /// Toggles a reaction of a message, by its index; by default nothing happens.
  func conversation(_ view: ConversationView, toggleReaction reaction: Int, of message: Message.ID)

  /// Handles a press of a button of a rich message that neither opens an address nor copies a text;
  /// by default nothing happens.
  func conversation(
    _ view: ConversationView, pressed button: RichText.Button, of message: Message.ID)

  /// Toggles a checkbox of a rich message, by the path of the list's item; by default nothing
  /// happens.
  ///
  /// The delegate changes the message, or asks its server to.
  func conversation(
    _ view: ConversationView, toggleCheckbox item: RichMessage.BlockPath, of message: Message.ID)

  /// Loads the rest of a rich message of which only the first part is known, and replaces the
  /// message; by default nothing happens.
  func conversation(_ view: ConversationView, loadRestOf message: Message.ID)

  /// Stops a message that is being written, as the reader asks; by default nothing happens.
  ///
  /// The delegate asks its server, and finishes or deletes the message.
  func conversation(_ view: ConversationView, stop message: Message.ID)

  /// Starts a reply to a message, with the UTF-8 offsets of the quoted text if the reader has
  /// selected some; by default nothing happens.
  ///
  /// ``ConversationView/quote(_:of:)`` returns the quoted text. The menus offer replies only if the
  /// conversation ``ConversationView/canReply``.
  func conversation(
    _ view: ConversationView, replyTo message: Message.ID, quoting range: Range<Int>?)
}

extension ConversationDelegate {
  /// Returns `.performDefault`.
  public func conversation(
    _ view: ConversationView, received gesture: ConversationGesture, on target: ConversationTarget
  ) -> ConversationResponse { .performDefault }

  /// Returns whether the target has a default action.
  public func conversation(_ view: ConversationView, canTap target: ConversationTarget) -> Bool {
    target.hasDefaultAction
  }

  /// Returns `false`.
  public func conversation(
    _ view: ConversationView, awaitsDoubleTapOn target: ConversationTarget
  ) -> Bool { false }

  /// Returns the default items.
  public func conversation(
    _ view: ConversationView, menuFor target: ConversationTarget, default items: [MenuItem]
  ) -> [MenuItem] { items }

  /// Opens the destination, unless it is a date.
  public func conversation(_ view: ConversationView, open link: TappedLink) {
    if link.kind != .date { link.destination?.open() }
  }

  /// Does nothing.
  public func conversation(
    _ view: ConversationView, toggleReaction reaction: Int, of message: Message.ID
  ) {}

  /// Does nothing.
  public func conversation(
    _ view: ConversationView, pressed button: RichText.Button, of message: Message.ID
  ) {}

  /// Does nothing.
  public func conversation(
    _ view: ConversationView, toggleCheckbox item: RichMessage.BlockPath, of message: Message.ID
  ) {}

  /// Does nothing.
  public func conversation(_ view: ConversationView, loadRestOf message: Message.ID) {}

  /// Does nothing.
  public func conversation(_ view: ConversationView, stop message: Message.ID) {}

  /// Does nothing.
  public func conversation(
    _ view: ConversationView, replyTo message: Message.ID, quoting range: Range<Int>?
  ) {}
}

/// A delegate with only default implementations.
@MainActor final class DefaultConversationDelegate: ConversationDelegate {}
