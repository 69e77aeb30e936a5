public import GalleyTypesetting

/// A chat message: its text, its entities, and its layout options.
///
/// A message may contain spoilers. ``plainText(revealed:)`` returns its text as `DisclosedText`,
/// and ``disclosed(_:)`` returns a message without hidden content, for notifications and previews;
/// `.all` reveals everything.
public struct Message: Hashable, Sendable {
  /// The identifier of a message, returned as it was given.
  public enum ID: Hashable, Sendable {
    /// A number, as in the Bot API.
    case number(Int)
    /// A string.
    case string(String)
  }

  /// The identifier of the message; `nil` for none.
  public var id: ID?
  /// The text, including that of hidden spoilers.
  package var text: String
  /// The entities of the text in the order given, including those inside spoilers.
  package var entities: [MessageEntity]
  /// The maximum line width, in points; `nil` uses the host's.
  public var width: Double?
  /// The text size, in points; `nil` uses the host's.
  public var size: Double?
  /// The language of the text, as a BCP 47 tag such as `zh-Hant`.
  public var language: String?
  /// The base direction of the text; `nil` uses the host's.
  public var direction: TextDirection?
  /// The number of lines after which the text is truncated; `nil` shows all.
  public var maximumLines: Int?

  /// Creates a message.
  public init(_ text: String, entities: [MessageEntity] = []) {
    self.text = text
    self.entities = entities
  }
}
