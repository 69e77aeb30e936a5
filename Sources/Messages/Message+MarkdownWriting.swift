internal import GalleyBasics
public import GalleyTypesetting

extension Message {
  /// Returns the message as Markdown, which ``init(markdown:)`` reads.
  ///
  /// Entities are written in order, split where they overlap others in part. Mentions, tags,
  /// commands and unknown types are written as text only, and so are the styles in code blocks and
  /// of line ends beside blocks. A block that begins or ends within a line is set apart by a line
  /// end; a quotation in another one, or one that begins with another one, is not
  /// expandable; code ends and begins again at a line
  /// end. Characters that would be read as markup are escaped. The control characters that
  /// Markdown drops are omitted.
  ///
  /// Hidden spoilers are replaced by placeholders. To store a message, reveal `.all`.
  ///
  /// - Parameter revealed: The spoilers whose text is written.
  /// - Returns: The Markdown.
  /// - Complexity: O(*n* + *e* log *e*), for *n* bytes of text and *e* entities.
  public func markdown(revealed: RevealedSpoilers) -> String {
    let message = disclosed(revealed)
    let normal = NormalizedEntities(message.entities, in: message.text)
    let nested = NestedEntities(
      normal.entities, length: message.text.utf8.count, plainCode: true, rank: \.markdownRank)
    var writer = MarkdownWriter(text: message.text)
    writer.write(nested.steps)
    return writer.output
  }
}

/// A writer of the blocks of a Markdown document.
private struct MarkdownWriter {
  private(set) var output = ""
  private let text: String
  /// The steps of the paragraph so far.
  private var paragraph: [NestedEntities.Step] = []
  /// The number of open quotations.
  private var depth = 0
  /// The block before the paragraph in the same quotation.
  private var previous = Previous.none
  /// The start of a line that begins an expandable quotation, until it is written.
  private var expansion = ""

  private enum Previous { case none, quote, other }

  init(text: String) { self.text = text }

  mutating func write(_ steps: [NestedEntities.Step]) {
    var index = 0
    while index < steps.count {
      switch steps[index] {
      case .open(let element) where element.kind.isPre:
        endParagraph(isBeforeBlock: true)
        writeCode(element)
        index += 2  // Its text and its end.
      case .open(let element) where element.kind.isBlock:
        endParagraph(isBeforeBlock: true)
        // An empty line parts it from the quotation above.
        if previous == .quote { beginLine(isEmpty: true) }
        expansion = isExpandable(element, before: steps[index + 1]) ? "**" : ""
        depth += 1
        previous = .none
      case .close(let element) where element.kind.isBlock:
        endParagraph(isBeforeBlock: false)
        depth -= 1
        previous = .quote
      case let step: paragraph.append(step)
      }
      index += 1
    }
    endParagraph(isBeforeBlock: false)
  }

  /// Returns whether a quotation is written as expandable.
  ///
  /// A quotation on its first line would be expandable as well.
  private func isExpandable(_ quote: MessageEntity, before next: NestedEntities.Step) -> Bool {
    guard quote.kind == .blockquote(isExpandable: true), depth == 0 else { return false }
    if case .open(let inner) = next, !inner.kind.isPre, inner.kind.isBlock { return false }
    return true
  }

  /// Writes the end of the previous line, and the marks of the open quotations.
  private mutating func beginLine(isEmpty: Bool = false) {
    if !output.isEmpty { output += "\n" }
    output += isEmpty ? String(repeating: ">", count: depth) : prefix
    expansion = ""
  }

  private var prefix: String { expansion + String(repeating: "> ", count: depth) }

  /// Writes the paragraph, without the line ends that blocks imply.
  private mutating func endParagraph(isBeforeBlock: Bool) {
    var inline = paragraph
    paragraph = []
    guard !inline.isEmpty else { return }
    let isLineEnd = content(of: inline) == "\n"
    if previous != .none { inline.trimLineEnd(of: text, fromStart: true) }
    if isBeforeBlock { inline.trimLineEnd(of: text, fromStart: false) }
    // A single line end between blocks is the one that both imply.
    if isLineEnd, isBeforeBlock, previous != .none { return }
    beginLine()
    var written = MarkdownParagraph(
      inline.withoutEmptyElements, of: text, linePrefix: String(repeating: "> ", count: depth))
    output += written.written()
    previous = .other
  }

  /// Returns the text of steps if it is a single byte.
  private func content(of steps: [NestedEntities.Step]) -> String? {
    let ranges = steps.compactMap { step -> Range<Int>? in
      if case .text(let range) = step { range } else { nil }
    }
    return ranges.count == 1 && ranges[0].count == 1 ? text.utf8Slice(ranges[0]) : nil
  }

  private mutating func writeCode(_ element: MessageEntity) {
    guard case .pre(let language) = element.kind else { return }
    let code = text.utf8Slice(element.range)
    let fence = String(repeating: "`", count: max(3, code.longestRun(of: UInt8(ascii: "`")) + 1))
    beginLine()
    output += fence
    for scalar in (language ?? "").unicodeScalars where !scalar.properties.isWhitespace {
      let isMarkup = "`\\&<~".unicodeScalars.contains(scalar)
      output += isMarkup ? scalar.reference : String(scalar)
    }
    for line in code.lines {
      beginLine()
      output.unicodeScalars += line
    }
    beginLine()
    output += fence
    previous = .other
  }
}

extension NestedEntities.Step {
  /// The number of bytes of text.
  fileprivate var length: Int { if case .text(let range) = self { range.count } else { 0 } }
}

extension [NestedEntities.Step] {
  /// Removes the line end at the start or the end of the text.
  fileprivate mutating func trimLineEnd(of text: String, fromStart: Bool) {
    let found = fromStart ? firstIndex { $0.length > 0 } : lastIndex { $0.length > 0 }
    guard let found, case .text(let range) = self[found] else { return }
    let bytes = text.utf8.span
    guard bytes[fromStart ? range.lowerBound : range.upperBound - 1] == 0x0A else { return }
    self[found] = .text(
      fromStart
        ? range.lowerBound + 1..<range.upperBound : range.lowerBound..<range.upperBound - 1)
  }

  /// The steps without empty texts, and elements without text.
  fileprivate var withoutEmptyElements: Self {
    var result: Self = []
    for step in self {
      switch step {
      case .text(let range) where range.isEmpty: continue
      case .close:
        if case .open? = result.last { result.removeLast() } else { result.append(step) }
      default: result.append(step)
      }
    }
    return result
  }
}

extension String {
  /// The lines of the text, including empty ones.
  fileprivate var lines: [Substring.UnicodeScalarView] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { $0 }
  }
}
