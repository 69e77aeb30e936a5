import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

// From a line span to pieces in visual order. Measuring, drawing and queries all go through here, so
// that what is measured is what is drawn.

extension TextLayout {
  /// Places the runs of a line beside each other.
  ///
  /// White space that hangs at the line's end is left out: it takes no room, and nothing of it is
  /// drawn. With it goes rule L1 of UAX #9, which only moves that white space; L2 orders the rest.
  ///
  /// - Parameters:
  ///   - index: The line.
  ///   - scratch: Gets the pieces in visual order, from left to right, and their glyphs.
  func placePieces(ofLine index: Int, in scratch: inout PlacementScratch) {
    gatherPieces(ofLine: index, in: &scratch)
    if let line = justification?.lines[index] { stretchPieces(by: line, in: &scratch) }
    scratch.orderPieces()
    if flow != nil { scratch.takeOutToken() }
  }

  /// Finds the pieces of a line in logical order, and their glyphs.
  func gatherPieces(ofLine index: Int, in scratch: inout PlacementScratch) {
    let gatherer = PieceGatherer(
      text: shaped, patches: patches, tabs: flow?.flow.tabs, tabWidth: options.tabWidth,
      stretched: justification?.lines[index]?.patches ?? [])
    gatherer.gather(
      spans[index], from: lineStart(index), cut: flow?.flow.cut(ofLine: index), in: &scratch)
  }
}

extension PlacementScratch {
  /// Puts the pieces of a line from logical into visual order, and beside each other.
  mutating func orderPieces() {
    if pieces.contains(where: { $0.level > 0 }) { reorderPieces() }
    var x = 0.0
    for piece in pieces.indices {
      pieces[piece].x = x
      x += pieces[piece].width
    }
  }

  /// Puts pieces from logical into visual order.
  ///
  /// - SeeAlso: UAX #9, L2.
  private mutating func reorderPieces() {
    var level = pieces.reduce(0) { max($0, $1.level) }
    while level > 0 {
      var start = 0
      while start < pieces.count {
        guard pieces[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < pieces.count, pieces[end].level >= level { end += 1 }
        pieces[start..<end].reverse()
        start = end
      }
      level -= 1
    }
  }
}
