/// The widths of a table's columns, by the automatic layout of CSS 2.1, section 17.5.2.2.
///
/// CSS leaves the shares of cells that span columns open; they are those of Chromium. Widths are in
/// points and include the padding of cells.
struct ColumnWidths: Hashable, Sendable {
  /// The least and the preferred width of a cell or a column.
  struct Interval: Hashable, Sendable {
    /// The width of the widest piece that cannot be broken.
    var least = 0.0
    /// The width without line breaks.
    var preferred = 0.0
    /// Whether a cell begins in a column.
    ///
    /// Of spanning cells that share equally, other columns get nothing, as in Chromium; where they
    /// meet is not visible.
    var isStart = false
  }

  /// The intervals of the columns.
  private(set) var columns: [Interval]
  /// The sum of the least widths.
  let least: Double
  /// The sum of the preferred widths.
  let preferred: Double

  /// Computes the intervals of columns from those of cells.
  ///
  /// - Parameters:
  ///   - count: The number of columns.
  ///   - cells: The columns that each cell covers, and its interval; cells without columns are
  ///     ignored.
  /// - Complexity: O(*n* log *n*) in the number of covered slots.
  init(count: Int, cells: [(columns: Range<Int>, interval: Interval)]) {
    columns = Array(repeating: Interval(), count: count)
    var spanning: [Int] = []
    for (index, cell) in cells.enumerated() where !cell.columns.isEmpty {
      columns[cell.columns.lowerBound].isStart = true
      if cell.columns.count > 1 {
        spanning.append(index)
      } else {
        let column = cell.columns.lowerBound
        columns[column].least = max(columns[column].least, cell.interval.least)
        columns[column].preferred = max(columns[column].preferred, cell.interval.preferred)
      }
    }
    for column in columns.indices {
      columns[column].preferred = max(columns[column].preferred, columns[column].least)
    }
    // Cells with the same span keep their order.
    spanning.sort {
      (cells[$0].columns.count, $0) < (cells[$1].columns.count, $1)
    }
    for index in spanning { columns.widen(cells[index].columns, for: cells[index].interval) }
    least = columns.reduce(0) { $0 + $1.least }
    preferred = columns.reduce(0) { $0 + $1.preferred }
  }

  /// Returns the widths of the columns in a given room.
  ///
  /// A table is no wider than its preferred width, and no narrower than its least width, in which
  /// case it overflows the room.
  func widths(in room: Double) -> [Double] {
    columns[...].shares(of: min(max(room, least), preferred))
  }
}

extension [ColumnWidths.Interval] {
  /// Widens columns so that a cell that spans them fits.
  fileprivate mutating func widen(_ range: Range<Int>, for cell: ColumnWidths.Interval) {
    let least = self[range].shares(of: cell.least)
    for (column, width) in zip(range, least) {
      self[column].least = Swift.max(self[column].least, width)
      self[column].preferred = Swift.max(self[column].preferred, self[column].least)
    }
    let preferred = self[range].shares(of: Swift.max(cell.preferred, cell.least))
    for (column, width) in zip(range, preferred) {
      self[column].preferred = Swift.max(self[column].preferred, width)
    }
  }
}

extension ArraySlice<ColumnWidths.Interval> {
  /// Returns the columns' shares of a width.
  ///
  /// Between the sums of the least and the preferred widths, a column's share grows with the
  /// difference of its own two. Beyond, it is in proportion to the preferred width.
  fileprivate func shares(of width: Double) -> [Double] {
    let least = reduce(0) { $0 + $1.least }
    let preferred = reduce(0) { $0 + $1.preferred }
    if width <= least { return map(\.least) }
    if width < preferred {
      let factor = (width - least) / (preferred - least)
      return map { $0.least + ($0.preferred - $0.least) * factor }
    }
    let rest = width - preferred
    guard preferred > 0 else {
      let share = rest / Double(count(where: \.isStart))
      return map { $0.isStart ? share : 0 }
    }
    return map { $0.preferred + rest * ($0.preferred / preferred) }
  }
}

extension ColumnWidths {
  /// Returns the widths of the columns of a table that scrolls: the preferred ones, if they are not
  /// too great.
  func scrolledWidths(greatest: Double) -> [Double] {
    columns.map { max($0.least, min($0.preferred, greatest)) }
  }
}
