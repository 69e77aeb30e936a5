internal import GalleyBasics
public import GalleyGeometry

extension TextLayout {
  /// Returns whether another layout has the same glyphs on the same lines, ignoring colors.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  public func hasSameLines(as other: TextLayout) -> Bool {
    if self === other { return true }
    guard lineCount == other.lineCount else { return false }
    var (own, others) = (PlacementScratch(), PlacementScratch())
    for index in 0..<lineCount {
      guard line(at: index) == other.line(at: index) else { return false }
      placePieces(ofLine: index, in: &own)
      other.placePieces(ofLine: index, in: &others)
      guard own.glyphs == others.glyphs else { return false }
      let isEqual = own.pieces.elementsEqual(others.pieces) {
        $0.x == $1.x && $0.width == $1.width && $0.range == $1.range && $0.level == $1.level
          && $0.pointsPerUnit == $1.pointsPerUnit
      }
      guard isEqual else { return false }
    }
    return true
  }

  /// Returns the innermost block whose frame, including bar and title, contains a point.
  ///
  /// - Complexity: O(log *n* + *d*), where *n* is the number of blocks and *d* their nesting depth.
  public func block(at point: Point) -> Block? {
    let blocks = blocks
    var end = blocks.partitioningIndex { !($0.frame.minY <= point.y) }
    // The last block that begins above the point either contains it or is nested in one that does.
    while end > 0 {
      let block = blocks[end - 1]
      if block.frame.contains(point) { return block }
      guard let parent = block.parent else { return nil }
      while end > 0, blocks[end - 1].index != parent { end -= 1 }
    }
    return nil
  }
}
