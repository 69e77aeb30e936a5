public import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping

extension TextLayout {
  /// The rectangles that a range of the text covers.
  ///
  /// - Parameter range: UTF-8 offsets.
  /// - Returns: From the top down, and from left to right on each line; as high as their lines.
  ///   Pieces that touch are one rectangle. White space that hangs is not covered.
  public func rects(of range: Range<Int>) -> [Rect] {
    var rects: [Rect] = []
    var scratch = PlacementScratch()
    for index in spans.indices {
      guard Int(spans[index].end) > range.lowerBound else { continue }
      guard Int(lineStart(index)) < range.upperBound else { break }
      let line = line(at: index)
      placePieces(ofLine: index, in: &scratch)
      let first = rects.count
      for piece in scratch.pieces {
        guard let extent = extent(of: range, in: piece, glyphs: scratch.glyphs) else { continue }
        let left = line.x + piece.x + extent.lowerBound
        let right = line.x + piece.x + extent.upperBound
        if rects.count > first, abs(rects[rects.count - 1].maxX - left) < 1e-6 {
          rects[rects.count - 1].size.width = right - rects[rects.count - 1].minX
        } else {
          rects.append(Rect(x: left, y: line.y, width: right - left, height: line.height))
        }
      }
    }
    return rects
  }

  /// What of a piece a range covers, in points from the piece's left end.
  ///
  /// A cluster that the range cuts is divided evenly among its scalars.
  private func extent(
    of range: Range<Int>, in piece: LinePiece, glyphs: [Glyph]
  ) -> ClosedRange<Double>? {
    let covered = range.clamped(to: piece.range)
    guard !covered.isEmpty else { return nil }
    if piece.glyphs.isEmpty { return 0...piece.width }
    let start = distance(to: covered.lowerBound, in: piece, glyphs: glyphs)
    let end = distance(to: covered.upperBound, in: piece, glyphs: glyphs)
    return piece.level & 1 == 1
      ? min(piece.width - end, piece.width - start)...max(piece.width - end, piece.width - start)
      : min(start, end)...max(start, end)
  }

  /// How far `offset` is from where the piece's text begins, in points.
  private func distance(to offset: Int, in piece: LinePiece, glyphs: [Glyph]) -> Double {
    if offset >= piece.range.upperBound { return piece.width }
    var units = 0
    var index = piece.glyphs.lowerBound
    while index < piece.glyphs.upperBound {
      let start = Int(glyphs[index].cluster)
      var width = 0
      var next = index
      while next < piece.glyphs.upperBound, Int(glyphs[next].cluster) == start {
        width += Int(glyphs[next].advance)
        next += 1
      }
      let end =
        next < piece.glyphs.upperBound ? Int(glyphs[next].cluster) : piece.range.upperBound
      if offset <= start { break }
      if offset < end {
        let part = Double(scalarCount(start..<offset)) / Double(max(1, scalarCount(start..<end)))
        return (Double(units) + Double(width) * part) * piece.pointsPerUnit
      }
      units += width
      index = next
    }
    return Double(units) * piece.pointsPerUnit
  }

  private func scalarCount(_ range: Range<Int>) -> Int {
    let bytes = text.string.utf8.span
    return range.reduce(0) { $0 + (bytes[$1] & 0xC0 == 0x80 ? 0 : 1) }
  }
}
