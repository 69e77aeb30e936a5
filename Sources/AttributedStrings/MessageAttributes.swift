public import FoundationEssentials
public import GalleyMessages

/// What Foundation for Linux has no attributes for: all of a message but where links lead.
extension AttributeScopes {
  /// The attributes of messages, and Foundation's own.
  public struct MessageAttributes: AttributeScope {
    /// The styles of the text.
    public let traits: TraitsAttribute
    /// The quotations and blocks of code that the text is in, outer ones first.
    public let blocks: BlocksAttribute
    /// What the text leads to.
    public let reference: ReferenceAttribute
    /// What picture stands for the text.
    public let emoji: EmojiAttribute
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes

    /// The key of ``traits``.
    public enum TraitsAttribute: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = MessageTraits
      /// What the attribute is called.
      public static let name = "galley.traits"
    }

    /// The key of ``blocks``.
    public enum BlocksAttribute: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = [EntityReference]
      /// What the attribute is called.
      public static let name = "galley.blocks"
    }

    /// The key of ``reference``.
    public enum ReferenceAttribute: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = EntityReference
      /// What the attribute is called.
      public static let name = "galley.reference"
    }

    /// The key of ``emoji``.
    public enum EmojiAttribute: AttributedStringKey {
      /// What the attribute holds.
      public typealias Value = EntityReference
      /// What the attribute is called.
      public static let name = "galley.emoji"
    }
  }

  /// The attributes of messages.
  public var message: MessageAttributes.Type { MessageAttributes.self }
}

extension AttributeDynamicLookup {
  /// Finds an attribute of messages by its name.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.MessageAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}

/// The styles that a stretch of a message has.
public struct MessageTraits: OptionSet, Hashable, Sendable {
  /// A bit for each style.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Bold text.
  public static let bold = MessageTraits(rawValue: 1)
  /// Text in italics.
  public static let italic = MessageTraits(rawValue: 2)
  /// Text with a line under it.
  public static let underline = MessageTraits(rawValue: 4)
  /// Text with a line through it.
  public static let strikethrough = MessageTraits(rawValue: 8)
  /// Text that is hidden until it is asked for.
  public static let spoiler = MessageTraits(rawValue: 16)
  /// Code within a line.
  public static let code = MessageTraits(rawValue: 32)

  /// The styles, and what they are as entities.
  static let kinds: [(trait: MessageTraits, kind: MessageEntity.Kind)] = [
    (.bold, .bold), (.italic, .italic), (.underline, .underline),
    (.strikethrough, .strikethrough), (.spoiler, .spoiler), (.code, .code),
  ]
}

/// An entity that is one thing, and not the same as a like one beside it.
public struct EntityReference: Hashable, Sendable {
  /// What the entity is.
  public var kind: MessageEntity.Kind
  /// What tells it from others of its kind in the same text.
  public var identity: Int

  /// Makes a reference.
  public init(_ kind: MessageEntity.Kind, identity: Int) {
    self.kind = kind
    self.identity = identity
  }
}
