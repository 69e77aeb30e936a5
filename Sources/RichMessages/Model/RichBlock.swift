/// A block of a rich message.
public indirect enum RichBlock: Hashable, Sendable {
  /// A paragraph.
  case paragraph(RichText)
  /// A heading; level 1 is the largest, 6 the smallest.
  case heading(RichText, level: Int)
  /// A code block, with an optional programming language.
  case code(RichText, language: String?)
  /// Small print at the end of a message.
  case footer(RichText)
  /// A horizontal rule.
  case divider
  /// A display formula in LaTeX without delimiters.
  case formula(String)
  /// An invisible target of anchor links, without height.
  case anchor(name: String)
  /// An ordered, unordered or task list.
  case list(List)
  /// A quotation of blocks.
  case quotation(Quotation)
  /// A quotation of text that is collapsed at first.
  case expandableQuotation(CreditedText)
  /// A centered quotation of text.
  case pullQuotation(CreditedText)
  /// A table.
  case table(Table)
  /// A section that opens and closes.
  case details(Details)
  /// Photos, videos and animations in a mosaic.
  case collage(Gallery)
  /// Photos, videos and animations shown one at a time.
  case slideshow(Gallery)
  /// A map.
  case map(Map)
  /// A photo, video, animation, audio file, voice note or document.
  case media(Media)
  /// A row of buttons.
  case buttons(ButtonRow)
  /// A placeholder while a draft is being written; only in drafts.
  case thinking(RichText)
  /// A block of a type that the library does not know.
  case unknown(Unknown)

  /// A caption, with an optional credit.
  public struct Caption: Hashable, Sendable {
    /// The text.
    public var text: RichText
    /// The author or source.
    public var credit: RichText?

    /// Creates a caption.
    public init(_ text: RichText, credit: RichText? = nil) {
      self.text = text
      self.credit = credit
    }
  }

  /// A quotation of blocks.
  public struct Quotation: Hashable, Sendable {
    /// The quoted blocks.
    public var blocks: [RichBlock]
    /// The author or source.
    public var credit: RichText?

    /// Creates a quotation.
    public init(_ blocks: [RichBlock], credit: RichText? = nil) {
      self.blocks = blocks
      self.credit = credit
    }
  }

  /// A quotation of text.
  public struct CreditedText: Hashable, Sendable {
    /// The quoted text.
    public var text: RichText
    /// The author or source.
    public var credit: RichText?

    /// Creates a quotation.
    public init(_ text: RichText, credit: RichText? = nil) {
      self.text = text
      self.credit = credit
    }
  }

  /// A section that opens and closes.
  public struct Details: Hashable, Sendable {
    /// The line that is always shown.
    public var summary: RichText
    /// The blocks that are shown while the section is open.
    public var blocks: [RichBlock]
    /// Whether the section is open at first.
    public var isOpen: Bool

    /// Creates a section.
    public init(_ summary: RichText, blocks: [RichBlock], isOpen: Bool = false) {
      self.summary = summary
      self.blocks = blocks
      self.isOpen = isOpen
    }
  }

  /// The contents of a collage or a slideshow.
  public struct Gallery: Hashable, Sendable {
    /// The photos, videos and animations.
    public var blocks: [RichBlock]
    /// The caption of the whole.
    public var caption: Caption?

    /// Creates a gallery.
    public init(_ blocks: [RichBlock], caption: Caption? = nil) {
      self.blocks = blocks
      self.caption = caption
    }
  }

  /// A row of buttons.
  public struct ButtonRow: Hashable, Sendable {
    /// The position of the buttons in their row.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
      /// At the left edge, in any direction of text.
      case left
      /// In the middle.
      case center
      /// At the right edge, in any direction of text.
      case right
    }

    /// The buttons, 1 to 8.
    public var buttons: [RichText.Button]
    /// The alignment; `nil` stretches the buttons over the row.
    public var alignment: Alignment?

    /// Creates a row.
    public init(_ buttons: [RichText.Button], alignment: Alignment? = nil) {
      self.buttons = buttons
      self.alignment = alignment
    }
  }

  /// A block of an unknown type.
  ///
  /// Its text, caption or blocks are laid out; a block without any of them is shown as a
  /// placeholder.
  public struct Unknown: Hashable, Sendable {
    /// The name of the type.
    public var type: String
    /// The block as JSON, with its hidden text; `nil` if spoilers were removed from the block.
    package var json: String?
    /// The text of the block.
    public var text: RichText?
    /// The caption of the block.
    public var caption: Caption?
    /// The blocks inside the block.
    public var blocks: [RichBlock]

    /// Creates a block of an unknown type.
    public init(
      type: String, text: RichText? = nil, caption: Caption? = nil, blocks: [RichBlock] = []
    ) {
      self.type = type
      self.text = text
      self.caption = caption
      self.blocks = blocks
    }
  }
}
