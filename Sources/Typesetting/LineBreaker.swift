import GalleyHarfBuzz
import GalleyShaping

/// Chooses where the lines of a shaped text end.
///
/// Breaking is *greedy*: a line ends at the last opportunity that keeps it within the measure.
/// White space that ends a line hangs: it belongs to the line but takes no room. Where there is no
/// opportunity in time, the line ends at the last character (grapheme cluster) that fits, and each
/// line holds at least one. Text is shaped anew only where a line ends at a place that is unsafe to
/// break, from the last safe cluster or to the next.
///
/// Distances within a run are whole design units, so they may be added and subtracted; distances in
/// points are added up in logical order from the start of each line. Equal lines thus get equal
/// widths, bit for bit, whatever came before them.
///
/// - SeeAlso: [UAX #14](https://www.unicode.org/reports/tr14/) for the opportunities, and
///   [CSS Text 3, section 4.1.3](https://www.w3.org/TR/css-text-3/#white-space-phase-2).
struct LineBreaker {
  let text: ShapedText
  /// The room that each line has, in points.
  let measure: Double
  /// The distance between tab stops, in points.
  let tabWidth: Double

  /// Breaks the text into lines.
  ///
  /// - Returns: Lines that partition the text. Text that ends in a mandatory break ends in an
  ///   empty line; empty text has no lines.
  /// - Complexity: O(*n*), where *n* is the number of entries in the break table.
  func lines() -> LineBreaks {
    var result = LineBreaks()
    guard text.length > 0 else { return result }
    result.lines.reserveCapacity(1 + Int(text.breaks.count / 8))
    var start = LinePosition()
    var ended = false
    while start.entry < text.breaks.count {
      ended = appendLine(from: &start, to: &result)
    }
    if ended {
      result.lines.append(
        LineSpan(
          end: text.length, firstRun: Int32(truncatingIfNeeded: max(0, text.runs.count - 1)),
          width: 0, firstPatch: 0, patchCount: 0, endsInHyphen: false))
    }
    return result
  }

  /// Appends the line that begins at `start`, and moves `start` behind it.
  ///
  /// - Returns: Whether the line ended because it must.
  private func appendLine(from start: inout LinePosition, to result: inout LineBreaks) -> Bool {
    let table = text.breaks
    let breaks = table.span
    let head = LineHead(start, in: self)
    var walk = LineWalk(start, head: head, in: self)
    var best: Candidate?
    var missed = Double.infinity
    var isFirst = true
    while walk.entry < breaks.count {
      let entry = breaks[walk.entry]
      walk.advance(over: entry, in: self)
      if walk.reach > measure {
        if best == nil {
          return appendEmergencyLine(from: &start, head: head, stoppedAt: walk, to: &result)
        }
        break
      }
      guard entry.isOpportunity || walk.entry == breaks.count else { continue }
      var candidate = Candidate(walk, kind: entry.kind)
      candidate.isFirst = isFirst
      isFirst = false
      if entry.isUnsafe || entry.kind == .hyphen || head.holds(candidate.position.offset) {
        resolve(&candidate, lineStart: start, head: head)
        if candidate.width > measure {
          missed = min(missed, candidate.width)
          continue
        }
      }
      best = candidate
      missed = .infinity
      if entry.kind == .mandatory { break }
    }
    guard let chosen = best else {
      // Only opportunities that must be shaped anew were reached, and none of them fits.
      return appendEmergencyLine(from: &start, head: head, stoppedAt: walk, to: &result)
    }
    let isForced = chosen.kind == .mandatory || chosen.position.entry == breaks.count
    let limit = isForced ? .infinity : nextWidth(after: walk, missed: missed, start, head)
    let least = max(chosen.width, chosen.reach)
    // A line that holds but one character holds it at any width.
    let isLeast = least > result.leastWidth && chosen.isFirst && isCharacter(chosen, from: start)
    result.restrict(from: isLeast ? 0 : least, to: limit)
    append(chosen, from: start, head: head, to: &result)
    start = chosen.position
    return chosen.kind == .mandatory
  }

  /// The least width at which a line would end further than it does.
  ///
  /// - Parameters:
  ///   - walk: Where the line was found to end; that is, where the walk along it stopped.
  ///   - missed: The least width at which it would end at a place before that.
  ///   - isPassed: Whether the entry before `walk` is one that the line does not hold.
  func nextWidth(
    after walk: LineWalk, missed: Double, _ start: LinePosition, _ head: LineHead,
    isPassed: Bool = true
  ) -> Double {
    var walk = walk
    var limit = missed
    var isPassed = isPassed
    while true {
      if !isPassed {
        guard walk.entry < text.breaks.count else { return limit }
        walk.advance(over: text.breaks[walk.entry], in: self)
      }
      isPassed = false
      if walk.reach >= limit { return limit }
      let entry = text.breaks[walk.entry - 1]
      guard entry.isOpportunity || walk.entry == text.breaks.count else { continue }
      var candidate = Candidate(walk, kind: entry.kind)
      if entry.isUnsafe || entry.kind == .hyphen || head.holds(candidate.position.offset) {
        resolve(&candidate, lineStart: start, head: head)
      }
      limit = min(limit, max(candidate.width, walk.reach))
      if entry.kind == .mandatory { return limit }
    }
  }

  /// Whether a line that ends at `chosen` holds one character, and perhaps white space behind it.
  private func isCharacter(_ chosen: Candidate, from start: LinePosition) -> Bool {
    let bytes = text.input.text.utf8.span
    let line = Int(start.offset)..<Int(chosen.position.offset)
    let content = line.lowerBound..<startOfWhiteSpace(in: bytes, line)
    // What begins with an ASCII byte begins a character.
    guard content.count > 1 else { return true }
    if bytes[content.lowerBound + 1] < 0x80 { return false }
    let first = text.shapers.graphemeBoundaries(of: text.input.text, in: content).first
    return first.map { Int($0) } == content.upperBound
  }

  func append(
    _ chosen: Candidate, from start: LinePosition, head: LineHead, to result: inout LineBreaks
  ) {
    let firstPatch = result.patches.count
    if let whole = chosen.tail, whole.range.lowerBound == Int(start.offset) {
      result.patches.append(whole)
    } else {
      if let patch = head.patch { result.patches.append(patch) }
      if let patch = chosen.tail { result.patches.append(patch) }
    }
    result.lines.append(
      LineSpan(
        end: chosen.position.offset, firstRun: Int32(truncatingIfNeeded: start.run),
        width: chosen.width, firstPatch: Int32(truncatingIfNeeded: firstPatch),
        patchCount: UInt8(truncatingIfNeeded: result.patches.count - firstPatch),
        endsInHyphen: chosen.kind == .hyphen))
  }
}

/// A place between two entries of the break table, where a line may begin; or, after an emergency
/// break, a place within an entry.
struct LinePosition {
  /// The entry that the place is before, or in.
  var entry = 0
  /// The run that the entry is of.
  var run = 0
  /// The UTF-8 offset.
  var offset: Int32 = 0
  /// What of the entry's ink lies before the place, in design units.
  var consumedInk = 0
  /// How many bytes of the entry lie before the place.
  var consumedLength: Int32 = 0
  /// Whether the text must be shaped anew from here.
  var isUnsafe = false
}

/// A place where the line may end.
struct Candidate {
  var position: LinePosition
  /// The width of the line if it ends here, in points.
  var width: Double
  /// The greatest width of the line up to here, in points.
  var reach: Double
  var kind: BreakEntry.Kind
  /// Where the walk was, in design units of the run from the line's start (or the run's).
  var units: Int
  /// What all runs of the line before the last are wide, in points.
  var closed: Double
  /// The glyphs that end the line, if they are not the text's own.
  var tail: LinePatch?
  /// Whether there is no opportunity before it on the line.
  var isFirst = false

  init(_ walk: LineWalk, kind: BreakEntry.Kind) {
    position = LinePosition(
      entry: walk.entry, run: walk.run, offset: walk.offset, isUnsafe: walk.isUnsafe)
    width = walk.trimmed
    reach = walk.reach
    self.kind = kind
    units = walk.units
    closed = walk.closed
  }
}
