internal import GalleyBasics
import GalleyGeometry
import GalleyHarfBuzz
import GalleyShaping

extension TextLayout {
  /// Visits the glyph runs of a line and their glyphs in visual order, from left to right.
  ///
  /// The glyphs of the hidden ranges, which are sorted and disjoint, form separate runs, which are
  /// marked as hidden.
  package func visitGlyphRuns(
    ofLine index: Int, scratch: inout PlacementScratch, hidden: [Range<Int>] = [],
    _ body: (GlyphRun, Span<PositionedGlyph>) -> Void
  ) {
    placePieces(ofLine: index, in: &scratch)
    let line = line(at: index)
    for number in scratch.pieces.indices {
      let piece = scratch.pieces[number]
      let run = shaped.runs[piece.run]
      let style = shaped.style(of: run)
      var glyphRun = GlyphRun(
        font: shaped.font(of: run), size: style.size,
        origin: Point(x: line.x + piece.x, y: line.baseline - style.baselineShift),
        width: piece.width, paint: text.basePaint, text: piece.range,
        isRightToLeft: piece.level & 1 == 1, script: run.script,
        baselineShift: style.baselineShift)
      if text.paintSpans.spans.isEmpty, hidden.isEmpty {
        position(piece, piece.glyphs, in: &scratch)
        body(glyphRun, scratch.positioned.span)
      } else {
        visitPaints(of: piece, as: &glyphRun, scratch: &scratch, hidden: hidden, body)
      }
    }
  }

  /// Visits the parts of a piece with the same paint, in visual order.
  private func visitPaints(
    of piece: LinePiece, as run: inout GlyphRun, scratch: inout PlacementScratch,
    hidden: [Range<Int>], _ body: (GlyphRun, Span<PositionedGlyph>) -> Void
  ) {
    var remaining = piece.glyphs
    var x = run.origin.x
    let spans = text.paintSpans
    let isRightToLeft = run.isRightToLeft
    repeat {
      // A piece without glyphs, such as a tab, still has a background.
      let place = isRightToLeft ? remaining.upperBound - 1 : remaining.lowerBound
      let offset = remaining.isEmpty ? piece.range.lowerBound : Int(scratch.glyphs[place].cluster)
      var paint = 0..<text.length
      if !spans.spans.isEmpty {
        let index = spans.index(at: offset)
        paint = (index == 0 ? 0 : Int(spans.spans[index - 1].end))..<Int(spans.spans[index].end)
        run.paint = spans.spans[index].value
      }
      if !hidden.isEmpty {
        let stretch = stretch(at: offset, of: hidden, in: piece, glyphs: scratch.glyphs)
        paint = paint.clamped(to: stretch.range)
        run.isHidden = stretch.isHidden
      }
      var part = remaining
      if isRightToLeft {
        var start = remaining.upperBound
        while start > remaining.lowerBound, paint.contains(Int(scratch.glyphs[start - 1].cluster)) {
          start -= 1
        }
        part = start..<remaining.upperBound
        remaining = remaining.lowerBound..<start
      } else {
        var end = remaining.lowerBound
        while end < remaining.upperBound, paint.contains(Int(scratch.glyphs[end].cluster)) {
          end += 1
        }
        part = remaining.lowerBound..<end
        remaining = end..<remaining.upperBound
      }
      run.text = paint.clamped(to: piece.range)
      run.origin.x = x
      let width = position(piece, part, in: &scratch)
      run.width = piece.glyphs.isEmpty ? piece.width : width
      x += run.width
      body(run, scratch.positioned.span)
    } while !remaining.isEmpty
  }

  /// Returns the range around `offset` that is uniformly hidden or visible.
  ///
  /// A cluster that is partly hidden is hidden as a whole.
  private func stretch(
    at offset: Int, of hidden: [Range<Int>], in piece: LinePiece, glyphs: [Glyph]
  ) -> (range: Range<Int>, isHidden: Bool) {
    let next = hidden.partitioningIndex { $0.upperBound > offset }
    let start = next == 0 ? 0 : hidden[next - 1].upperBound
    guard next < hidden.count else { return (start..<max(start, text.length), false) }
    let end = clusterStart(at: hidden[next].lowerBound, in: piece, glyphs: glyphs)
    return end <= offset ? (end..<hidden[next].upperBound, true) : (min(start, end)..<end, false)
  }

  /// Returns the start of the cluster that contains the byte at `offset`.
  private func clusterStart(at offset: Int, in piece: LinePiece, glyphs: [Glyph]) -> Int {
    guard piece.range.contains(offset) else { return offset }
    let next = piece.glyphs.partitioningIndex { Int(glyphs[$0].cluster) > offset }
    return next == piece.glyphs.lowerBound ? offset : Int(glyphs[next - 1].cluster)
  }

  /// Positions glyphs from the left end of the first, or of the gap before it.
  ///
  /// - Returns: The total advance, in points.
  @discardableResult private func position(
    _ piece: LinePiece, _ glyphs: Range<Int>, in scratch: inout PlacementScratch
  ) -> Double {
    scratch.positioned.removeAll(keepingCapacity: true)
    let scale = piece.pointsPerUnit
    let isRightToLeft = piece.level & 1 == 1
    let array = scratch.glyphs
    let source = array.span
    // The gap is at the end of the piece's text, which is the left of right-to-left text.
    let leftGap = isRightToLeft && glyphs.upperBound == piece.glyphs.upperBound ? piece.gap : 0
    let rightGap = !isRightToLeft && glyphs.upperBound == piece.glyphs.upperBound ? piece.gap : 0
    var pen = 0
    scratch.positioned.append(upTo: glyphs.count) { output in
      for step in 0..<glyphs.count {
        let glyph = source[isRightToLeft ? glyphs.upperBound - 1 - step : glyphs.lowerBound + step]
        output.append(
          PositionedGlyph(
            id: glyph.id, x: Float(leftGap + Double(pen + Int(glyph.xOffset)) * scale),
            y: Float(Double(-glyph.yOffset) * scale), cluster: glyph.cluster))
        pen += Int(glyph.advance)
      }
    }
    return leftGap + Double(pen) * scale + rightGap
  }
}
