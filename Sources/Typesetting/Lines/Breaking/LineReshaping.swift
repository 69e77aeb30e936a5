import GalleyFonts
import GalleyHarfBuzz
import GalleyShaping

/// The reshaped glyphs at the start of a line that begins at a place that is unsafe to break.
struct LineHead {
  /// The reshaped glyphs up to the first safe cluster.
  private(set) var patch: LinePatch?
  /// The maximum number of replaced glyphs: a word of thousands of joined letters has no safe
  /// cluster, and is shaped in context anyway.
  private static let greatestLength = 64
  /// The difference from the advance of the text's own glyphs, in design units.
  private(set) var change = 0

  /// Creates a head that needs no reshaping.
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

  /// Returns whether `offset` is within the reshaped glyphs.
  @inline(__always) func holds(_ offset: Int32) -> Bool {
    guard let patch else { return false }
    return patch.range.lowerBound < Int(offset) && Int(offset) < patch.range.upperBound
  }
}

/// A position in a run at which a line may end, for reshaping.
struct RunPlace {
  /// The UTF-8 offset.
  var offset: Int32
  /// The run of the text before the position.
  var run: Int
  /// The advance of the run's part on the line, in design units.
  var units: Int
  /// The width of the line's earlier runs, in points.
  var closed: Double
}

extension LineBreaker {
  /// Computes the exact width of a line that ends after a walk, at an opportunity that needs
  /// reshaping or a hyphen.
  ///
  /// - Returns: The reshaped glyphs at the end of the line, if any.
  func resolve(
    _ walk: LineWalk, kind: BreakEntry.Kind, width: inout Double, lineStart: LinePosition,
    head: LineHead
  ) -> LinePatch? {
    let runs = text.runs
    let isInRun = walk.run < runs.count && runs[walk.run].start < walk.offset
    let place = RunPlace(
      offset: walk.offset, run: isInRun ? walk.run : walk.run - 1, units: walk.units,
      closed: walk.closed)
    return finish(
      at: place, isUnsafe: walk.isUnsafe, kind: kind, width: &width, lineStart: lineStart,
      head: head)
  }

  /// Finishes the end of a line: reshapes it if `isUnsafe`, adds a visible soft hyphen, and
  /// corrects its width, in points.
  ///
  /// - Returns: The reshaped glyphs at the end of the line, if any.
  func finish(
    at place: RunPlace, isUnsafe: Bool, kind: BreakEntry.Kind, width: inout Double,
    lineStart: LinePosition, head: LineHead
  ) -> LinePatch? {
    var isHyphenated = false
    if case .hyphen = kind { isHyphenated = true }
    var patch: LinePatch?
    let run = text.runs[place.run]
    // White space before a visible hyphen does not hang.
    if isHyphenated { width = place.closed + Double(place.units) * run.pointsPerUnit }
    if isUnsafe || head.holds(place.offset) {
      patch = reshapeTail(
        to: place, &width, isHyphenated: isHyphenated, lineStart: lineStart, head: head)
    }
    if isHyphenated { width += Double(text.font(of: run).hyphen.advance) * run.pointsPerUnit }
    return patch
  }

  /// Reshapes the end of a line, from the last safe cluster, as if the text ended with the line,
  /// and corrects its width, in points.
  ///
  /// Letters that would join across the break keep their joined forms, which shows that the word
  /// continues. If a hyphen follows, white space does not hang.
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

  /// Returns the bytes whose letters may join those of a line that starts or ends at a UTF-8
  /// offset.
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
