internal import GalleyGeometry
internal import GalleyRichMessages
internal import GalleyTypesetting

extension BlockLayouter {
  /// Lays a table out; one that is wider than its room scrolls.
  func table(_ table: ComposedTable, at path: BlockPath, width: Double) -> BlockBox {
    var items: [BlockBox.Item] = []
    var top = 0.0
    if let caption = table.caption {
      let box = textBox(caption, at: path, width: width)
      items.append(.box(box, .zero))
      top = box.size.height + metrics.captionGap
    }
    let isScrolled = table.columns.least > width
    let widths =
      isScrolled
      ? table.columns.scrolledWidths(greatest: metrics.scrolledColumnShare * width)
      : table.columns.widths(in: width)
    let cells = cells(of: table, columns: edges(of: widths), at: path)
    let x = isRightToLeft && !isScrolled ? width - cells.size.width : 0
    if isScrolled {
      let viewport = Rect(x: 0, y: top, width: width, height: cells.size.height)
      items.append(.scroll(cells, viewport, path))
      top += cells.size.height + metrics.scrollBar
    } else {
      items.append(.box(cells, Point(x: x, y: top)))
      top += cells.size.height
    }
    return BlockBox(size: Size(width: width, height: top), items: items)
  }

  /// Returns the edges of columns or rows, on whole pixels, beginning at zero.
  private func edges(of lengths: [Double]) -> [Double] {
    var (edges, sum) = ([0.0], 0.0)
    for length in lengths {
      sum += length
      edges.append(grid.map { Double($0.edge(sum)) / $0.scale } ?? sum)
    }
    return edges
  }

  private func cells(
    of table: ComposedTable, columns: [Double], at path: BlockPath
  ) -> BlockBox {
    let padding = table.padding
    let layouts = table.cells.map { cell -> TextLayout? in
      guard let text = cell.text, !cell.place.columns.isEmpty else { return nil }
      // A column may be narrower by the rounding to pixels than its widest word.
      let width = max(columns.length(of: cell.place.columns), cell.interval.least) - 2 * padding.x
      return layout(text, width: width, alignmentWidth: width)
    }
    let heights = RowHeights.heights(
      count: table.rowCount,
      cells: zip(table.cells, layouts).map { cell, layout in
        let height = layout.map { max($0.size.height, bodyLine.height) + 2 * padding.y }
        return (cell.place.rows, height ?? 0)
      })
    let rows = edges(of: heights)
    let size = Size(width: columns.last ?? 0, height: rows.last ?? 0)
    var grounds: [BlockBox.Item] = []
    var texts: [BlockBox.Item] = []
    for (cell, layout) in zip(table.cells, layouts) {
      guard let layout, let text = cell.text else { continue }
      var frame = Rect(
        x: columns[cell.place.columns.lowerBound], y: rows[cell.place.rows.lowerBound],
        width: columns.length(of: cell.place.columns), height: rows.length(of: cell.place.rows))
      if isRightToLeft { frame.origin.x = size.width - frame.maxX }
      if cell.isHeader || table.isStriped && cell.place.rows.lowerBound % 2 == 0 {
        grounds.append(.fill(frame, radius: 0, .role(.quoteFill)))
      }
      let free = frame.size.height - layout.size.height - 2 * padding.y
      let y =
        switch cell.verticalAlignment {
        case .top: 0.0
        case .middle: free / 2
        case .bottom: free
        }
      texts.append(
        .text(
          layout, text, path,
          Point(x: frame.minX + padding.x, y: frame.minY + padding.y + max(y, 0))))
    }
    if table.isBordered {
      grounds += lines(of: table, columns: columns, rows: rows, size: size)
    }
    return BlockBox(size: size, items: grounds + texts, columns: columns, rows: rows)
  }

  /// Returns the lines between cells, each one once, and the frame of the table.
  private func lines(
    of table: ComposedTable, columns: [Double], rows: [Double], size: Size
  ) -> [BlockBox.Item] {
    let width = metrics.border
    var items: [BlockBox.Item] = []
    for cell in table.cells where cell.text != nil && !cell.place.columns.isEmpty {
      let (across, down) = (cell.place.columns, cell.place.rows)
      var left = columns[across.lowerBound]
      let (top, height) = (rows[down.lowerBound], rows.length(of: down))
      let length = columns.length(of: across)
      if isRightToLeft { left = size.width - left - length }
      let inner = isRightToLeft ? left + length : left
      if down.lowerBound > 0 {
        items.append(
          .fill(
            Rect(x: left, y: top - width / 2, width: length, height: width), radius: 0,
            .role(.quoteBar)))
      }
      if across.lowerBound > 0 {
        items.append(
          .fill(
            Rect(x: inner - width / 2, y: top, width: width, height: height), radius: 0,
            .role(.quoteBar)))
      }
    }
    items.append(
      .outline(
        Rect(origin: .zero, size: size), radius: metrics.tableRadius, width: width,
        .role(.quoteBar)))
    return items
  }
}

extension [Double] {
  /// Returns the distance between two edges.
  fileprivate func length(of range: Range<Int>) -> Double {
    self[range.upperBound] - self[range.lowerBound]
  }
}
