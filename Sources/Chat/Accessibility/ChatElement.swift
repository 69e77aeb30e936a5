public import GalleyGeometry
public import GalleyTypesetting

/// A part of a conversation that assistive technology speaks of, and perhaps acts on, by itself.
///
/// It is a value that knows no platform: a bridge to AT-SPI, or to whatever a system has, makes objects of
/// such values and calls back with their ``action``.
public struct ChatElement: Hashable, Sendable {
  /// What a part is.
  public enum Role: Hashable, Sendable {
    /// The day that messages were written on; a heading.
    case day
    /// A message as a whole.
    case message
    /// What happened in the conversation, such as a call.
    case note
    /// An image of a message.
    case image
    /// A link in a message.
    case link
    /// What can be pressed: a hidden spoiler, a quotation that opens and closes.
    case button
  }

  /// What a part can do.
  public enum Action: Hashable, Sendable {
    /// Follow a link.
    case follow(Annotation)
    /// Reveal a spoiler, by its number.
    case reveal(spoiler: Int)
    /// Open or close a block, by its number.
    case expand(Bool, block: Int)
  }

  /// What is so of a part.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The reader wrote it.
    public static let outgoing = Traits(rawValue: 1)
    /// Some of its text is selected.
    public static let selected = Traits(rawValue: 2)
    /// It can be opened.
    public static let collapsed = Traits(rawValue: 4)
    /// It is open, and can be closed.
    public static let expanded = Traits(rawValue: 8)
  }

  /// What the part is.
  public var role: Role
  /// The text of the part, with placeholders for hidden spoilers.
  public var label: DisclosedText
  /// The room that the part takes, in points.
  public var frame: Rect
  /// What is so of the part.
  public var traits: Traits
  /// What the part does when it is pressed; `nil` is nothing.
  public var action: Action?
  /// The number of the message that it belongs to; `nil` for a day over several messages.
  public var message: Int?

  /// Makes an element.
  init(_ role: Role, _ label: DisclosedText, frame: Rect) {
    (self.role, self.label, self.frame) = (role, label, frame)
    traits = []
  }

  /// Makes an element that is called by words that are no part of a message.
  package init(_ role: Role, verbatim label: String, frame: Rect) {
    self.init(role, DisclosedText(verbatim: label), frame: frame)
  }

  /// The words that are spoken for each hidden spoiler.
  public static let hiddenText = "hidden text"

  /// The label as it is read aloud, with ``hiddenText`` for each hidden spoiler.
  public var spokenLabel: String {
    label.string(replacingPlaceholdersWith: Self.hiddenText)
  }

  /// The element, moved by a distance.
  public func moved(by distance: Point) -> ChatElement {
    var element = self
    element.frame = frame.offset(x: distance.x, y: distance.y)
    return element
  }
}
