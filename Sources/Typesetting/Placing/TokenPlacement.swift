import GalleyGeometry
import GalleyShaping

// The placement of a token on its line.

extension LinePieceCollector {
  /// Collects the pieces of a truncated line, with the token as one of the pieces.
  ///
  /// For reordering, the token is a neutral character: between text of one direction it takes that
  /// direction, else the paragraph's.
  ///
  /// - SeeAlso: UAX #9, N1 and N2.
  func collect(
    _ line: LineSpan, from start: Int, truncation: LineTruncation,
    in scratch: inout PlacementScratch
  ) {
    collect(
      start..<truncation.hidden.lowerBound, firstRun: Int(line.firstRun), of: line, in: &scratch)
    let number = scratch.pieces.count
    let before = scratch.pieces.last?.level
    scratch.pieces.append(
      LinePiece(
        run: LinePiece.tokenRun, range: truncation.hidden.lowerBound..<truncation.hidden.lowerBound,
        glyphs: 0..<0, width: truncation.token?.width ?? 0, level: truncation.level,
        pointsPerUnit: 0))
    let end = max(truncation.hidden.upperBound, Int(line.end))
    let contentEnd = endOfInk(
      in: text.input.text.string.utf8.span, truncation.hidden.upperBound..<end)
    collect(
      truncation.hidden.upperBound..<contentEnd, firstRun: truncation.suffixRun, of: line,
      in: &scratch)
    if let before, number + 1 < scratch.pieces.count {
      let behind = scratch.pieces[number + 1].level
      if before & 1 == behind & 1 { scratch.pieces[number].level = min(before, behind) }
    }
  }
}

extension TextLayout {
  /// Returns the placed token of a line, if it has one.
  func placedToken(of truncation: LineTruncation) -> Token? {
    guard let token = truncation.token else { return nil }
    var scratch = PlacementScratch()
    placePieces(ofLine: truncation.line, in: &scratch)
    let line = line(at: truncation.line)
    let own = token.layout.line(at: 0)
    let x = line.x + scratch.tokenX
    // White space at the end of a right-to-left token is on its left.
    let lead = own.isRightToLeft ? token.width - own.width : 0
    return Token(
      layout: token.layout, origin: Point(x: x + lead - own.x, y: line.baseline - own.baseline),
      frame: Rect(x: x, y: line.y, width: token.width, height: line.height), kind: truncation.kind)
  }
}

extension LinePiece {
  /// The run index that marks a token piece during placement.
  fileprivate static let tokenRun = -1
}

extension PlacementScratch {
  /// Removes the token from placed pieces; its space remains.
  mutating func takeOutToken() {
    guard let place = pieces.firstIndex(where: { $0.run == LinePiece.tokenRun }) else { return }
    tokenX = pieces[place].x
    pieces.remove(at: place)
  }
}
