import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// What becomes of the glyphs at a line's start if the line begins where it is unsafe to break.
struct LineHead {
  /// The glyphs up to the first safe cluster, shaped anew.
  private(set) var patch: LinePatch?
  /// How many glyphs are replaced at the most: a word of thousands of joined letters has no safe
  /// cluster, and is shaped with its neighbors in sight anyway.
  private static let greatestLength = 64
  /// By how much they are wider than those of the text, in design units.
  private(set) var change = 0

  /// The text's own glyphs.
  init() {}

  init(_ start: LinePosition, in breaker: LineBreaker) {
    guard start.isUnsafe else { return }
    let run = breaker.text.runs[start.run]
    var end = run.end
    var (width, count, last) = (0, 0, start.offset)
    breaker.text.readGlyphs(of: run, from: start.offset) { glyph in
      guard glyph.cluster >= start.offset else { return true }
      let isEnough = !glyph.isUnsafeToBreak || count >= LineHead.greatestLength
      if glyph.cluster > last, isEnough {
        end = glyph.cluster
        return false
      }
      count += 1
      last = glyph.cluster
      width += Int(glyph.advance)
      return true
    }
    let range = Int(start.offset)..<Int(end)
    let glyphs = breaker.text.shapers.reshape(
      range, context: breaker.context(at: range.lowerBound, startsLine: true), of: run,
      in: breaker.text)
    patch = LinePatch(range: range, glyphs: glyphs)
    change = glyphs.advance - width
  }

  /// Whether `offset` is among the glyphs that were shaped anew.
  @inline(__always)
  func holds(_ offset: Int32) -> Bool {
    guard let patch else { return false }
    return patch.range.lowerBound < Int(offset) && Int(offset) < patch.range.upperBound
  }
}

/// A place in a run where a line may end, as reshaping sees it.
struct RunPlace {
  /// The UTF-8 offset.
  var offset: Int32
  /// The run that the text before it is of.
  var run: Int
  /// What of the run the line holds up to here, in design units.
  var units: Int
  /// What the line's runs before that are wide, in points.
  var closed: Double
}

extension LineBreaker {
  /// Finds out how wide the line really is if it ends at an opportunity that is not simply safe.
  ///
  /// - Returns: The glyphs that then end the line, if they are not the text's own.
  func resolve(
    _ candidate: inout Candidate, kind: BreakEntry.Kind, lineStart: LinePosition, head: LineHead
  ) -> LinePatch? {
    let walk = candidate.walk
    let runs = text.runs
    let isInRun = walk.run < runs.count && runs[walk.run].start < walk.offset
    let place = RunPlace(
      offset: walk.offset, run: isInRun ? walk.run : walk.run - 1, units: walk.units,
      closed: walk.closed)
    return finish(
      at: place, isUnsafe: walk.isUnsafe, kind: kind, width: &candidate.width,
      lineStart: lineStart, head: head)
  }

  /// Makes the end of a line what it is when the line ends there: shaped anew where that must be,
  /// and with a hyphen where a soft one is.
  ///
  /// - Parameters:
  ///   - place: Where the line ends.
  ///   - isUnsafe: Whether the text must be shaped anew there.
  ///   - kind: What may happen there.
  ///   - width: The width of the line in points, to be corrected.
  ///   - lineStart: Where the line begins.
  ///   - head: What becomes of its first glyphs.
  /// - Returns: The glyphs that then end the line, if they are not the text's own.
  func finish(
    at place: RunPlace, isUnsafe: Bool, kind: BreakEntry.Kind, width: inout Double,
    lineStart: LinePosition, head: LineHead
  ) -> LinePatch? {
    var isHyphenated = false
    if case .hyphen = kind { isHyphenated = true }
    var patch: LinePatch?
    let run = text.runs[place.run]
    // White space before a hyphen that is seen does not hang.
    if isHyphenated { width = place.closed + Double(place.units) * run.pointsPerUnit }
    if isUnsafe || head.holds(place.offset) {
      patch = reshapeTail(
        to: place, &width, isHyphenated: isHyphenated, lineStart: lineStart, head: head)
    }
    if isHyphenated { width += Double(text.font(of: run).hyphen.advance) * run.pointsPerUnit }
    return patch
  }

  /// Shapes what a line ends in, from the last safe cluster, as if the text ended with the line.
  ///
  /// Only that letters which would join across the break keep their forms: a reader sees that the
  /// word goes on.
  ///
  /// - Parameters:
  ///   - place: Where the line ends.
  ///   - width: Becomes the width of the line, in points.
  ///   - isHyphenated: Whether what would hang does not, because a hyphen comes behind it.
  ///   - lineStart: Where the line begins.
  ///   - head: What becomes of the line's first glyphs.
  /// - Returns: The glyphs.
  private func reshapeTail(
    to place: RunPlace, _ width: inout Double, isHyphenated: Bool, lineStart: LinePosition,
    head: LineHead
  ) -> LinePatch {
    let run = text.runs[place.run]
    let end = Int(place.offset)
    let floor = max(run.start, lineStart.offset)
    var start = floor
    var replaced = 0
    text.readGlyphs(of: run, from: floor) { glyph in
      guard glyph.cluster >= floor else { return true }
      guard Int(glyph.cluster) < end else { return false }
      if glyph.cluster > start, !glyph.isUnsafeToBreak, !head.holds(glyph.cluster) {
        start = glyph.cluster
        replaced = 0
      }
      replaced += Int(glyph.advance)
      return true
    }
    let range = Int(start)..<end
    let glyphs = text.shapers.reshape(
      range, context: context(at: end, startsLine: false), of: run, in: text)

    var before = place.units - replaced
    if start == lineStart.offset { before -= head.change }
    let inkEnd = isHyphenated ? end : endOfInk(in: text.input.text.string.utf8.span, range)
    if inkEnd > range.lowerBound {
      let ink = glyphs.lazy.filter { Int($0.cluster) < inkEnd }.reduce(0) { $0 + Int($1.advance) }
      width = place.closed + Double(before + ink) * run.pointsPerUnit
    }
    return LinePatch(range: range, glyphs: glyphs)
  }
}

extension LineBreaker {
  /// The bytes whose letters may join those of a line.
  ///
  /// - Parameters:
  ///   - offset: Where the line begins or ends.
  ///   - startsLine: Whether it is where it begins.
  /// - Returns: The bytes as UTF-8 offsets.
  fileprivate func context(at offset: Int, startsLine: Bool) -> Range<Int> {
    let context = text.context(at: startsLine ? offset : max(0, offset - 1))
    guard !keepsJoins else { return context }
    return startsLine ? offset..<context.upperBound : context.lowerBound..<offset
  }
}

extension [Glyph] {
  /// The sum of the advances, in design units.
  var advance: Int { reduce(0) { $0 + Int($1.advance) } }
}
