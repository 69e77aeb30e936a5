public import GalleyGeometry
public import GalleyTypesetting

extension RichLayout {
  /// The positions before the first and after the last character.
  public var positions: Range<Position> {
    let first = Position(text: 0, offset: 0)
    guard let last = texts.last else { return first..<first }
    return first..<Position(text: texts.count - 1, offset: last.layout.text.length)
  }

  /// Returns the rectangles of a range, by text in reading order, in points.
  ///
  /// Rectangles in a table that scrolls are clipped by its visible part.
  public func rects(of range: Range<Position>) -> [Rect] {
    parts(of: range).flatMap { index, bytes in
      let text = texts[index]
      let rects = text.layout.rects(of: bytes).map {
        $0.offset(x: text.origin.x, y: text.origin.y)
      }
      guard let viewport = text.viewport else { return rects }
      return rects.map { $0.intersection(viewport) }.filter { !$0.isEmpty }
    }
  }

  /// Returns the range of the unit that contains a position, such as its word.
  public func range(of unit: TextLayout.Unit, at position: Position) -> Range<Position>? {
    guard texts.indices.contains(position.text) else { return nil }
    let bytes = texts[position.text].layout.range(of: unit, at: position.position.offset)
    return Position(
      text: position.text, offset: bytes.lowerBound)..<Position(
        text: position.text, offset: bytes.upperBound)
  }

  /// Returns the texts that a range touches, with the byte range of each.
  func parts(of range: Range<Position>) -> [(text: Int, bytes: Range<Int>)] {
    let touched = range.lowerBound.text...range.upperBound.text
    return texts.indices.filter(touched.contains).map { index in
      let length = texts[index].layout.text.length
      let start = index == range.lowerBound.text ? range.lowerBound.position.offset : 0
      let end = index == range.upperBound.text ? range.upperBound.position.offset : length
      let clamped = max(0, min(start, length))..<max(0, min(max(start, end), length))
      return (index, clamped)
    }
  }
}
