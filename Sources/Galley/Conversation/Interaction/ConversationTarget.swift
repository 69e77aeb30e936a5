public import GalleyGeometry
public import GalleyMessages
public import GalleyRichMessages
public import GalleyRichTypesetting
public import GalleyTypesetting

/// A thing in a conversation that a reader points at, taps, or opens a menu for.
public struct ConversationTarget: Hashable, Sendable {
  /// The kind of a target.
  ///
  /// Blocks, spoilers, images and reactions are identified by their indices in the message.
  public enum Kind: Hashable, Sendable {
    /// A visible link, such as an address, a mention, a tag or a date, or the preview of a link.
    case link(TappedLink)
    /// Inline code.
    case code(DisclosedText)
    /// A block of code.
    case codeBlock(Int)
    /// The button that copies a block of code.
    case copyButton(block: Int)
    /// A collapsed quotation, or the arrow of an expanded one.
    case quotation(Int, isExpanded: Bool)
    /// A section, quotation, button or checkbox of a rich message.
    case control(RichLayout.Control)
    /// A link to an anchor of the same rich message, or the mark of a footnote.
    case internalLink(RichMessage.Target)
    /// Hidden text.
    case spoiler(Int)
    /// A custom emoji, by its ID.
    case customEmoji(id: String)
    /// A part of a truncation token with a meaning to the host, such as "Read more".
    case token(type: String, value: String?)
    /// Text that is none of the above.
    case text
    /// An attached image.
    case image(Int)
    /// The header that quotes the message replied to.
    case replyHeader
    /// The name of a forwarded message's original sender.
    case forwardHeader
    /// The sender's avatar.
    case avatar
    /// The sender's name.
    case sender
    /// A reaction.
    case reaction(Int)
    /// The time and the delivery status.
    case status
    /// The button that stops a message that is being written.
    case stopButton
    /// The bubble behind the other parts.
    case bubble
    /// A service message.
    case note
    /// The bar above the first unread message.
    case unreadDivider
    /// The header of a day, with its title.
    case day(String)
  }

  /// The kind of the target.
  public var kind: Kind
  /// The ID of the message; `nil` for the header of a day.
  public var message: Message.ID?
  /// The frame of the target, in the view's coordinates.
  public var frame: Rect
  /// The point that was pointed at, in the view's coordinates.
  public var point: Point

  /// The key of the message among the items of the list.
  var key: Int?

  /// Creates a target of a message, which has the ID as long as it is in the conversation.
  init(
    _ kind: Kind, in message: (key: Int, id: Message.ID?)?, frame: Rect, point: Point
  ) {
    (self.kind, self.frame, self.point) = (kind, frame, point)
    (key, self.message) = (message?.key, message?.id)
  }

  /// Whether a tap has an effect that a delegate need not implement, or toggles a reaction.
  public var hasDefaultAction: Bool {
    switch kind {
    case .link, .code, .copyButton, .quotation, .internalLink, .spoiler,
      .replyHeader, .reaction, .stopButton:
      true
    case .control(.button(let button)): button.action != .disabled
    case .control: true
    case .codeBlock, .customEmoji, .token, .text, .image, .forwardHeader, .avatar, .sender,
      .status, .bubble, .note, .unreadDivider, .day:
      false
    }
  }

  /// Returns whether another target is the same thing, pointed at elsewhere.
  func isSame(as other: ConversationTarget) -> Bool {
    kind == other.kind && key == other.key
  }

  /// Whether the target is part of the text, in which a mouse selects.
  var isInText: Bool {
    switch kind {
    case .link(let link): link.kind != .preview
    case .code, .codeBlock, .customEmoji, .text, .quotation, .internalLink,
      .control(.quotation):
      true
    default: false
    }
  }
}

/// A gesture on a target.
public enum ConversationGesture: Hashable, Sendable {
  /// A tap, a click, or the activation by a key.
  case tap
  /// Two taps, which only targets receive that wait for the second one.
  case doubleTap
  /// A finger that rested.
  case longPress
  /// A click of the secondary button, or the menu key.
  case secondaryClick
}

/// The response of a delegate to a gesture.
public enum ConversationResponse: Hashable, Sendable {
  /// The delegate has handled the gesture.
  case handled
  /// The view shall do what it does without a delegate.
  case performDefault
}
