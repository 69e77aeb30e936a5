/// The beginning or the end of a part of a Markdown document.
package struct MarkdownEvent: Hashable, Sendable {
  /// What a part of a document is.
  package enum Kind: Hashable, Sendable {
    case quote, item, paragraph, heading, thematicBreak
    /// A list, with its first number if it is ordered.
    case list(start: Int?)
    /// A block of code, with what is written behind its fence.
    case codeBlock(info: String, text: String)
    /// Text, or HTML as it is written.
    case text(String)
    /// The end of a line within a paragraph.
    case lineEnd
    case code(String)
    case italic, bold, underline, strikethrough, spoiler
    case link(url: String)
    case image(url: String)
    /// The document itself, or what has no other kind.
    case other
  }

  /// What begins or ends.
  package var kind: Kind
  /// Whether it ends; text, code and the like only begin.
  package var isEnd: Bool
  /// Its first and last line, from 1 on, if it is a block.
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
