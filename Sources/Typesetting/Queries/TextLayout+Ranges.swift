internal import GalleyBasics
public import GalleyGeometry
import GalleyShaping

extension TextLayout {
  /// Returns the rectangles that a range of the text covers.
  ///
  /// - Parameter range: UTF-8 offsets.
  /// - Returns: The rectangles from the top down, and from left to right on each line, as high as
  ///   their lines. Adjacent rectangles are merged. Hanging white space and hidden lines are not
  ///   covered.
  /// - Complexity: O(log *l* + *n*), where *l* is the number of lines and *n* the length of the
  ///   lines that the range overlaps.
  public func rects(of range: Range<Int>) -> [Rect] {
    var rects: [Rect] = []
    visitRects(of: [range]) { rects.append($1) }
    return rects
  }

  /// Returns the rectangles that each of several ranges covers, in one pass over the lines.
  ///
  /// - Parameter ranges: UTF-8 offsets, in any order.
  /// - Returns: For each range, the result of ``rects(of:)-(Range<Int>)``.
  public func rects(of ranges: [Range<Int>]) -> [[Rect]] {
    var rects = [[Rect]](repeating: [], count: ranges.count)
    visitRects(of: ranges) { rects[$0].append($1) }
    return rects
  }

  /// Visits the rectangles of ranges; those of one range from the top down and from left to right.
  private func visitRects(of ranges: [Range<Int>], _ body: (Int, Rect) -> Void) {
    let order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
    var table = LineTable()
    var active: [Int] = []
    var next = 0
    var line = 0
    while next < order.count || !active.isEmpty {
      if active.isEmpty { line = max(line, lineIndex(at: ranges[order[next]].lowerBound)) }
      guard line < lineCount else { return }
      let end = lineEnd(line)
      while next < order.count, ranges[order[next]].lowerBound < end {
        active.append(order[next])
        next += 1
      }
      let start = lineRange(line).lowerBound
      active.removeAll { ranges[$0].upperBound <= start }
      if !active.isEmpty { table.load(line, of: self) }
      for index in active {
        visitRects(of: ranges[index], on: &table) { body(index, $0) }
      }
      line += 1
    }
  }

  /// Visits the rectangles that a range covers on the line loaded in a table.
  private func visitRects(of range: Range<Int>, on table: inout LineTable, _ body: (Rect) -> Void) {
    let line = table.box
    var pending: ClosedRange<Double>?
    func end() {
      guard let extent = pending else { return }
      let width = extent.upperBound - extent.lowerBound
      body(Rect(x: extent.lowerBound, y: line.y, width: width, height: line.height))
    }
    // The indices of the pieces are in visual order.
    for index in table.pieces(in: range).sorted() {
      guard let extent = table.extent(of: range, inPiece: index, of: shaped) else { continue }
      let left = line.x + table.pieces[index].x + extent.lowerBound
      let right = line.x + table.pieces[index].x + extent.upperBound
      if let last = pending, abs(last.upperBound - left) < 1e-6 {
        pending = last.lowerBound...max(last.lowerBound, right)
      } else {
        end()
        pending = left...max(left, right)
      }
    }
    end()
  }

  /// Returns the byte range of a line.
  func lineRange(_ index: Int) -> Range<Int> {
    Int(lineStart(index))..<lineEnd(index)
  }

  /// Returns the end of a line.
  func lineEnd(_ index: Int) -> Int { Int(spans[index].end) }

  /// Returns the index of the first line that ends after `offset`, or the number of lines if none
  /// does.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines.
  func lineIndex(at offset: Int) -> Int {
    spans.partitioningIndex { Int($0.end) > offset }
  }
}
