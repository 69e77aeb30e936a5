/// The heights of a table's rows, in points.
enum RowHeights {
  /// Computes the heights of rows from those of cells.
  ///
  /// A row is as high as its tallest cell. What a cell over several rows needs beyond their sum is
  /// shared among them in proportion to their heights, or equally if all are zero.
  ///
  /// - Parameters:
  ///   - count: The number of rows.
  ///   - cells: The rows that each cell covers, and its height; cells without rows are ignored.
  /// - Returns: The height of each row.
  static func heights(count: Int, cells: [(rows: Range<Int>, height: Double)]) -> [Double] {
    var heights = Array(repeating: 0.0, count: count)
    for cell in cells where cell.rows.count == 1 {
      heights[cell.rows.lowerBound] = max(heights[cell.rows.lowerBound], cell.height)
    }
    let spanning = cells.indices.filter { cells[$0].rows.count > 1 }.sorted {
      (cells[$0].rows.count, $0) < (cells[$1].rows.count, $1)
    }
    for index in spanning {
      let (rows, height) = cells[index]
      let sum = rows.reduce(0) { $0 + heights[$1] }
      guard height > sum else { continue }
      for row in rows {
        let share = sum > 0 ? heights[row] / sum : 1 / Double(rows.count)
        heights[row] += (height - sum) * share
      }
    }
    return heights
  }
}
