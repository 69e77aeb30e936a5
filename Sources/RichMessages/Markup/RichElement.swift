internal import GalleyMessages

/// An open element of a document in HTML, or of Markdown with the same meaning.
enum RichElement {
  /// The document itself.
  case root
  case paragraph(isImplied: Bool)
  case heading(Int)
  case footer, thinking
  case pre(language: String?)
  case formulaBlock
  /// A collapsed quotation, which holds text.
  case expandable
  case pull
  case summary, tableCaption, figureCaption, cite
  case cell(RichBlock.Table.Cell)
  case quotation, figure
  case details(isOpen: Bool)
  case item(RichBlock.List.Item)
  case gallery(isCollage: Bool)
  /// A list, with the numbers of an ordered one.
  case list(ListNumbers?, RichBlock.List.Numbering)
  case table(RichBlock.Table)
  case row
  case buttonRow(RichBlock.ButtonRow.Alignment?)
  case style(RichText.Style)
  case link(String)
  /// A link to something other than an address.
  case destination(RichText.Link)
  case dateTime(unix: Int, format: MessageEntity.DateTimeFormat?)
  case emoji(id: String)
  case formula
  /// An `a` element with a name, which is an anchor if it is empty.
  case target(String)
  case reference(String)
  case button(RichText.Button.Appearance?, RichText.Button.Action)
  /// A button in a row, whose label is a text of its own.
  case rowButton(RichText.Button.Appearance?, RichText.Button.Action)
  /// An element without meaning of its own.
  case inert
  /// A block inside text, on a line of its own.
  case line
  /// An element whose contents are not shown.
  case skipped

  /// The kind of contents.
  enum Content {
    case blocks, text, inline, verbatim, items, rows, cells, buttons, nothing
  }

  /// The kind of contents of the element.
  var content: Content {
    switch self {
    case .root, .quotation, .figure, .details, .item, .gallery: .blocks
    case .paragraph, .heading, .footer, .thinking, .expandable, .pull, .summary, .tableCaption,
      .figureCaption, .cite, .cell, .rowButton:
      .text
    case .pre, .formulaBlock: .verbatim
    case .list: .items
    case .table: .rows
    case .row: .cells
    case .buttonRow: .buttons
    case .style, .link, .destination, .dateTime, .emoji, .formula, .target, .reference, .button,
      .inert, .line:
      .inline
    case .skipped: .nothing
    }
  }

  /// Whether the element becomes a block, which counts.
  var isBlock: Bool {
    switch self {
    case .paragraph, .heading, .footer, .thinking, .pre, .formulaBlock, .expandable, .pull,
      .quotation, .details, .gallery, .list, .table, .buttonRow:
      true
    default: false
    }
  }

  /// Whether the element becomes a text of its own, which counts as a level.
  var isNestedText: Bool {
    switch self {
    case .style, .link, .destination, .dateTime, .emoji, .formula, .target, .reference, .button:
      true
    default: false
    }
  }
}

extension RichElement {
  /// An open element with its contents so far.
  struct Frame {
    /// The white space before the next character.
    enum Space {
      /// None, at the start of a line: further white space is dropped.
      case lineStart
      /// None, behind a written space: further white space is dropped.
      case spaced
      /// None, behind other text.
      case text
      /// A space that is written before the next character.
      case pending
      /// A line end that is written before the next character.
      case lineEnd
    }

    /// The name of the tag; empty for elements without one.
    let name: String
    var element: RichElement
    var text = JoinedText()
    var space = Space.lineStart
    var blocks: [RichBlock] = []
    var items: [RichBlock.List.Item] = []
    var rows: [[RichBlock.Table.Cell]] = []
    var cells: [RichBlock.Table.Cell] = []
    var buttons: [RichText.Button] = []
    var caption: RichBlock.Caption?
    var credit: RichText?
    var summary: RichText?
    /// Whether the element is a level of nesting.
    let isLevel: Bool
    /// Whether the element is a part of a paragraph that media split.
    var isSplit = false

    init(name: String, element: RichElement, isLevel: Bool) {
      self.name = name
      self.element = element
      self.isLevel = isLevel
    }
  }
}

extension JoinedText {
  /// Removes white space at the end, if the end is plain text.
  mutating func trimEnd() {
    let trimmed = text.trimmedAtEnd
    self = JoinedText()
    append(trimmed)
  }
}

extension RichText {
  /// The text without white space at its end.
  fileprivate var trimmedAtEnd: RichText {
    switch self {
    case .plain(let string):
      var scalars = string.unicodeScalars[...]
      while let last = scalars.last, last.isHTMLSpace { scalars.removeLast() }
      return .plain(String(scalars))
    case .sequence(var parts):
      guard let last = parts.popLast() else { return self }
      return RichText(parts + [last.trimmedAtEnd])
    case .styled, .link: return mapParts { $0.trimmedAtEnd }
    default: return self
    }
  }
}

extension Unicode.Scalar {
  /// Whether HTML collapses the character with others.
  var isHTMLSpace: Bool {
    self == " " || self == "\n" || self == "\t" || self == "\r" || self == "\u{C}"
  }
}
