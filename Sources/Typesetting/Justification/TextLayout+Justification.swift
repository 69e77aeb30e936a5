import GalleyHarfBuzz
import GalleyShaping

extension TextLayout {
  /// The maximum slack that a line distributes, in points.
  private static let greatestSlack = 1e6

  /// Returns the layout with the lines of justified paragraphs stretched.
  ///
  /// - Complexity: O(*n*) if there are such lines, where *n* is the number of glyphs.
  func stretchingJustifiedLines() -> TextLayout {
    guard mayBeJustified else { return self }
    var scratch = PlacementScratch()
    var lines: [Justification.Line?] = []
    lines.reserveCapacity(spans.count)
    for index in spans.indices { lines.append(stretch(ofLine: index, in: &scratch)) }
    guard lines.contains(where: { $0 != nil }) else { return self }
    return stretched(Justification(lines: lines))
  }

  private func stretch(
    ofLine index: Int, in scratch: inout PlacementScratch
  ) -> Justification.Line? {
    guard !spans[index].endsParagraph, isJustified(line: index) else { return nil }
    let (available, width) = (alignmentWidth(ofLine: index), spans[index].width)
    var slack = available - width
    guard slack > 0, slack <= TextLayout.greatestSlack else { return nil }
    collectPieces(ofLine: index, in: &scratch)
    let first = firstPieceBehindTabs(in: scratch)
    var kashida = Kashida(text: shaped, pieces: scratch.pieces[first...], glyphs: scratch.glyphs)
    let patches = kashida.stretch(by: slack)
    slack = max(0, slack - kashida.growth)
    let count = scratch.splitPieces(from: first, whereGivingWay: text.string.utf8.span, by: 0)
    guard count > 0 else {
      return patches.isEmpty
        ? nil : Justification.Line(width: width + kashida.growth, gap: 0, patches: patches)
    }
    return Justification.Line(width: available, gap: slack / Double(count), patches: patches)
  }

  /// Stretches the pieces of a line, which are in logical order.
  func stretchPieces(by line: Justification.Line, in scratch: inout PlacementScratch) {
    _ = scratch.splitPieces(
      from: firstPieceBehindTabs(in: scratch), whereGivingWay: text.string.utf8.span, by: line.gap)
  }

  /// Returns the index of the first piece after the last tab, which absorbs any change before it.
  private func firstPieceBehindTabs(in scratch: PlacementScratch) -> Int {
    scratch.pieces.lastIndex { shaped.runs[$0.run].kind == .tab }.map { $0 + 1 } ?? 0
  }
}

extension PlacementScratch {
  /// Splits pieces in logical order, starting with the one at `first`, at each gap, and returns the
  /// number of gaps; `gap` points are added at each.
  fileprivate mutating func splitPieces(
    from first: Int, whereGivingWay text: Span<UInt8>, by gap: Double
  ) -> Int {
    let whole = pieces
    pieces.removeSubrange(first...)
    var finder = GapFinder(lineEnd: whole.last?.range.upperBound ?? 0)
    var count = 0
    for piece in whole[first...] {
      var rest = piece
      var glyph = piece.glyphs.lowerBound
      var units = 0
      while glyph < piece.glyphs.upperBound {
        let start = Int(glyphs[glyph].cluster)
        while glyph < piece.glyphs.upperBound, Int(glyphs[glyph].cluster) == start {
          units += Int(glyphs[glyph].advance)
          glyph += 1
        }
        let end =
          glyph < piece.glyphs.upperBound ? Int(glyphs[glyph].cluster) : piece.range.upperBound
        guard finder.givesWay(behind: start..<end, of: text) else { continue }
        count += 1
        pieces.append(rest.splitOff(end: end, glyph: glyph, units: units, gap: gap))
        units = 0
      }
      guard !rest.range.isEmpty || !rest.glyphs.isEmpty else { continue }
      if !piece.glyphs.isEmpty { rest.width = Double(units) * piece.pointsPerUnit }
      pieces.append(rest)
    }
    return count
  }
}

extension LinePiece {
  /// Removes and returns the first part of the piece, up to a UTF-8 offset and the index of a
  /// glyph.
  ///
  /// `units` is the advance of its glyphs in design units, and `gap` the space after it, in points.
  fileprivate mutating func splitOff(end: Int, glyph: Int, units: Int, gap: Double) -> LinePiece {
    var part = self
    part.range = range.lowerBound..<end
    part.glyphs = glyphs.lowerBound..<glyph
    part.width = Double(units) * pointsPerUnit + gap
    part.gap = gap
    range = end..<range.upperBound
    glyphs = glyph..<glyphs.upperBound
    return part
  }
}

/// Determines, cluster by cluster, whether a line has a gap after it.
private struct GapFinder {
  /// The end of the line's visible text.
  let lineEnd: Int
  private var hasInk = false
  private var last = JustificationClass.other

  init(lineEnd: Int) { self.lineEnd = lineEnd }

  mutating func givesWay(behind cluster: Range<Int>, of text: Span<UInt8>) -> Bool {
    guard cluster.lowerBound < text.count else { return false }
    let own = JustificationClass(text.scalar(at: cluster.lowerBound).value)
    switch own {
    case .unseen: break
    case .space: last = own
    default:
      last = own
      hasInk = true
    }
    // White space at the start of a line is an indent.
    guard hasInk, cluster.upperBound < lineEnd else { return false }
    let next = JustificationClass(text.scalar(at: cluster.upperBound).value)
    guard JustificationClass.givesWay(last, next) else { return false }
    if case .unseen = own, case .space = last { return false }
    return true
  }
}
