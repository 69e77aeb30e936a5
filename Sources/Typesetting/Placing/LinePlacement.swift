import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

// Turns a line span into pieces in visual order. Measuring, painting and queries share this code,
// so that they always agree.

extension TextLayout {
  /// Places the runs of a line side by side: the scratch receives the pieces in visual order, left
  /// to right, and their glyphs.
  ///
  /// White space that hangs at the line's end is omitted: it takes no room and is not painted. That
  /// makes rule L1 of UAX #9 unnecessary, since it only moves that white space; L2 orders the rest.
  func placePieces(ofLine index: Int, in scratch: inout PlacementScratch) {
    collectPieces(ofLine: index, in: &scratch)
    if let line = justification?.lines[index] { stretchPieces(by: line, in: &scratch) }
    scratch.orderPieces()
    if flow != nil { scratch.takeOutToken() }
  }

  /// Collects the pieces of a line in logical order, and their glyphs.
  func collectPieces(ofLine index: Int, in scratch: inout PlacementScratch) {
    let collector = LinePieceCollector(
      text: shaped, patches: patches, tabs: flow?.flow.tabs, tabWidth: options.tabWidth,
      stretched: justification?.lines[index]?.patches ?? [])
    collector.collect(
      spans[index], from: lineStart(index), truncation: flow?.flow.truncation(ofLine: index),
      in: &scratch)
  }
}

extension PlacementScratch {
  /// Reorders the pieces of a line from logical to visual order, and places them side by side.
  mutating func orderPieces() {
    if pieces.contains(where: { $0.level > 0 }) { reorderPieces() }
    var x = 0.0
    for piece in pieces.indices {
      pieces[piece].x = x
      x += pieces[piece].width
    }
  }

  /// Reorders pieces from logical to visual order.
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
