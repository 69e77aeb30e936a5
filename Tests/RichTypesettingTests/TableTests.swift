import Testing

@testable import GalleyRichTypesetting

@Suite struct TableTests {
  private typealias Interval = ColumnWidths.Interval

  // MARK: Widths

  private func columns(_ intervals: [(Double, Double)]) -> ColumnWidths {
    ColumnWidths(
      count: intervals.count,
      cells: intervals.enumerated().map {
        ($0..<($0 + 1), Interval(least: $1.0, preferred: $1.1))
      })
  }

  @Test func `a table with enough room has its preferred width`() {
    #expect(columns([(10, 30), (20, 50)]).widths(in: 500) == [30, 50])
  }

  @Test func `a table without enough room has its least width`() {
    #expect(columns([(10, 30), (20, 50)]).widths(in: 5) == [10, 20])
  }

  @Test func `room between the two is shared by the differences`() {
    #expect(columns([(10, 30), (20, 80)]).widths(in: 70) == [20, 50])
  }

  @Test func `a spanning cell widens its columns in proportion to their preferred widths`() {
    let widths = ColumnWidths(
      count: 2,
      cells: [
        (0..<1, Interval(least: 10, preferred: 10)), (1..<2, Interval(least: 30, preferred: 30)),
        (0..<2, Interval(least: 80, preferred: 80)),
      ])
    #expect(widths.widths(in: 500) == [20, 60])
  }

  @Test func `a spanning cell over empty columns widens those equally in which a cell begins`() {
    let widths = ColumnWidths(
      count: 4,
      cells: [
        (0..<4, Interval(least: 8, preferred: 40)), (0..<2, Interval()), (2..<4, Interval()),
      ])
    #expect(widths.columns.map(\.least) == [4, 0, 4, 0])
    #expect(widths.columns.map(\.preferred) == [20, 0, 20, 0])
  }

  @Test func `narrow spans are applied before wide ones`() {
    let widths = ColumnWidths(
      count: 3,
      cells: [
        (0..<3, Interval(least: 60, preferred: 60)), (0..<2, Interval(least: 40, preferred: 40)),
        (1..<2, Interval()), (2..<3, Interval(least: 20, preferred: 20)),
      ])
    #expect(widths.widths(in: 500) == [20, 20, 20])
  }

  // MARK: Heights

  @Test func `a cell over several rows shares its rest by the heights of the rows`() {
    let heights = RowHeights.heights(count: 2, cells: [(0..<1, 10), (1..<2, 30), (0..<2, 80)])
    #expect(heights == [20, 60])
  }

  @Test func `rows without other cells share equally`() {
    #expect(RowHeights.heights(count: 2, cells: [(0..<2, 30)]) == [15, 15])
  }
}
