internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockComposer {
  /// Composes a table.
  mutating func table(
    _ table: RichBlock.Table, at path: BlockPath = BlockPath()
  ) -> ComposedTable {
    let grid = table.grid
    let padding = metrics.cellPadding(isCompact: table.isCompact)
    let caption = table.caption.map { self.caption($0) }
    let cells = grid.places.enumerated().map { index, place in
      let own = table.rows[place.row][place.index]
      return unchanged(own, index, ofTableAt: path) ?? cell(own, at: place, padding: padding.x)
    }
    return ComposedTable(
      cells: cells,
      columns: ColumnWidths(
        count: grid.columnCount, cells: cells.map { ($0.place.columns, $0.interval) }),
      rowCount: grid.rowCount, isBordered: table.isBordered, isStriped: table.isStriped,
      padding: padding, caption: caption)
  }

  private mutating func cell(
    _ cell: RichBlock.Table.Cell, at place: RichBlock.Table.Grid.Place, padding: Double
  ) -> ComposedTable.Cell {
    let text = cell.text.map {
      self.text(
        $0, as: .cell(row: place.row, index: place.index), weight: cell.isHeader ? 600 : nil,
        alignment: alignment(cell.alignment))
    }
    var interval = ColumnWidths.Interval()
    if let text {
      let preferred = text.natural.size.width
      let least = min(preferred, text.natural.leastWidth(), metrics.greatestCellWord)
      // Rounded up, so that columns with their own widths begin at whole pixels.
      interval.least = wholePixels(least + 2 * padding)
      interval.preferred = wholePixels(preferred + 2 * padding)
    }
    return ComposedTable.Cell(
      text: text, place: place, isHeader: cell.isHeader,
      verticalAlignment: cell.verticalAlignment ?? .middle, interval: interval)
  }

  private func wholePixels(_ width: Double) -> Double {
    guard let scale = options.lineGrid?.scale else { return width }
    return (width * scale).rounded(.up) / scale
  }

  /// Returns the alignment of a cell's text; the default is the start side of the message.
  private func alignment(_ alignment: RichBlock.Table.Alignment?) -> TextAlignment {
    switch alignment {
    case .left: .left
    case .center: .center
    case .right: .right
    case nil: isRightToLeft ? .right : .left
    }
  }
}
