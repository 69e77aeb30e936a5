/// A block of a Markdown document: a place in the source, with the blocks inside it.
package struct MarkdownBlock: Hashable, Sendable {
  /// The kind of a block.
  package enum Kind: Hashable, Sendable {
    case paragraph, thematicBreak, table, tableRow
    /// A heading with its level, 1 to 6, and whether a line under its text marks it.
    case heading(level: Int, isUnderlined: Bool)
    /// An indented or fenced code block; its lines are the content without the fences.
    case code(info: Range<Int>?)
    /// A formula between `$$`, or in a fence with the info string `math`.
    ///
    /// A formula that ends without its closing mark is shown as source. The lines of one between
    /// `$$` include these.
    case math(isFenced: Bool, isClosed: Bool)
    /// Lines of HTML.
    case html
    case quote, item
    case list(ListStyle)
    /// Blocks between the opening and the closing tag of a container in HTML.
    ///
    /// The first child is the HTML block with the opening tag, the last one that with the closing.
    case island(Island)
    /// Link reference definitions, which show nothing.
    case definitions
    /// A footnote with the place of its label.
    case footnote(label: Range<Int>)
  }

  /// The style of a list.
  package struct ListStyle: Hashable, Sendable {
    /// The bullet, or the byte behind the number.
    package var mark: UInt8
    /// The number of the first item, if the list is ordered.
    package var start: Int?
    /// Whether no blank lines separate the items so far.
    package var isTight = true
  }

  /// An HTML element whose content is Markdown.
  package enum Island: String, CaseIterable, Hashable, Sendable {
    case details
    case collage = "tg-collage"
    case slideshow = "tg-slideshow"
  }

  /// A line of a leaf block.
  package struct Line: Hashable, Sendable {
    /// The content in the source, without the marks of containers and the line end.
    package var range: Range<Int>
    /// The number of columns before the content that remain of a tab.
    package var indentation = 0
    /// Whether marks of blocks at the start of the line are text, because the line is indented or
    /// continues a paragraph lazily.
    package var isLiteral = false
  }

  /// The kind of the block.
  package var kind: Kind
  /// The bytes of the block in the source.
  ///
  /// It begins with the first line of a top-level block, or behind the marks of the containers of
  /// an inner one, and ends before the end of the last line that is not blank.
  package var range: Range<Int>
  /// The blocks inside a container, or the rows of a table.
  package var children = ChunkedList<MarkdownBlock>()
  /// The lines of a leaf block, or the delimiter row of a table.
  package var lines = ChunkedList<Line>()

  /// Whether the block has children besides definitions.
  ///
  /// - Complexity: O(*n*) for *n* definitions at the start.
  var hasContent: Bool { children.contains { $0.kind != .definitions } }
}
