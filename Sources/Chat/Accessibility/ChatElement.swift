internal import GalleyAccessibility
public import GalleyGeometry
public import GalleyTypesetting

/// An accessible part of a conversation, with its action.
///
/// It is a platform-independent value: a bridge to AT-SPI or another accessibility API creates its
/// objects from such values, and calls back with their ``action``.
public struct ChatElement: Hashable, Sendable {
  /// The role of an element.
  public enum Role: Hashable, Sendable {
    /// The heading of a day.
    case day
    /// A message as a whole.
    case message
    /// A service message, such as a call, the bar above unread messages, or a typing indicator.
    case note
    /// An image of a message.
    case image
    /// A link in a message.
    case link
    /// A button: a hidden spoiler, a quotation that can be expanded and collapsed, or a control.
    case button
  }

  /// The action of an element.
  public enum Action: Hashable, Sendable {
    /// Follow a link.
    case follow(AttributedText.Annotation)
    /// Follow a link in a truncation token.
    case followToken(TextLayout.TokenPart)
    /// Follow the link of a preview.
    case followPreview(LinkPreview)
    /// Reveal a spoiler, by its index.
    case reveal(spoiler: Int)
    /// Expand or collapse a block, by its index.
    case expand(Bool, block: Int)
    /// Press a control that belongs to no message.
    case press(Control)
  }

  /// A control that belongs to no message.
  public enum Control: Hashable, Sendable {
    /// The button that scrolls to the newest messages.
    case scrollToEnd
    /// The button that loads messages again after a failure.
    case tryAgain
  }

  /// The traits of an element.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The reader sent the message.
    public static let outgoing = Traits(rawValue: 1)
    /// Some of its text is selected.
    public static let selected = Traits(rawValue: 2)
    /// It can be expanded.
    public static let collapsed = Traits(rawValue: 4)
    /// It is expanded, and can be collapsed.
    public static let expanded = Traits(rawValue: 8)
  }

  /// The role of the element.
  public var role: Role
  /// The text of the element, with placeholders for hidden spoilers.
  public var label: DisclosedText
  /// The frame of the element, in points.
  public var frame: Rect
  /// The traits of the element.
  public var traits: Traits
  /// The action on activation; `nil` for none.
  public var action: Action?
  /// The index of its message; `nil` for a day that spans several messages.
  public var message: Int?

  /// Creates an element.
  init(_ role: Role, _ label: DisclosedText, frame: Rect) {
    (self.role, self.label, self.frame) = (role, label, frame)
    traits = []
  }

  /// Creates an element with a label that is not part of a message.
  package init(_ role: Role, verbatim label: String, frame: Rect) {
    self.init(role, DisclosedText(verbatim: label), frame: frame)
  }

  /// The spoken replacement of a hidden spoiler.
  public static let hiddenText = Accessible.Text.hiddenText

  /// The label as read aloud, with ``hiddenText`` for each hidden spoiler.
  public var spokenLabel: String {
    label.string(replacingPlaceholdersWith: Self.hiddenText)
  }

  /// Returns the element, moved by a distance.
  public func moved(by distance: Point) -> ChatElement {
    var element = self
    element.frame = frame.offset(x: distance.x, y: distance.y)
    return element
  }
}
