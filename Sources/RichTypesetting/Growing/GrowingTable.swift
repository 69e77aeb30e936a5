internal import GalleyGeometry
package import GalleyRichMessages
internal import GalleyTypesetting

/// A table of Markdown that grows row by row.
///
/// Its columns never become narrower, so that words of complete rows stay where they are unless a
/// column before them grows. The table that is complete has the widths of the automatic layout.
package struct GrowingTable: Sendable {
  private var rows: [ComposedTable] = []
  private var intervals: [ColumnWidths.Interval] = []
  private var widths: [Double] = []
  private var isScrolled = false
  private var stack = GrowingStack()
  /// The number of spoilers in the blocks and rows before the next one.
  private var spoilers: Int

  /// Creates a table without rows, with the number of spoilers in the blocks before.
  package init(spoilers: Int) { self.spoilers = spoilers }

  /// The widths of the columns, in points.
  package var columnWidths: [Double] { widths }

  /// The height of the complete rows, in points.
  package var height: Double { stack.height }
  /// The number of times that the complete rows were laid out again.
  package private(set) var generation = 0

  /// Appends a complete row.
  ///
  /// - Parameters:
  ///   - cells: The cells, without spans.
  ///   - block: The index of the table in the message.
  ///   - typesetter: The typesetter of the message.
  package mutating func append(
    _ cells: [RichBlock.Table.Cell], of block: Int, with typesetter: BlockTypesetter
  ) {
    var composer = typesetter.composer(isOpen: false, spoilers: spoilers)
    let row = composer.table(RichBlock.Table([cells]))
    spoilers = composer.spoilerCount
    fit(row, at: block, typesetter)
    rows.append(row)
    stack.add(box(of: row, at: block, typesetter), skip: Self.skip)
    stack.seal()
  }

  /// Returns the box of the table with a row that still grows.
  package mutating func box(
    with cells: [RichBlock.Table.Cell]?, of block: Int, by typesetter: BlockTypesetter
  ) -> BlockBox {
    var last: BlockBox?
    if let cells {
      var composer = typesetter.composer(isOpen: true, spoilers: spoilers)
      let row = composer.table(RichBlock.Table([cells]))
      fit(row, at: block, typesetter)
      last = box(of: row, at: block, typesetter)
    }
    let layouter = typesetter.layouter
    let own = layouter.edges(of: widths).last ?? 0
    let contents =
      last.map { stack.box(width: own, with: $0, skip: Self.skip) } ?? stack.box(width: own)
    let (width, height) = (typesetter.width, contents.size.height)
    guard isScrolled else {
      let x = layouter.isRightToLeft ? width - own : 0
      return BlockBox(
        size: Size(width: width, height: height), items: [.box(contents, Point(x: x, y: 0))])
    }
    let viewport = Rect(x: 0, y: 0, width: width, height: height)
    return BlockBox(
      size: Size(width: width, height: height + layouter.metrics.scrollBar),
      items: [.scroll(contents, viewport, BlockPath([block]))])
  }

  /// Rows touch each other.
  private static let skip = RichMetrics.Skip(above: 0, below: 0)

  private func box(
    of row: ComposedTable, at block: Int, _ typesetter: BlockTypesetter
  ) -> BlockBox {
    let layouter = typesetter.layouter
    return layouter.cells(
      of: row, columns: layouter.edges(of: widths), at: BlockPath([block]))
  }

  /// Widens the columns for a row, and lays the other rows out again if they changed.
  ///
  /// A width grows at most up to the room, so that this happens a bounded number of times.
  private mutating func fit(
    _ row: ComposedTable, at block: Int, _ typesetter: BlockTypesetter
  ) {
    for (column, interval) in row.columns.columns.enumerated() {
      if column == intervals.count { intervals.append(ColumnWidths.Interval()) }
      intervals[column].least = max(intervals[column].least, interval.least)
      intervals[column].preferred = max(intervals[column].preferred, interval.preferred)
    }
    let layouter = typesetter.layouter
    let columns = ColumnWidths(
      count: intervals.count, cells: intervals.enumerated().map { ($0..<$0 + 1, $1) })
    let old = widths
    grow(to: columns, room: typesetter.width, layouter.metrics)
    guard widths != old else { return }
    var stack = GrowingStack()
    for row in rows { stack.add(box(of: row, at: block, typesetter), skip: Self.skip) }
    stack.seal()
    self.stack = stack
    generation += 1
  }

  /// Sets the widths to the greater ones of the old and those of the automatic layout, as far as
  /// there is room.
  private mutating func grow(to columns: ColumnWidths, room: Double, _ metrics: RichMetrics) {
    let old = widths + Array(repeating: 0, count: columns.columns.count - widths.count)
    isScrolled = isScrolled || columns.least > room
    let wanted =
      isScrolled
      ? columns.scrolledWidths(greatest: metrics.scrolledColumnShare * room)
      : columns.widths(in: room)
    widths = zip(old, wanted).map { max($0, $1) }
    let sum = widths.reduce(0, +)
    guard !isScrolled, sum > room else { return }
    let least = zip(old, columns.columns).map { max($0, $1.least) }
    let needed = least.reduce(0, +)
    if needed > room {
      isScrolled = true
      widths = least
    } else {
      let share = (room - needed) / (sum - needed)
      widths = zip(least, widths).map { $0 + ($1 - $0) * share }
    }
  }
}
