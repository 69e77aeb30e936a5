internal import GalleyBasics

extension RichBlock {
  /// A table.
  public struct Table: Hashable, Sendable {
    /// The rows of cells, which may differ in length.
    public var rows: [[Cell]]
    /// Whether lines separate the cells.
    public var isBordered: Bool
    /// Whether every other row has a background.
    public var isStriped: Bool
    /// Whether cells have small padding.
    public var isCompact: Bool
    /// The caption.
    public var caption: RichText?

    /// Creates a table.
    public init(
      _ rows: [[Cell]], isBordered: Bool = false, isStriped: Bool = false, isCompact: Bool = false,
      caption: RichText? = nil
    ) {
      self.rows = rows
      self.isBordered = isBordered
      self.isStriped = isStriped
      self.isCompact = isCompact
      self.caption = caption
    }

    /// A cell of a table.
    public struct Cell: Hashable, Sendable {
      /// The text; a cell with `nil` is not painted, not even its background.
      public var text: RichText?
      /// Whether the cell is a header.
      public var isHeader: Bool
      /// The number of columns that the cell covers, at least 1.
      public var columnSpan: Int
      /// The number of rows that the cell covers, at least 1; rows past the end do not count.
      public var rowSpan: Int
      /// The horizontal alignment; `nil` is the start side of the message.
      public var alignment: Alignment?
      /// The vertical alignment; `nil` is the middle.
      public var verticalAlignment: VerticalAlignment?

      /// Creates a cell.
      public init(
        _ text: RichText?, isHeader: Bool = false, columnSpan: Int = 1, rowSpan: Int = 1,
        alignment: Alignment? = nil, verticalAlignment: VerticalAlignment? = nil
      ) {
        self.text = text
        self.isHeader = isHeader
        self.columnSpan = max(1, columnSpan)
        self.rowSpan = max(1, rowSpan)
        self.alignment = alignment
        self.verticalAlignment = verticalAlignment
      }

      /// Whether the cell is painted.
      public var isPainted: Bool { text != nil }
    }

    /// A physical horizontal alignment.
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
      /// At the left edge, in any direction of text.
      case left
      /// In the middle.
      case center
      /// At the right edge, in any direction of text.
      case right
    }

    /// A vertical alignment.
    public enum VerticalAlignment: String, Hashable, Sendable, CaseIterable {
      /// At the top of the cell.
      case top
      /// In the middle of the cell.
      case middle
      /// At the bottom of the cell.
      case bottom
    }

    /// The places of the cells in the grid of rows and columns.
    public var grid: Grid { Grid(of: rows) }
  }
}

extension RichBlock.Table {
  /// The places of a table's cells.
  ///
  /// Each cell begins in the first free column of its row. Rows past the end are cut off from row
  /// spans, and columns taken by cells above from column spans, so that no two cells overlap.
  public struct Grid: Hashable, Sendable {
    /// The place of a cell.
    public struct Place: Hashable, Sendable {
      /// The row that lists the cell, and the index of the cell in it.
      public var row: Int
      /// The index of the cell in its row.
      public var index: Int
      /// The columns that the cell covers.
      public var columns: Range<Int>
      /// The rows that the cell covers.
      public var rows: Range<Int>
    }

    /// The maximum number of columns that are placed; cells behind have none.
    public static let columnLimit = Limits.RichMessages.placedColumns

    /// The places in the order of the cells.
    public let places: [Place]
    /// The number of columns.
    public let columnCount: Int
    /// The number of rows.
    public let rowCount: Int

    /// Places the cells of rows.
    ///
    /// - Complexity: O(*r* + *c*), where *r* is the number of rows and *c* that of cells, for a
    ///   bounded number of columns.
    public init(of rows: [[Cell]]) {
      var places: [Place] = []
      /// The first row in which each column is free again.
      var free: [Int] = []
      for (row, cells) in rows.enumerated() {
        var column = 0
        for (index, cell) in cells.enumerated() {
          while column < free.count, free[column] > row { column += 1 }
          guard column < Self.columnLimit else { break }
          let rowEnd = row + min(max(1, cell.rowSpan), rows.count - row)
          let limit = column + min(max(1, cell.columnSpan), Self.columnLimit - column)
          let start = column
          while column < limit, column >= free.count || free[column] <= row {
            if column == free.count { free.append(0) }
            free[column] = rowEnd
            column += 1
          }
          places.append(Place(row: row, index: index, columns: start..<column, rows: row..<rowEnd))
        }
      }
      self.places = places
      columnCount = free.count
      rowCount = rows.count
    }
  }
}
