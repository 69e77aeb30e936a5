import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// What becomes of the glyphs at a line's start if the line begins where it is unsafe to break.
struct LineHead {
  /// The glyphs up to the first safe cluster, shaped anew.
  private(set) var patch: LinePatch?
  /// By how much they are wider than those of the text, in design units.
  private(set) var change = 0

  init(_ start: LinePosition, in breaker: LineBreaker) {
    guard start.isUnsafe else { return }
    let run = breaker.text.runs[start.run]
    var end = run.end
    var width = 0
    breaker.readGlyphs(of: run) { glyph in
      guard glyph.cluster >= start.offset else { return true }
      if glyph.cluster > start.offset, !glyph.isUnsafeToBreak {
        end = glyph.cluster
        return false
      }
      width += Int(glyph.advance)
      return true
    }
    let range = Int(start.offset)..<Int(end)
    let glyphs = breaker.text.shapers.reshape(
      range, context: range.lowerBound..<Int(run.end), of: run, in: breaker.text)
    patch = LinePatch(range: range, glyphs: glyphs)
    change = glyphs.advance - width
  }

  /// Whether `offset` is among the glyphs that were shaped anew.
  func holds(_ offset: Int32) -> Bool {
    guard let patch else { return false }
    return patch.range.lowerBound < Int(offset) && Int(offset) < patch.range.upperBound
  }
}

extension LineBreaker {
  /// Finds out how wide the line really is if it ends at a candidate that is not simply safe.
  func resolve(_ candidate: inout Candidate, lineStart: LinePosition, head: LineHead) {
    let end = Int(candidate.position.offset)
    if candidate.position.isUnsafe || head.holds(candidate.position.offset) {
      reshapeTail(of: &candidate, lineStart: lineStart, head: head, end: end)
    }
    if candidate.kind == .hyphen {
      let next = candidate.position.run
      let run = text.runs[next < text.runs.count && text.runs[next].start < end ? next : next - 1]
      candidate.width += Double(text.font(of: run).hyphen.advance) * text.pointsPerUnit(of: run)
    }
  }

  private func reshapeTail(
    of candidate: inout Candidate, lineStart: LinePosition, head: LineHead, end: Int
  ) {
    let run = text.runs[candidate.position.run]
    let floor = max(run.start, lineStart.offset)
    var start = floor
    var width = 0
    readGlyphs(of: run) { glyph in
      guard glyph.cluster >= floor else { return true }
      guard Int(glyph.cluster) < end else { return false }
      if glyph.cluster > floor, !glyph.isUnsafeToBreak, !head.holds(glyph.cluster) {
        start = glyph.cluster
        width = 0
      }
      width += Int(glyph.advance)
      return true
    }
    let range = Int(start)..<end
    let glyphs = text.shapers.reshape(
      range, context: Int(lineStart.offset)..<end, of: run, in: text)
    candidate.tail = LinePatch(range: range, glyphs: glyphs)

    var before = candidate.units - width
    if start == lineStart.offset { before -= head.change }
    let inkEnd = startOfWhiteSpace(in: text.input.text.utf8.span, range)
    guard inkEnd > range.lowerBound else { return }
    let ink = glyphs.lazy.filter { Int($0.cluster) < inkEnd }.reduce(0) { $0 + Int($1.advance) }
    candidate.width = candidate.closed + Double(before + ink) * text.pointsPerUnit(of: run)
  }

  /// Reads the glyphs of a run in logical order, until `body` says that it has seen enough.
  func readGlyphs(of run: ShapedRun, _ body: (Glyph) -> Bool) {
    let array = text.words
    let words = array.span
    var reader = GlyphReader(run)
    while let glyph = reader.next(words), body(glyph) {}
  }
}

extension [Glyph] {
  /// The sum of the advances, in design units.
  var advance: Int { reduce(0) { $0 + Int($1.advance) } }
}
