internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming
internal import GalleyTypesetting

/// The open block at the end of a stream, of which only the last part is typeset again.
///
/// Lists grow item by item, tables row by row, and paragraphs line by line. Other blocks, and those
/// that are unusual, are typeset as a whole.
struct OpenTail: Sendable {
  /// The offset of the block in the source.
  let start: Int
  /// The index of the block in the message.
  let index: Int
  private var growth: Growth

  private enum Growth: Sendable {
    case paragraph(OpenParagraph)
    case list(GrowingList, OpenReading)
    case table(GrowingTable)
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
      case .list: .list(GrowingList(spoilers: spoilers), OpenReading())
      case .table: .table(GrowingTable(spoilers: spoilers))
      default: .whole
      }
  }

  /// Returns whether this is the open block at a place, and of the same kind.
  func isFor(_ block: MarkdownBlock, index: Int) -> Bool {
    guard start == block.range.lowerBound, self.index == index else { return false }
    return switch (growth, block.kind) {
    case (.paragraph, .paragraph), (.list, .list), (.table, .table): true
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
    case .list(let list, _):
      Settled(start: start, generation: list.generation, height: list.height)
    case .table(let table):
      Settled(start: start, generation: table.generation, height: table.height)
    case .whole: nil
    }
  }

  /// The widths of the columns of an open table, in points.
  var columnWidths: [Double] {
    if case .table(let table) = growth { table.columnWidths } else { [] }
  }

  /// Appends the block to a stack.
  ///
  /// - Returns: Whether that was done; if not, the block is typeset as a whole.
  mutating func add(to stack: inout GrowingStack, of text: StreamingText) -> Bool {
    switch growth {
    case .paragraph(var paragraph):
      growth = .whole
      guard let box = paragraph.box(of: text, index: index) else { return false }
      growth = .paragraph(paragraph)
      text.typesetter.add(box, at: index, isParagraph: true, to: &stack)
    case .list(var list, var reading):
      growth = .whole
      guard let box = Self.box(of: &list, &reading, text, index) else { return false }
      growth = .list(list, reading)
      text.typesetter.add(box, at: index, isParagraph: false, to: &stack)
    case .table(var table):
      growth = .whole
      guard let box = Self.box(of: &table, text, index) else { return false }
      growth = .table(table)
      text.typesetter.add(box, at: index, isParagraph: false, to: &stack)
    case .whole: return false
    }
    return true
  }

  // MARK: Lists

  private static func box(
    of list: inout GrowingList, _ reading: inout OpenReading, _ text: StreamingText, _ index: Int
  ) -> BlockBox? {
    let stream = text.stream
    let path = stream.openPath
    guard let block = path.first, case .list(let style) = block.kind else { return nil }
    func item(_ blocks: [RichBlock]?, _ number: Int) -> RichBlock.List.Item? {
      guard let blocks, blocks.count == 1,
        case .list(let list)? = blocks.first, list.items.count == 1, var item = list.items.first
      else { return nil }
      if let start = style.start { item.marker = .number(start + number, .decimal) }
      return item
    }
    while list.count < block.children.count {
      let range = block.children[list.count].range
      let start = max(block.range.lowerBound, stream.lineStart(before: range.lowerBound))
      let blocks = text.blocks(of: Array(stream.source[start..<range.upperBound]))
      guard let item = item(blocks, list.count) else { return nil }
      list.append(item, of: index, with: text.typesetter)
    }
    guard path.count > 1 else { return list.box(with: nil, of: index, by: text.typesetter) }
    let start = max(
      block.range.lowerBound, stream.lineStart(before: path[1].range.lowerBound))
    guard let item = item(reading.blocks(from: start, of: text), list.count) else { return nil }
    return list.box(with: item, of: index, by: text.typesetter)
  }

  // MARK: Tables

  private static func box(
    of table: inout GrowingTable, _ text: StreamingText, _ index: Int
  ) -> BlockBox? {
    let stream = text.stream
    let path = stream.openPath
    guard let block = path.first, block.kind == .table,
      let header = block.children.first?.lines.first, let delimiter = block.lines.first
    else { return nil }
    let head = stream.source[header.range] + [0x0A] + stream.source[delimiter.range] + [0x0A]
    func row(_ source: [UInt8], _ number: Int) -> [RichBlock.Table.Cell]? {
      guard let blocks = text.blocks(of: source), blocks.count == 1,
        case .table(let table)? = blocks.first, table.rows.count == number + 1
      else { return nil }
      return table.rows[number]
    }
    while table.count < block.children.count {
      let line = block.children[table.count].lines.first?.range ?? 0..<0
      let source = table.count == 0 ? Array(head) : Array(head + stream.source[line])
      guard let row = row(source, min(table.count, 1)) else { return nil }
      table.append(row, of: index, with: text.typesetter)
    }
    guard path.count > 1 else { return table.box(with: nil, of: index, by: text.typesetter) }
    let source = Array(stream.shownLeaf(holdsExpired: text.showsHeldMarks).utf8)
    // Of a row whose first cell is held, nothing is shown.
    let open = row(source, 1)
    return table.box(with: open, of: index, by: text.typesetter)
  }
}
