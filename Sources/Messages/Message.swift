public import GalleyTypesetting

/// A message of a chat: text, what parts of it are, and how it wants to be laid out.
///
/// A message may have spoilers. Its words are read as ``DisclosedText``, by
/// ``plainText(revealed:)``, and ``disclosed(_:)`` gives a message without what is hidden, for
/// notifications and previews; `.all` asks for all of it.
public struct Message: Hashable, Sendable {
  /// What sets a message apart from others, given back as it came.
  public enum ID: Hashable, Sendable {
    case number(Int)
    case string(String)
  }

  /// What sets the message apart from others; `nil` if nothing does.
  public var id: ID?
  /// The text, with what spoilers hide.
  package var text: String
  /// The entities of the text in the order given, those within spoilers included.
  package var entities: [MessageEntity]
  /// The room a line has, in points; `nil` leaves that to whoever lays the message out.
  public var width: Double?
  /// The size of the text, in points; `nil` leaves that to whoever lays the message out.
  public var size: Double?
  /// The language of the text, as BCP 47 writes it: `zh-Hant`.
  public var language: String?
  /// The direction of the text; `nil` leaves that to whoever lays the message out.
  public var direction: TextDirection?
  /// The number of lines after which the text is cut off; `nil` shows all.
  public var maximumLines: Int?

  /// Makes a message.
  public init(_ text: String, entities: [MessageEntity] = []) {
    self.text = text
    self.entities = entities
  }
}
