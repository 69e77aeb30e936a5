internal import GalleyRichMessages
internal import GalleyRichTypesetting
internal import GalleyStreaming

/// An open table of Markdown, of which only the last row is typeset again.
struct OpenTable: Sendable {
  /// The complete rows, typeset.
  private(set) var rows: GrowingTable
  /// The complete rows.
  private var cells = ChunkedList<[RichBlock.Table.Cell]>()
  /// The source of the last row with the header, the length of the row's own, the row, and the box
  /// of the table with it.
  private var shown: (source: [UInt8], length: Int, row: [RichBlock.Table.Cell]?, box: BlockBox)?

  init(spoilers: Int) { rows = GrowingTable(spoilers: spoilers) }

  /// The table as it is shown.
  var block: ShownBlock { .table(cells, shown?.row) }

  /// Returns the box of the table, or `nil` if it is no ordinary one.
  mutating func box(of text: StreamingText, index: Int) -> BlockBox? {
    let path = text.stream.openPath
    guard let block = path.first, block.kind == .table,
      let header = block.children.first?.lines.first, let delimiter = block.lines.first
    else { return nil }
    let head =
      text.stream.source[header.range] + [0x0A] + text.stream.source[delimiter.range] + [0x0A]
    func row(_ source: [UInt8], _ number: Int) -> [RichBlock.Table.Cell]? {
      guard let blocks = text.blocks(of: source), blocks.count == 1,
        case .table(let table)? = blocks.first, table.rows.count == number + 1
      else { return nil }
      return table.rows[number]
    }
    while cells.count < block.children.count {
      let line = block.children[cells.count].lines.first?.range ?? 0..<0
      let source = cells.isEmpty ? Array(head) : Array(head + text.stream.source[line])
      guard let row = row(source, min(cells.count, 1)) else { return nil }
      rows.append(row, of: index, with: text.typesetter)
      cells.append(row)
      shown = nil
    }
    guard path.count > 1 else {
      shown = nil
      return rows.box(with: nil, of: index, by: text.typesetter)
    }
    let length = text.stream.source.count - path[path.count - 1].range.lowerBound
    if let shown, !text.showsHeldMarks, !OpenBudget.isDue(length, after: shown.length) {
      return shown.box
    }
    let source = Array(text.stream.shownLeaf(holdsExpired: text.showsHeldMarks).utf8)
    if let shown, shown.source == source { return shown.box }
    // Of a row whose first cell is held, nothing is shown.
    let open = row(source, 1)
    let box = rows.box(with: open, of: index, by: text.typesetter)
    shown = (source, length, open, box)
    return box
  }
}
