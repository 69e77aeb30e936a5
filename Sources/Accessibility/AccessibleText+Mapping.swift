internal import GalleyBasics
package import GalleyGeometry
internal import GalleyTypesetting

extension Accessible.Text {
  /// The number of code points.
  package var count: Int { points.count }

  /// The whole text.
  package var string: String { string(in: 0..<count) }

  /// Returns the text of a range, which is clamped.
  package func string(in range: Range<Int>) -> String {
    points.string(ofBytes: points.bytes(ofIndices: range))
  }

  /// Returns a code point; `nil` beyond the text.
  package func scalar(at index: Int) -> Unicode.Scalar? {
    guard (0..<count).contains(index) else { return nil }
    return string(in: index..<index + 1).unicodeScalars.first
  }

  /// The selected code points; `nil` if nothing is selected.
  package var selectedRange: Range<Int>? {
    selection.map { range(ofSource: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The position of the caret; `nil` without one.
  package var caretIndex: Int? {
    caret.map { points.index(ofByte: shownOffset(ofSource: $0)) }
  }

  // MARK: The layout's text

  /// Returns the code points that are read for a range of the layout's text.
  ///
  /// Words that replace a part count as soon as the range touches that part.
  package func range(ofSource range: Range<Int>) -> Range<Int> {
    let start = shownOffset(ofSource: range.lowerBound)
    guard !range.isEmpty, let last = piece({ $0.source.lowerBound < range.upperBound }) else {
      let index = points.index(ofByte: start)
      return index..<index
    }
    let end =
      last.isReplaced
      ? last.shown.upperBound
      : min(
        last.shown.lowerBound + range.upperBound - last.source.lowerBound, last.shown.upperBound)
    return points.indices(ofBytes: start..<max(start, end))
  }

  /// Returns the range of the layout's text for which code points are read; the range is clamped.
  package func sourceRange(of range: Range<Int>) -> Range<Int> {
    let shown = points.bytes(ofIndices: range)
    let start = sourceOffset(ofShown: shown.lowerBound)
    guard !shown.isEmpty, let last = piece({ $0.shown.lowerBound < shown.upperBound }) else {
      return start..<start
    }
    let end =
      last.isReplaced
      ? last.source.upperBound
      : last.source.lowerBound + shown.upperBound - last.shown.lowerBound
    return start..<max(start, end)
  }

  private func shownOffset(ofSource offset: Int) -> Int {
    guard let piece = piece({ $0.source.lowerBound <= offset }) else { return 0 }
    if offset >= piece.source.upperBound { return piece.shown.upperBound }
    return piece.shown.lowerBound + (piece.isReplaced ? 0 : offset - piece.source.lowerBound)
  }

  private func sourceOffset(ofShown offset: Int) -> Int {
    guard let piece = piece({ $0.shown.lowerBound <= offset }) else { return 0 }
    if offset >= piece.shown.upperBound { return piece.source.upperBound }
    return piece.source.lowerBound + (piece.isReplaced ? 0 : offset - piece.shown.lowerBound)
  }

  /// Returns the last piece that fulfills a condition, which only the first ones do.
  private func piece(_ isBefore: (Piece) -> Bool) -> Piece? {
    let end = pieces.partitioningIndex { !isBefore($0) }
    return end == 0 ? nil : pieces[end - 1]
  }

  // MARK: Places

  /// Returns the rectangles of a range, in the coordinates of the object's frame.
  ///
  /// Every part of the words for a spoiler has the rectangles of the whole spoiler.
  package func frames(of range: Range<Int>) -> [Rect] {
    layout.rects(of: sourceRange(of: range)).map { $0.offset(x: origin.x, y: origin.y) }
  }

  /// Returns the code point at a point in the coordinates of the object's frame; `nil` beside the
  /// text.
  package func index(at point: Point) -> Int? {
    let place = Point(x: point.x - origin.x, y: point.y - origin.y)
    guard let character = layout.character(at: place, slop: 0) else { return nil }
    return range(ofSource: character).lowerBound
  }
}
