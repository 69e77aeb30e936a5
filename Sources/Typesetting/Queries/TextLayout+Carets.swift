internal import GalleyBasics
public import GalleyGeometry
internal import GalleyShaping

extension TextLayout {
  /// Returns the caret at a position.
  ///
  /// A position within a character is moved to the character's start; one in hidden text, to the
  /// start of the hidden range.
  ///
  /// - Parameter position: The position, clamped to the text.
  /// - Returns: The caret, or `nil` if there are no lines.
  public func caret(at position: TextPosition) -> Caret? {
    var table = LineTable()
    return caret(at: position, in: &table)
  }

  /// Returns the caret position nearest to a point: the near edge of the character there.
  ///
  /// A point beside a line is at its end, before the hanging white space; a point above or below
  /// the lines belongs to the first or last line.
  ///
  /// - Returns: The position, with upstream affinity only if it matters.
  /// - Complexity: O(log *l* + *n*) for *l* lines, where *n* is the length of the line at the
  ///   point.
  public func position(at point: Point) -> TextPosition {
    var table = LineTable()
    guard let line = lineIndex(atY: point.y) else { return TextPosition(offset: 0) }
    let carets = CaretLine(line, of: self, in: &table)
    return carets.canonical(carets.position(atX: point.x))
  }

  func caret(at position: TextPosition, in table: inout LineTable) -> Caret? {
    guard let (line, position) = place(of: position) else { return nil }
    let carets = CaretLine(line, of: self, in: &table)
    let place = carets.canonical(carets.nearestEdge(to: position).position)
    let edge = carets.nearestEdge(to: place)
    let other = carets.edge(
      at: place.offset, edge.position.affinity == .upstream ? .downstream : .upstream)
    var caret = Caret(
      position: place, line: line, frame: carets.frame(atX: edge.x),
      isRightToLeft: edge.level & 1 == 1)
    if let other, abs(other.x - edge.x) > 1e-6 { caret.otherFrame = carets.frame(atX: other.x) }
    return caret
  }

  /// Returns the line of a caret and its position there, or `nil` if there are no lines.
  func place(of position: TextPosition) -> (line: Int, position: TextPosition)? {
    guard lineCount > 0 else { return nil }
    let offset = min(max(position.offset, 0), text.length)
    let line = lineIndex(at: offset)
    let start = line < lineCount ? lineRange(line).lowerBound : Int.max
    let isHidden = offset < start
    let isEndOfLineBefore =
      offset == start && position.affinity == .upstream && line > 0 && !endsHard(line - 1)
    if line > 0, isHidden || isEndOfLineBefore {
      let end = min(offset, lineEnd(line - 1))
      return (line - 1, TextPosition(offset: end, affinity: .upstream))
    }
    return (min(line, lineCount - 1), TextPosition(offset: offset, affinity: position.affinity))
  }

  /// Returns whether a line ends with a line end of the text.
  func endsHard(_ line: Int) -> Bool {
    let bytes = text.string.utf8.span
    let end = lineEnd(line)
    guard end > lineRange(line).lowerBound else { return false }
    return lineEndLength(in: bytes, at: bytes.scalarStart(at: end - 1)) > 0
  }

  /// Returns the index of the line at or nearest to a y coordinate, or `nil` if there are no lines.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of lines.
  func lineIndex(atY y: Double) -> Int? {
    guard lineCount > 0 else { return nil }
    let next = (0..<lineCount).partitioningIndex { !(lineTop($0) <= y) }
    guard next > 0 else { return 0 }
    guard next < lineCount else { return lineCount - 1 }
    // Lines that are not flowed have no space between them.
    guard flow != nil else { return next - 1 }
    let box = line(at: next - 1)
    return y - (box.y + box.height) > lineTop(next) - y ? next : next - 1
  }

  /// Returns the upper edge of a line.
  func lineTop(_ index: Int) -> Double {
    if let flow { return flow.topInset + flow.flow.lines[index].top }
    return heights.top(index)
  }
}

extension CaretLine {
  /// Returns the frame of a caret on the line.
  func frame(atX x: Double) -> Rect { Rect(x: x, y: box.y, width: 0, height: box.height) }

  /// Returns the caret position nearest to `x`.
  func position(atX x: Double) -> TextPosition {
    guard let cell = cell(atX: x) else {
      return nearestEdge(to: .init(offset: content.lowerBound)).position
    }
    let isLeft = x < (cell.left + cell.right) / 2
    let (left, right) = (leftEdge(of: cell), rightEdge(of: cell))
    let edge = isLeft ? left ?? right : right ?? left
    return edge?.position ?? TextPosition(offset: cell.character.lowerBound)
  }

  /// Returns the cell at or nearest to `x`, or `nil` if no cell has a width.
  func cell(atX x: Double) -> Cell? {
    var nearest: Cell?
    var least = Double.infinity
    for cell in cells where cell.right > cell.left {
      if x >= cell.left, x < cell.right { return cell }
      let distance = cell.distance(toX: x)
      if distance < least { (nearest, least) = (cell, distance) }
    }
    return nearest
  }
}

extension CaretLine.Cell {
  /// Returns the distance of a coordinate from the cell, or 0 within it.
  func distance(toX x: Double) -> Double { x < left ? left - x : x > right ? x - right : 0 }
}
