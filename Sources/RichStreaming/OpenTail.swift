internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming
internal import GalleyTypesetting

/// The open block at the end of a stream, of which only the last part is typeset again.
///
/// Lists grow item by item, tables row by row, paragraphs and code by lines. Other blocks, and
/// those that are unusual, are typeset as a whole.
struct OpenTail: Sendable {
  /// The offset of the block in the source.
  let start: Int
  /// The index of the block in the message.
  let index: Int
  private var growth: Growth

  private enum Growth: Sendable {
    case paragraph(OpenParagraph)
    case list(OpenList)
    case table(OpenTable)
    case code(OpenCode)
    case whole
  }

  /// Begins to typeset an open block.
  ///
  /// - Parameters:
  ///   - block: The block of the source.
  ///   - index: The index of the block in the message.
  ///   - spoilers: The number of spoilers in the blocks before.
  init(_ block: MarkdownBlock, index: Int, spoilers: Int) {
    (start, self.index) = (block.range.lowerBound, index)
    growth =
      switch block.kind {
      case .paragraph: .paragraph(OpenParagraph(start: block.range.lowerBound, spoilers: spoilers))
      case .list: .list(OpenList(spoilers: spoilers))
      case .table: .table(OpenTable(spoilers: spoilers))
      case .code: .code(OpenCode(start: block.range.lowerBound))
      default: .whole
      }
  }

  /// Returns whether this is the open block at a place, and of the same kind.
  func isFor(_ block: MarkdownBlock, index: Int) -> Bool {
    guard start == block.range.lowerBound, self.index == index else { return false }
    return switch (growth, block.kind) {
    case (.paragraph, .paragraph), (.list, .list), (.table, .table), (.code, .code): true
    case (.whole, _): true
    default: false
    }
  }

  /// The part of an open block that does not change while a value of the same identity follows.
  struct Settled: Hashable, Sendable {
    var start: Int
    var generation: Int
    /// The height, in points.
    var height: Double
  }

  /// The part of the block that is settled; `nil` for blocks that are typeset as a whole.
  var settled: Settled? {
    switch growth {
    case .paragraph(let text): Settled(start: start, generation: 0, height: text.height)
    case .list(let list):
      Settled(start: start, generation: list.rows.generation, height: list.rows.height)
    case .table(let table):
      Settled(start: start, generation: table.rows.generation, height: table.rows.height)
    case .code(let code):
      Settled(
        start: start, generation: code.lines?.generation ?? 0, height: code.lines?.height ?? 0)
    case .whole: nil
    }
  }

  /// The widths of the columns of an open table, in points.
  var columnWidths: [Double] {
    if case .table(let table) = growth { table.rows.columnWidths } else { [] }
  }

  /// The block as it is shown; `nil` if it is typeset as a whole.
  var block: ShownBlock? {
    switch growth {
    case .paragraph(let text): text.block
    case .list(let list): list.block
    case .table(let table): table.block
    case .code(let code): code.block
    case .whole: nil
    }
  }

  /// Returns a block that has closed as it was typeset while it was open, if it did not change.
  func typeset(_ block: RichBlock, from offset: Int, index: Int) -> TypesetBlock? {
    guard start == offset, self.index == index, case .paragraph(let text) = growth,
      let whole = text.whole, whole.block == block
    else { return nil }
    return whole
  }

  /// Returns the box of the blocks before with this one behind them, or `nil` if the block is
  /// typeset as a whole.
  mutating func box(behind stack: GrowingStack, of text: StreamingText) -> BlockBox? {
    let box: BlockBox?
    var isParagraph = false
    // The value has one owner while it changes.
    let old = growth
    growth = .whole
    switch consume old {
    case .paragraph(var paragraph):
      box = paragraph.box(of: text, index: index)
      if box != nil { growth = .paragraph(paragraph) }
      isParagraph = true
    case .list(var list):
      box = list.box(of: text, index: index)
      if box != nil { growth = .list(list) }
    case .table(var table):
      box = table.box(of: text, index: index)
      if box != nil { growth = .table(table) }
    case .code(var code):
      box = code.box(of: text, index: index)
      if box != nil { growth = .code(code) }
    case .whole: return nil
    }
    return box.map {
      text.typesetter.box(of: stack, with: $0, at: index, isParagraph: isParagraph)
    }
  }
}
