public import FoundationEssentials
public import GalleyRichMessages

/// The attributes of rich messages, which Foundation for Linux lacks, except for links.
extension AttributeScopes {
  /// The attributes of rich messages, with Foundation's own.
  public struct RichMessageAttributes: AttributeScope {
    /// The blocks that contain the text, outermost first.
    public let richBlocks: BlocksAttribute
    /// The styles, links and objects that contain the text, outermost first.
    public let richTexts: TextsAttribute
    /// Foundation's own attributes.
    public let foundation: FoundationAttributes

    /// The key of ``richBlocks``.
    public enum BlocksAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = [RichMessage.Presentation]
      /// The name of the attribute.
      public static let name = "galley.richBlocks"
    }

    /// The key of ``richTexts``.
    public enum TextsAttribute: AttributedStringKey {
      /// The type of the attribute's value.
      public typealias Value = [RichText]
      /// The name of the attribute.
      public static let name = "galley.richTexts"
    }
  }

  /// The attributes of rich messages.
  public var richMessage: RichMessageAttributes.Type { RichMessageAttributes.self }
}

extension AttributeDynamicLookup {
  /// Returns the attribute of rich messages at a key path.
  public subscript<Key: AttributedStringKey>(
    dynamicMember path: KeyPath<AttributeScopes.RichMessageAttributes, Key>
  ) -> Key {
    self[Key.self]
  }
}

extension RichMessage {
  /// A block around a text, with an identity that distinguishes it from an equal one beside it.
  ///
  /// It is what Foundation's `PresentationIntent` is on other systems.
  public struct Presentation: Hashable, Sendable {
    /// The kind of a block.
    public enum Kind: Hashable, Sendable {
      /// A paragraph.
      case paragraph
      /// Small text at the end of the message.
      case footer
      /// A line between blocks.
      case divider
      /// A formula in a block of its own.
      case formula
      /// A quotation.
      case quotation
      /// A quotation that is collapsed until the reader expands it.
      case expandableQuotation
      /// A quotation in large type.
      case pullQuotation
      /// A heading, with its level from 1 to 6.
      case heading(Int)
      /// A code block, with its programming language.
      case code(String?)
      /// A list.
      case list
      /// An item of a list.
      case item(RichBlock.List.Marker, RichBlock.List.Checkbox?)
      /// A table.
      case table
      /// A row of a table, by index.
      case row(Int)
      /// A cell of a row; its text is that of the string.
      case cell(RichBlock.Table.Cell)
      /// A section, and whether it is open.
      case details(isOpen: Bool)
      /// The summary of a section.
      case summary
      /// The credit of a quotation.
      case credit
    }

    /// The kind of the block.
    public var kind: Kind
    /// The identity of the block, unique in the string.
    public var identity: Int

    /// Creates a block.
    public init(_ kind: Kind, identity: Int) {
      self.kind = kind
      self.identity = identity
    }
  }
}
