public import FoundationEssentials
public import GalleyMessages

/// The message attributes that Foundation for Linux lacks: all but links.
extension AttributeScopes {
  /// The attributes of messages, with Foundation's own.
  public struct MessageAttributes: AttributeScope {
    /// The styles of the text.
    public let traits: TraitsAttribute
    /// The quotations and code blocks that contain the text, outermost first.
    public let blocks: BlocksAttribute
    /// The link or mention of the text.
    public let reference: ReferenceAttribute
    /// The custom emoji that replaces the text.
    public let emoji: EmojiAttribute
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes

    /// The key of ``traits``.
    public enum TraitsAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = MessageTraits
      /// The name of the attribute.
      public static let name = "galley.traits"
    }

    /// The key of ``blocks``.
    public enum BlocksAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = [EntityReference]
      /// The name of the attribute.
      public static let name = "galley.blocks"
    }

    /// The key of ``reference``.
    public enum ReferenceAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = EntityReference
      /// The name of the attribute.
      public static let name = "galley.reference"
    }

    /// The key of ``emoji``.
    public enum EmojiAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = EntityReference
      /// The name of the attribute.
      public static let name = "galley.emoji"
    }
  }

  /// The attributes of messages.
  public var message: MessageAttributes.Type { MessageAttributes.self }
}

extension AttributeDynamicLookup {
  /// Returns the attribute of messages at a key path.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.MessageAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}

/// The styles of a range of a message.
public struct MessageTraits: OptionSet, Hashable, Sendable {
  /// A bit for each style.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold text.
  public static let bold = MessageTraits(rawValue: 1)
  /// Italic text.
  public static let italic = MessageTraits(rawValue: 2)
  /// Underlined text.
  public static let underline = MessageTraits(rawValue: 4)
  /// Struck-through text.
  public static let strikethrough = MessageTraits(rawValue: 8)
  /// Text hidden until it is revealed.
  public static let spoiler = MessageTraits(rawValue: 16)
  /// Inline code.
  public static let code = MessageTraits(rawValue: 32)

  /// The styles with their entity kinds.
  static let kinds: [(trait: MessageTraits, kind: MessageEntity.Kind)] = [
    (.bold, .bold), (.italic, .italic), (.underline, .underline),
    (.strikethrough, .strikethrough), (.spoiler, .spoiler), (.code, .code),
  ]
}

/// An entity with an identity, distinct from an equal one beside it.
public struct EntityReference: Hashable, Sendable {
  /// The kind of the entity.
  public var kind: MessageEntity.Kind
  /// The identity that distinguishes it from others of its kind in the same text.
  public var identity: Int

  /// Creates a reference.
  public init(_ kind: MessageEntity.Kind, identity: Int) {
    self.kind = kind
    self.identity = identity
  }
}
