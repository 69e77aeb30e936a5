/// The place of a line's content in the tree of open blocks.
struct LineStart {
  /// The position behind the marks of containers.
  var cursor: LineCursor
  /// The index of the innermost open block to which the line belongs.
  var container: Int
  /// The number of open blocks that the line continues.
  let matched: Int
  /// Whether the line began a block.
  var beganBlock = false
}

extension BlockScanner {
  /// Whether a line continues an open block.
  enum Continuation {
    case yes, no, undecided
    /// The line is the closing fence of the block.
    case closes
  }

  /// Returns whether a line continues the open block with an index, and consumes its marks.
  func continues(
    _ index: Int, at cursor: inout LineCursor, in source: [UInt8], isWhole: Bool
  ) -> Continuation {
    let (block, state) = (open[index].block, open[index].state)
    switch block.kind {
    case .quote:
      guard cursor.indentation < 4, cursor.byte(at: cursor.first, in: source) == 0x3E else {
        return .no
      }
      cursor.advance(columns: cursor.indentation + 1, in: source)
      if let next = cursor.byte(at: cursor.offset, in: source), next == 0x20 || next == 0x09 {
        cursor.advance(columns: 1, in: source)
      }
      return .yes
    case .item:
      guard case .item(let columns) = state else { return .no }
      if cursor.indentation >= columns {
        cursor.advance(columns: columns, in: source)
        return .yes
      }
      guard cursor.isBlank, block.hasContent || index + 1 < open.count else { return .no }
      cursor.advance(to: cursor.first, in: source)
      return .yes
    case .footnote:
      if cursor.indentation >= 4 {
        cursor.advance(columns: 4, in: source)
        return .yes
      }
      // As in cmark-gfm, a line with white space ends a footnote.
      return cursor.line.isEmpty ? .yes : .no
    case .list, .island: return .yes
    case .code, .math: return continuesCode(state, at: &cursor, in: source, isWhole: isWhole)
    case .html:
      guard case .html(let start) = state else { return .no }
      return start.endsAtBlankLine && cursor.isBlank ? .no : .yes
    case .paragraph: return cursor.isBlank ? .no : .yes
    case .table:
      // A lone pipe has no cells.
      guard cursor.byte(at: cursor.first, in: source) == UInt8(ascii: "|") else {
        return cursor.isBlank ? .no : .yes
      }
      let rest = source.trimmed(cursor.first + 1..<cursor.line.upperBound)
      return !rest.isEmpty ? .yes : isWhole ? .no : .undecided
    case .heading, .thematicBreak, .tableRow, .definitions: return .no
    }
  }

  /// Returns whether a line continues a code block or formula.
  private func continuesCode(
    _ state: OpenBlock.State, at cursor: inout LineCursor, in source: [UInt8], isWhole: Bool
  ) -> Continuation {
    switch state {
    case .fence(let mark, let count, var indentation):
      if cursor.indentation < 4, cursor.byte(at: cursor.first, in: source) == mark {
        let starts = BlockStarts(
          source: source, first: cursor.first, end: cursor.line.upperBound, isWhole: isWhole)
        switch starts.closingFence(mark, count: count) {
        case .yes: return .closes
        case .undecided: return .undecided
        case .no: break
        }
      }
      while indentation > 0, cursor.offset < cursor.first {
        cursor.advance(columns: 1, in: source)
        indentation -= 1
      }
      return .yes
    case .indented:
      if cursor.indentation >= 4 {
        cursor.advance(columns: 4, in: source)
        return .yes
      }
      guard cursor.isBlank else { return .no }
      cursor.advance(to: cursor.first, in: source)
      return .yes
    default: return cursor.isBlank ? .no : .yes
    }
  }

  /// Adds the rest of a line, behind its marks, to a block.
  mutating func addText(_ start: LineStart, of source: [UInt8]) {
    let cursor = start.cursor
    let isLazy =
      !start.beganBlock && start.matched < open.count && !cursor.isBlank
      && start.container == start.matched - 1 && leaf.block.kind == .paragraph
    if cursor.isBlank { markBlank(start, of: source) } else { unmarkBlank(start.container) }
    if isLazy { return addLine(at: cursor, isLiteral: true) }
    close(to: start.container + 1, of: source)
    let container = open.count - 1
    switch open[container].block.kind {
    case .code, .html, .math:
      addVerbatimLine(at: cursor)
    case .table where !cursor.isBlank:
      begin(.tableRow, in: container, at: cursor, of: source)
      addLine(at: cursor, isLiteral: false)
    case .heading:
      addLine(at: cursor, isLiteral: false)
    case _ where cursor.isBlank:
      touched = start.beganBlock ? open.count : (open.lastIndex { $0.isQuote } ?? 0) + 1
    case .paragraph:
      addLine(at: cursor, isLiteral: cursor.indentation >= 4)
    default:
      begin(.paragraph, in: container, at: cursor, of: source)
      addLine(at: cursor, isLiteral: false)
    }
  }

  /// Appends a line to the innermost block, without the white space at its start.
  mutating func addLine(at cursor: LineCursor, isLiteral: Bool) {
    open[open.count - 1].block.lines.append(
      MarkdownBlock.Line(range: cursor.first..<cursor.line.upperBound, isLiteral: isLiteral))
    touched = open.count
  }

  /// Appends a line to the innermost block, with its white space.
  private mutating func addVerbatimLine(at cursor: LineCursor) {
    open[open.count - 1].block.lines.append(
      MarkdownBlock.Line(
        range: min(cursor.contentStart, cursor.line.upperBound)..<cursor.line.upperBound,
        indentation: cursor.restOfTab))
    // White space at the end of indented code does not belong to it.
    touched = cursor.isBlank && leaf.state == .indented ? 1 : open.count
  }

  /// Notes a blank line, for the looseness of lists.
  private mutating func markBlank(_ start: LineStart, of source: [UInt8]) {
    let container = start.container
    if container + 1 == open.count, open[container].block.children.last?.kind == .thematicBreak {
      // As in cmark, blank lines behind a thematic break separate nothing.
      return unmarkBlank(container)
    }
    if container + 1 < open.count {
      open[container + 1].endsWithBlank = true
    } else {
      open[container].lastChildEndsWithBlank = !open[container].block.children.isEmpty
    }
    let block = open[container]
    let isNeverBlank =
      switch block.block.kind {
      case .quote: container > 0
      case .heading, .thematicBreak: true
      case .code, .math: block.isFenced
      case .item: block.block.children.isEmpty && block.firstLine == start.cursor.line.lowerBound
      default: false
      }
    unmarkBlank(container)
    open[container].endsWithBlank = !isNeverBlank
  }

  /// Notes that the line in progress is not blank for a block and those around it.
  private mutating func unmarkBlank(_ index: Int) {
    for index in 0...index { open[index].endsWithBlank = false }
  }
}
