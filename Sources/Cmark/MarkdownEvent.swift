/// The start or the end of a node of a Markdown document.
package struct MarkdownEvent: Hashable, Sendable {
  /// The kind of a node.
  package enum Kind: Hashable, Sendable {
    case quote, item, paragraph, heading, thematicBreak
    /// A list, with its first number if it is ordered.
    case list(start: Int?)
    /// A code block, with the info string of its fence.
    case codeBlock(info: String, text: String)
    /// Text, or HTML verbatim.
    case text(String)
    /// A line break within a paragraph.
    case lineEnd
    case code(String)
    case italic, bold, underline, strikethrough, spoiler
    case link(url: String)
    case image(url: String)
    /// The document itself, or a node of any other kind.
    case other
  }

  /// The kind of the node.
  package var kind: Kind
  /// Whether the event ends the node; text, code and the like have no end.
  package var isEnd: Bool
  /// The first and last line of a block, counted from 1.
  package var lines: (first: Int, last: Int) { (firstLine, lastLine) }

  private var firstLine: Int
  private var lastLine: Int

  init(_ kind: Kind, isEnd: Bool, firstLine: Int, lastLine: Int) {
    self.kind = kind
    self.isEnd = isEnd
    self.firstLine = firstLine
    self.lastLine = lastLine
  }
}
