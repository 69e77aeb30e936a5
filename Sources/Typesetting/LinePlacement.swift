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
    if scratch.pieces.contains(where: { $0.level > 0 }) { reorder(&scratch.pieces) }
    var x = 0.0
    for piece in scratch.pieces.indices {
      scratch.pieces[piece].x = x
      x += scratch.pieces[piece].width
    }
    if flow != nil { scratch.takeOutToken() }
  }

  /// Finds the pieces of a line in logical order, and their glyphs.
  func gatherPieces(ofLine index: Int, in scratch: inout PlacementScratch) {
    scratch.glyphs.removeAll(keepingCapacity: true)
    scratch.pieces.removeAll(keepingCapacity: true)
    let span = spans[index]
    let start = Int(lineStart(index))
    if let cut = flow?.flow.cut(ofLine: index) {
      return gatherPieces(of: cut, from: start, in: &scratch)
    }
    // A soft hyphen that is seen is ink.
    let contentEnd =
      span.endsInHyphen
      ? Int(span.end) : endOfInk(in: text.string.utf8.span, start..<Int(span.end))
    gatherPieces(of: start..<contentEnd, firstRun: Int(span.firstRun), line: index, in: &scratch)
    if span.endsInHyphen { appendHyphen(in: &scratch) }
  }

  /// Finds the pieces of a part of a line, which tabs take for a line of its own.
  func gatherPieces(
    of part: Range<Int>, firstRun: Int, line: Int, in scratch: inout PlacementScratch
  ) {
    let span = spans[line]
    var run = firstRun
    var x = 0.0
    while run < shaped.runs.count, Int(shaped.runs[run].start) < part.upperBound {
      let range = part.clamped(to: Int(shaped.runs[run].start)..<Int(shaped.runs[run].end))
      if !range.isEmpty {
        let stretched = justification?.patch(ofRun: range, line: line)
        appendPiece(run, range, line: span, stretched: stretched, x: &x, in: &scratch)
      }
      run += 1
    }
  }

  private func appendPiece(
    _ index: Int, _ range: Range<Int>, line: LineSpan, stretched: LinePatch?, x: inout Double,
    in scratch: inout PlacementScratch
  ) {
    let run = shaped.runs[index]
    let firstGlyph = scratch.glyphs.count
    let scale = run.pointsPerUnit
    var width = 0.0
    switch run.kind {
    case .tab:
      let end =
        flow?.flow.tabs?.end(ofTab: index, from: x) ?? tabStop(after: x, every: breaker.tabWidth)
      width = end - x
    case .object:
      width = scale
    case .text, .control:
      if let stretched {
        scratch.glyphs.append(contentsOf: stretched.glyphs)
      } else {
        appendGlyphs(ofRun: index, range, line: line, in: &scratch)
      }
      var units = 0
      for glyph in firstGlyph..<scratch.glyphs.count { units += Int(scratch.glyphs[glyph].advance) }
      width = Double(units) * scale
    }
    x += width
    scratch.pieces.append(
      LinePiece(
        run: index, range: range, glyphs: firstGlyph..<scratch.glyphs.count, width: width,
        level: run.level, pointsPerUnit: scale))
  }

  /// Appends the glyphs of `range`: the patches' where there are any, else the text's own.
  private func appendGlyphs(
    ofRun run: Int, _ range: Range<Int>, line: LineSpan, in scratch: inout PlacementScratch
  ) {
    let end = range.upperBound
    var range = range
    let patches = Int(line.firstPatch)..<Int(line.firstPatch) + Int(line.patchCount)
    var tail: LinePatch?
    for patch in patches.lazy.map({ self.patches[$0] })
    where patch.range.lowerBound < range.upperBound && patch.range.upperBound > range.lowerBound {
      if patch.range.lowerBound <= range.lowerBound {
        scratch.glyphs.append(
          contentsOf: patch.glyphs.lazy.filter { range.contains(Int($0.cluster)) })
        range = min(patch.range.upperBound, range.upperBound)..<range.upperBound
      } else {
        tail = patch
        range = range.lowerBound..<patch.range.lowerBound
      }
    }
    if !range.isEmpty {
      shaped.appendGlyphs(
        of: range, inRun: run, to: &scratch.glyphs, bookmark: &scratch.bookmark)
    }
    if let tail {
      scratch.glyphs.append(contentsOf: tail.glyphs.lazy.filter { Int($0.cluster) < end })
    }
  }

  private func appendHyphen(in scratch: inout PlacementScratch) {
    guard var last = scratch.pieces.popLast() else { return }
    let hyphen = shaped.font(of: shaped.runs[last.run]).hyphen
    // The hyphen is the soft hyphen's, or that of the letter before it.
    let bytes = text.string.utf8.span
    var cluster = last.range.upperBound - 1
    while cluster > last.range.lowerBound, bytes[cluster] & 0xC0 == 0x80 { cluster -= 1 }
    scratch.glyphs.append(
      Glyph(
        id: hyphen.id, cluster: Int32(truncatingIfNeeded: cluster), advance: hyphen.advance))
    last.glyphs = last.glyphs.lowerBound..<scratch.glyphs.count
    last.width += Double(hyphen.advance) * last.pointsPerUnit
    scratch.pieces.append(last)
  }

  /// Puts pieces from logical into visual order.
  ///
  /// - SeeAlso: UAX #9, L2.
  private func reorder(_ pieces: inout [LinePiece]) {
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
