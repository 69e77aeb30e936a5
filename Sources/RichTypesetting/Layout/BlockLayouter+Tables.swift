internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockLayouter {
  /// Lays a table out; one that is wider than its room scrolls, or its container does.
  func table(_ table: ComposedTable, at path: BlockPath, width: Double) -> BlockBox {
    var items: [BlockBox.Item] = []
    var top = 0.0
    if let caption = table.caption {
      let box = textBox(caption, at: path, width: width)
      items.append(.box(box, .zero))
      top = box.size.height + metrics.captionGap
    }
    let isScrolled = table.columns.least > width + Self.tolerance
    let widths =
      isScrolled
      ? table.columns.scrolledWidths(
        greatest: metrics.scrolledColumnShare * scrolledRoom(width))
      : table.columns.widths(in: width)
    let cells = cells(of: table, columns: edges(of: widths), at: path)
    let scrollsItself = isScrolled && !scrollsContainer(in: width)
    let x = isRightToLeft && !scrollsItself ? width - cells.size.width : 0
    if scrollsItself {
      let viewport = Rect(x: 0, y: top, width: width, height: cells.size.height)
      items.append(.scroll(cells, viewport, path))
      top += cells.size.height + metrics.scrollBar
    } else {
      items.append(.box(cells, Point(x: x, y: top)))
      top += cells.size.height
    }
    return BlockBox(
      size: Size(width: width, height: top), items: items,
      excess: isScrolled && !scrollsItself ? cells.size.width - width : 0)
  }

  /// Returns the edges of columns or rows, on whole pixels, beginning at zero.
  func edges(of lengths: [Double]) -> [Double] {
    var (edges, sum) = ([0.0], 0.0)
    for length in lengths {
      sum += length
      edges.append(grid.map { Double($0.edge(sum)) / $0.scale } ?? sum)
    }
    return edges
  }

  func cells(
    of table: ComposedTable, columns: [Double], at path: BlockPath
  ) -> BlockBox {
    let padding = table.padding
    let layouts = table.cells.map { cell -> CellLayout? in
      guard let text = cell.text, !cell.place.columns.isEmpty else { return nil }
      // A column may be narrower by the rounding to pixels than its widest word.
      let width = max(columns.length(of: cell.place.columns), cell.interval.least) - 2 * padding.x
      return layout(of: text, width: width)
    }
    let heights = RowHeights.heights(
      count: table.rowCount,
      cells: zip(table.cells, layouts).map { cell, layout in
        let height = layout.map { max($0.text.size.height, bodyLine.height) + 2 * padding.y }
        return (cell.place.rows, height ?? 0)
      })
    let rows = edges(of: heights)
    let size = Size(width: columns.last ?? 0, height: rows.last ?? 0)
    func frame(_ place: RichBlock.Table.Grid.Place) -> Rect {
      let width = columns.length(of: place.columns)
      let left = columns[place.columns.lowerBound]
      return Rect(
        x: isRightToLeft ? size.width - left - width : left, y: rows[place.rows.lowerBound],
        width: width, height: rows.length(of: place.rows))
    }
    var items: [BlockBox.Item] = []
    items.reserveCapacity(table.cells.count)
    for cell in table.cells where cell.text != nil && !cell.place.columns.isEmpty {
      if cell.isHeader || table.isStriped && cell.place.rows.lowerBound % 2 == 0 {
        items.append(.fill(frame(cell.place), radius: 0, .role(.quoteFill)))
      }
    }
    if table.isBordered { appendLines(of: table, columns: columns, rows: rows, to: &items) }
    for (cell, layout) in zip(table.cells, layouts) {
      guard let layout, let text = cell.text else { continue }
      let frame = frame(cell.place)
      let free = frame.size.height - layout.text.size.height - 2 * padding.y
      let y =
        switch cell.verticalAlignment {
        case .top: 0.0
        case .middle: free / 2
        case .bottom: free
        }
      items.append(
        .text(
          layout.text, text, path,
          Point(x: frame.minX + padding.x + layout.x, y: frame.minY + padding.y + max(y, 0))))
    }
    return BlockBox(size: size, items: items, columns: columns, rows: rows)
  }

  /// The text of a cell, and its distance from the left padding.
  private typealias CellLayout = (text: TextLayout, x: Double)

  /// Returns the layout of a cell's text, aligned to a width.
  private func layout(of text: ComposedText, width: Double) -> CellLayout {
    // A single line is moved instead of laid out again.
    guard text.fits(width), text.natural.lineCount == 1 else {
      return (layout(text, width: width, alignmentWidth: width), 0)
    }
    let free = width - text.natural.size.width
    return switch text.natural.options.alignment {
    case .center: (text.natural, free / 2)
    case .right: (text.natural, free)
    default: (text.natural, 0)
    }
  }

  /// Appends the lines between cells, each one once, and the frame of the table.
  ///
  /// A painted cell has lines at all its sides. Lines that continue each other are one item.
  private func appendLines(
    of table: ComposedTable, columns: [Double], rows: [Double], to items: inout [BlockBox.Item]
  ) {
    let (width, side) = (metrics.border, columns.last ?? 0)
    let slots = TableSlots(table, columnCount: columns.count - 1)
    for row in slots.rowCount > 1 ? 1..<slots.rowCount : 1..<1 {
      for run in slots.runs(slots.columnCount, where: { slots.isLine(above: row, column: $0) }) {
        let length = columns.length(of: run)
        let left = columns[run.lowerBound]
        let x = isRightToLeft ? side - left - length : left
        items.append(
          .fill(
            Rect(x: x, y: rows[row] - width / 2, width: length, height: width), radius: 0,
            .role(.quoteBar)))
      }
    }
    for column in slots.columnCount > 1 ? 1..<slots.columnCount : 1..<1 {
      for run in slots.runs(slots.rowCount, where: { slots.isLine(before: column, row: $0) }) {
        let x = (isRightToLeft ? side - columns[column] : columns[column]) - width / 2
        items.append(
          .fill(
            Rect(x: x, y: rows[run.lowerBound], width: width, height: rows.length(of: run)),
            radius: 0, .role(.quoteBar)))
      }
    }
    items.append(
      .outline(
        Rect(x: 0, y: 0, width: side, height: rows.last ?? 0), radius: metrics.tableRadius,
        width: width, .role(.quoteBar)))
  }
}

extension [Double] {
  /// Returns the distance between two edges.
  fileprivate func length(of range: Range<Int>) -> Double {
    self[range.upperBound] - self[range.lowerBound]
  }
}

/// The painted cells in the slots of a table's grid.
private struct TableSlots {
  let columnCount: Int
  let rowCount: Int
  /// The index of the painted cell in each slot, row by row, or -1.
  private var cells: [Int32]

  init(_ table: ComposedTable, columnCount: Int) {
    (self.columnCount, rowCount) = (columnCount, table.rowCount)
    cells = Array(repeating: -1, count: columnCount * table.rowCount)
    for (index, cell) in table.cells.enumerated() where cell.text != nil {
      for row in cell.place.rows {
        for column in cell.place.columns {
          cells[row * columnCount + column] = Int32(truncatingIfNeeded: index)
        }
      }
    }
  }

  /// Returns whether there is a line above a slot, which is not in the first row.
  func isLine(above row: Int, column: Int) -> Bool {
    let slot = row * columnCount + column
    return cells[slot - columnCount] != cells[slot]
  }

  /// Returns whether there is a line before a slot, which is not in the first column.
  func isLine(before column: Int, row: Int) -> Bool {
    let slot = row * columnCount + column
    return cells[slot - 1] != cells[slot]
  }

  /// Returns the longest ranges below a number whose elements all satisfy a condition.
  func runs(_ count: Int, where isMember: (Int) -> Bool) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for index in 0...count {
      if index < count, isMember(index) {
        start = start ?? index
      } else if let first = start {
        runs.append(first..<index)
        start = nil
      }
    }
    return runs
  }
}
