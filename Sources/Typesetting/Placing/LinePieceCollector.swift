import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// A collector of the pieces of lines in logical order, and of their glyphs.
struct LinePieceCollector {
  let text: ShapedText
  /// The patches of all lines.
  let patches: [LinePatch]
  /// The tab stops, or `nil` for stops at equal distances.
  let tabs: TabRuler?
  /// The distance between tab stops in points, or `nil` for the default.
  let tabWidth: Double?
  /// The glyphs of runs reshaped to stretch the line.
  var stretched: [LinePatch] = []

  /// Collects the pieces of a line that begins at the UTF-8 offset `start`, and their glyphs.
  @inline(__always) func collect(
    _ line: LineSpan, from start: Int32, truncation: LineTruncation?,
    in scratch: inout PlacementScratch
  ) {
    scratch.glyphs.removeAll(keepingCapacity: true)
    scratch.pieces.removeAll(keepingCapacity: true)
    if let truncation {
      return collect(line, from: Int(start), truncation: truncation, in: &scratch)
    }
    // A visible soft hyphen counts as ink.
    let contentEnd =
      line.endsInHyphen
      ? Int(line.end) : endOfInk(in: text.input.text.string.utf8.span, Int(start)..<Int(line.end))
    collect(Int(start)..<contentEnd, firstRun: Int(line.firstRun), of: line, in: &scratch)
    if line.endsInHyphen { appendHyphen(in: &scratch) }
  }

  /// Collects the pieces of a part of a line, which is a separate line for tabs.
  @inline(__always) func collect(
    _ part: Range<Int>, firstRun: Int, of line: LineSpan, in scratch: inout PlacementScratch
  ) {
    var run = firstRun
    var x = 0.0
    while run < text.runs.count, Int(text.runs[run].start) < part.upperBound {
      let range = part.clamped(to: Int(text.runs[run].start)..<Int(text.runs[run].end))
      if !range.isEmpty { appendPiece(run, range, of: line, x: &x, in: &scratch) }
      run += 1
    }
  }

  private func appendPiece(
    _ index: Int, _ range: Range<Int>, of line: LineSpan, x: inout Double,
    in scratch: inout PlacementScratch
  ) {
    let run = text.runs[index]
    let firstGlyph = scratch.glyphs.count
    let scale = run.pointsPerUnit
    var width = 0.0
    switch run.kind {
    case .tab:
      let end =
        tabs?.end(ofTab: index, from: x)
        ?? tabStop(after: x, every: tabWidth ?? text.defaultTabWidth)
      width = end - x
    case .object: width = scale
    case .text, .control:
      if let patch = stretched.first(where: { $0.range == range }) {
        scratch.glyphs.append(contentsOf: patch.glyphs)
      } else {
        appendGlyphs(ofRun: index, range, of: line, in: &scratch)
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

  /// Appends the glyphs of `range`, from patches where available, else from the text.
  private func appendGlyphs(
    ofRun run: Int, _ range: Range<Int>, of line: LineSpan, in scratch: inout PlacementScratch
  ) {
    let end = range.upperBound
    var range = range
    let own = Int(line.firstPatch)..<Int(line.firstPatch) + Int(line.patchCount)
    var tail: LinePatch?
    for patch in own.lazy.map({ patches[$0] })
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
      text.appendGlyphs(of: range, inRun: run, to: &scratch.glyphs, bookmark: &scratch.bookmark)
    }
    if let tail {
      scratch.glyphs.append(contentsOf: tail.glyphs.lazy.filter { Int($0.cluster) < end })
    }
  }

  private func appendHyphen(in scratch: inout PlacementScratch) {
    guard var last = scratch.pieces.popLast() else { return }
    let hyphen = text.font(of: text.runs[last.run]).hyphen
    // The hyphen belongs to the soft hyphen's cluster, or to that of the letter before it.
    let bytes = text.input.text.string.utf8.span
    var cluster = last.range.upperBound - 1
    while cluster > last.range.lowerBound, bytes[cluster] & 0xC0 == 0x80 { cluster -= 1 }
    scratch.glyphs.append(
      Glyph(id: hyphen.id, cluster: Int32(truncatingIfNeeded: cluster), advance: hyphen.advance))
    last.glyphs = last.glyphs.lowerBound..<scratch.glyphs.count
    last.width += Double(hyphen.advance) * last.pointsPerUnit
    scratch.pieces.append(last)
  }
}
