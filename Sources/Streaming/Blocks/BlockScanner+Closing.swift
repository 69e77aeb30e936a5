internal import GalleyBasics

extension BlockScanner {
  /// Closes the innermost open blocks until a number of them is left.
  ///
  /// Fewer or more may be left if the last block is HTML with tags of containers.
  mutating func close(to count: Int, of source: [UInt8]) {
    while open.count > count, var block = open.popLast() {
      switch block.block.kind {
      case .paragraph: closeParagraph(&block, of: source)
      case .heading, .tableRow:
        append(block.block, endsWithBlank: false)
        collectReferences(in: block.block, of: source)
      case .html:
        let isLast = open.count == count
        closeHTML(block, of: source)
        if isLast { return }
      case .code where block.state == .indented:
        while let line = block.block.lines.last, source.trimmed(line.range).isEmpty {
          block.block.lines.truncate(to: block.block.lines.count - 1)
        }
        append(block.block, endsWithBlank: block.separatesItems)
      default: append(block.block, endsWithBlank: block.separatesItems)
      }
    }
  }

  /// Appends a closed block to the innermost open one.
  private mutating func append(
    _ block: MarkdownBlock, endsWithBlank: Bool, canRestart: Bool = true
  ) {
    let parent = open.count - 1
    open[parent].extend(to: block.range.upperBound)
    open[parent].lastChildEndsWithBlank = endsWithBlank
    if parent == 0 {
      appendToDocument(block, canRestart: canRestart)
    } else {
      open[parent].block.children.append(block)
    }
  }

  /// Closes a paragraph, whose first lines may be definitions.
  private mutating func closeParagraph(_ block: inout OpenBlock, of source: [UInt8]) {
    let hasText = splitDefinitions(of: &block, isAtEnd: true, of: source)
    guard hasText else {
      // As in cmark, definitions are no blocks, so that blank lines before them separate nothing.
      if block.loosensList { setTight(true, open.count - 2) }
      return
    }
    append(block.block, endsWithBlank: block.separatesItems)
    collectReferences(in: block.block, of: source)
  }

  /// Removes the definitions at the start of a paragraph, and appends them as a block.
  ///
  /// - Returns: Whether any text is left.
  private mutating func splitDefinitions(
    of paragraph: inout OpenBlock, isAtEnd: Bool, of source: [UInt8]
  ) -> Bool {
    let lines = paragraph.block.lines
    guard let first = lines.first?.range, source[first].first == UInt8(ascii: "[") else {
      return !lines.isEmpty
    }
    let text = LeafText(lines, of: source)
    steps += text.bytes.count
    let found = LinkDefinition.definitions(at: text.bytes)
    guard let last = found.last else { return true }
    // Definitions end with their lines.
    let count = text.lineIndex(at: last.end)
    var rest = ChunkedList<MarkdownBlock.Line>()
    for line in lines.dropFirst(count) { rest.append(line) }
    var definitions = MarkdownBlock(kind: .definitions, range: paragraph.block.range)
    for line in lines.prefix(count) { definitions.lines.append(line) }
    definitions.range =
      paragraph.block.range.lowerBound..<(definitions.lines.last ?? lines[0]).range.upperBound
    for definition in found {
      labels.define(definition, at: definitions.range.lowerBound, in: text)
    }
    append(
      definitions, endsWithBlank: open[open.count - 1].lastChildEndsWithBlank,
      canRestart: isAtEnd && rest.isEmpty)
    paragraph.block.lines = rest
    if let line = rest.first {
      let start = blockStart(of: line, in: source)
      let end = max(line.range.upperBound, paragraph.block.range.upperBound)
      paragraph.block.range = start..<end
    }
    return !rest.isEmpty
  }

  /// Returns the start of a block that begins with a line inside of the innermost open block.
  private func blockStart(of line: MarkdownBlock.Line, in source: [UInt8]) -> Int {
    var start = line.range.lowerBound
    guard open.count == 1 else { return start }
    while start > 0, source[start - 1] == 0x20 || source[start - 1] == 0x09 { start -= 1 }
    return start
  }

  /// Makes the open paragraph a heading with a line under its text.
  ///
  /// - Returns: Whether the paragraph had text; it is empty if it had only definitions.
  mutating func becomesHeading(level: Int, of source: [UInt8]) -> Bool {
    guard var paragraph = open.popLast() else { return false }
    let hasText = splitDefinitions(of: &paragraph, isAtEnd: false, of: source)
    if hasText {
      paragraph.block.kind = .heading(level: level, isUnderlined: true)
    }
    open.append(paragraph)
    return hasText
  }

  /// Makes the last line of the open paragraph the header of a table, if it has the columns of a
  /// delimiter row.
  mutating func becomesTable(_ delimiter: Range<Int>, of source: [UInt8]) -> Bool {
    guard let line = leaf.block.lines.last, var paragraph = open.popLast() else { return false }
    steps += line.range.count
    let header = TableRow.cells(of: line.range, in: source)
    guard header.count == TableRow.cells(of: delimiter, in: source).count else {
      open.append(paragraph)
      return false
    }
    let count = paragraph.block.lines.count
    var start = paragraph.block.range.lowerBound
    if count > 1 {
      start = blockStart(of: line, in: source)
      paragraph.block.lines.truncate(to: count - 1)
      let end = paragraph.block.lines.last?.range.upperBound ?? start
      paragraph.block.range = paragraph.block.range.lowerBound..<end
      // As in cmark-gfm, text before a header has no definitions.
      append(paragraph.block, endsWithBlank: false, canRestart: false)
      collectReferences(in: paragraph.block, of: source)
    }
    var table = OpenBlock(.table, at: start, line: paragraph.firstLine)
    var row = MarkdownBlock(kind: .tableRow, range: line.range)
    row.lines.append(line)
    table.block.children.append(row)
    table.block.lines.append(MarkdownBlock.Line(range: delimiter))
    open.append(table)
    collectReferences(in: row, of: source)
    touched = open.count
    return true
  }

  /// Closes a block of HTML, and opens or closes the containers whose tags it has.
  private mutating func closeHTML(_ html: OpenBlock, of source: [UInt8]) {
    let lines = html.block.lines
    steps += html.block.range.count
    var opened: [MarkdownBlock.Island] = []
    var closed = 0
    for tag in IslandTag.tags(in: lines, of: source) {
      if !tag.isClosing {
        opened.append(tag.island)
      } else if let index = opened.lastIndex(of: tag.island) {
        opened.removeSubrange(index...)
      } else if opened.isEmpty {
        closed += closesIsland(tag.island, besides: closed) ? 1 : 0
      }
    }
    let depth = open.count(where: \.isNesting) - 1
    opened = Array(opened.prefix(max(0, Limits.Messages.streamDepth - depth)))
    let start = closed == 0 ? html.block.range.lowerBound : html.block.range.upperBound
    if closed > 0 {
      append(html.block, endsWithBlank: html.separatesItems)
      for _ in 0..<closed {
        guard let island = open.popLast() else { break }
        append(island.block, endsWithBlank: html.separatesItems)
      }
    }
    for island in opened {
      open.append(OpenBlock(.island(island), at: start, line: html.firstLine))
    }
    if closed == 0 { append(html.block, endsWithBlank: html.separatesItems) }
  }

  /// Returns whether the island `count` levels out is open directly around the closing HTML block,
  /// and of a kind.
  private func closesIsland(_ island: MarkdownBlock.Island, besides count: Int) -> Bool {
    let index = open.count - 1 - count
    return index > 0 && open[index].block.kind == .island(island)
  }

  /// Collects the labels that a leaf refers to, for definitions that come later.
  private mutating func collectReferences(in leaf: MarkdownBlock, of source: [UInt8]) {
    // The leaf is already closed, and in the document if no other block is open.
    let block = open.count == 1 ? closed.count - 1 : closed.count
    steps += leaf.range.count
    for line in leaf.lines where source[line.range].contains(UInt8(ascii: "]")) {
      labels.collect(in: line.range, of: source, block: block)
    }
  }
}
