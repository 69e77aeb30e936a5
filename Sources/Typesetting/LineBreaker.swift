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
  var measure: Double
  /// The distance between tab stops, in points.
  let tabWidth: Double
  /// What becomes of a word that is longer than the measure.
  var overflow = Overflow.breaks
  /// Whether letters that are parted at the ends of a line join what is not on it.
  var keepsJoins = true
  /// Where tabs lead, if not to stops at equal distances.
  var tabs: TabRuler?

  /// Breaks the text into lines.
  ///
  /// - Returns: Lines that partition the text. Text that ends in a mandatory break ends in an
  ///   empty line; empty text has no lines.
  /// - Complexity: O(*n*), where *n* is the number of entries in the break table.
  func lines(_ wrapping: Wrapping = .greedy) -> LineBreaks {
    var result = LineBreaks()
    guard text.length > 0 else { return result }
    let table = text.breaks
    if measure > 0, measure.isFinite {
      let count = 1 + text.paragraphs.count + Int(min(text.naturalWidth / measure, 1e6))
      result.lines.reserveCapacity(min(count, table.count))
    }
    var start = LinePosition()
    var ended = false
    if wrapping == .greedy {
      while start.entry < table.count { ended = appendLine(from: &start, to: &result) }
    } else {
      var plan = LinePlan(fillingTo: 0)
      while start.entry < table.count {
        ended = appendLine(from: &start, wrapping, plan: &plan, to: &result)
      }
    }
    if ended { result.lines.append(.empty(in: text)) }
    return result
  }

  /// Appends the line that begins at `start`, and moves `start` behind it.
  ///
  /// - Returns: Whether the line ended because it must.
  func appendLine(from start: inout LinePosition, to result: inout LineBreaks) -> Bool {
    let (table, allRuns) = (text.breaks, text.runs)
    let (breaks, runs) = (table.span, allRuns.span)
    let head = LineHead(start, in: self)
    var walk = LineWalk(start, head: head, in: self)
    var best = BestEnd()
    var tail: LinePatch?
    var missed = Double.infinity
    var isFirst = true
    while walk.entry < breaks.count {
      let entry = breaks[walk.entry]
      walk.advance(over: entry, runs: runs, tabs: tabs)
      if walk.reach > measure { break }
      guard entry.isOpportunity || walk.entry == breaks.count else { continue }
      var width = walk.trimmed
      if !entry.isSimple || head.holds(walk.offset) {
        var candidate = Candidate(walk: walk, width: width)
        let patch = resolve(&candidate, kind: entry.kind, lineStart: start, head: head)
        if candidate.width > measure {
          missed = min(missed, candidate.width)
          isFirst = false
          continue
        }
        (width, tail) = (candidate.width, patch)
      } else if tail != nil {
        tail = nil
      }
      best.take(walk, width: width, isFirst: isFirst)
      isFirst = false
      missed = .infinity
      if entry.isMandatory { break }
    }
    // No opportunity was reached; or only such as must be shaped anew, and then do not fit.
    guard best.entry > 0 else {
      return overflow == .visible
        ? appendOverlongLine(from: &start, head: head, to: &result)
        : appendEmergencyLine(from: &start, head: head, to: &result)
    }
    let kind = breaks[best.entry - 1].kind
    let isMandatory = breaks[best.entry - 1].isMandatory
    let isForced = isMandatory || best.entry == breaks.count
    let limit = isForced ? .infinity : nextWidth(after: walk, missed: missed, start, head)
    let least = max(best.width, best.reach)
    // A line that holds but one character, or a word that may stick out, holds it at any width.
    let isLeast =
      least > result.leastWidth && best.isFirst
      && (overflow == .visible || isCharacter(best, from: start, head: head))
    result.restrict(from: isLeast ? 0 : least, to: limit)
    append(
      LineEnd(position: LinePosition(best), width: best.width, kind: kind, tail: tail),
      from: start, head: head, to: &result)
    start = LinePosition(best)
    return isMandatory
  }

  /// The least width at which a line would end further than it does.
  ///
  /// - Parameters:
  ///   - walk: Where the walk along the line stopped.
  ///   - missed: The least width at which it would end at a place before that.
  ///   - start: Where the line begins.
  ///   - head: What becomes of its first glyphs.
  ///   - isPassed: Whether the entry before `walk` is one that the line does not hold.
  /// - Returns: The width in points; infinite if the line holds all up to a mandatory break.
  func nextWidth(
    after walk: LineWalk, missed: Double, _ start: LinePosition, _ head: LineHead,
    isPassed: Bool = true
  ) -> Double {
    let (table, runs) = (text.breaks, text.runs)
    var walk = walk
    var limit = missed
    var isPassed = isPassed
    while true {
      if !isPassed {
        guard walk.entry < table.count else { return limit }
        walk.advance(over: table[walk.entry], runs: runs.span, tabs: tabs)
      }
      isPassed = false
      if walk.reach >= limit { return limit }
      let entry = table[walk.entry - 1]
      guard entry.isOpportunity || walk.entry == table.count else { continue }
      var candidate = Candidate(walk: walk, width: walk.trimmed)
      if !entry.isSimple || head.holds(walk.offset) {
        _ = resolve(&candidate, kind: entry.kind, lineStart: start, head: head)
      }
      limit = min(limit, max(candidate.width, walk.reach))
      if entry.isMandatory { return limit }
    }
  }

  /// Whether a line that ends at `chosen` would end there at any width, since it holds one character.
  private func isCharacter(
    _ chosen: BestEnd, from start: LinePosition, head: LineHead
  ) -> Bool {
    let bytes = text.input.text.string.utf8.span
    let line = Int(start.offset)..<Int(chosen.offset)
    let content = line.lowerBound..<endOfInk(in: bytes, line)
    if content.count > 1 {
      // What begins with an ASCII byte begins a character.
      if bytes[content.lowerBound + 1] < 0x80 { return false }
      let first = text.shapers.graphemeBoundaries(of: text.input.text, in: content).first
      if first.map({ Int($0) }) != content.upperBound { return false }
    }
    return emergencyPlaces(from: start, head: head).first?.position.offset == chosen.offset
  }

  func append(
    _ end: LineEnd, from start: LinePosition, head: LineHead, to result: inout LineBreaks
  ) {
    let firstPatch = result.patches.count
    if let whole = end.tail, whole.range.lowerBound == Int(start.offset) {
      result.patches.append(whole)
    } else {
      if let patch = head.patch { result.patches.append(patch) }
      if let patch = end.tail { result.patches.append(patch) }
    }
    result.lines.append(
      LineSpan(
        end: end.position.offset, firstRun: Int32(truncatingIfNeeded: start.run),
        width: end.width, firstPatch: Int32(truncatingIfNeeded: firstPatch),
        patchCount: UInt8(truncatingIfNeeded: result.patches.count - firstPatch),
        endsInHyphen: end.endsInHyphen,
        endsParagraph: end.isMandatory || end.position.offset == text.length))
  }
}

/// A place between two entries of the break table, where a line may begin; or, after an emergency
/// break, a place within an entry.
struct LinePosition: BitwiseCopyable {
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

  /// Where a text begins.
  init() {}

  /// Behind an opportunity.
  init(_ best: BestEnd) {
    entry = best.entry
    run = best.run
    offset = best.offset
    isUnsafe = best.isUnsafe
  }

  /// Where a walk has come to.
  init(_ walk: LineWalk) {
    entry = walk.entry
    run = walk.run
    offset = walk.offset
    isUnsafe = walk.isUnsafe
  }
}

/// An opportunity where the line under way may end, to be looked at closely.
struct Candidate: BitwiseCopyable {
  /// The walk along the line, up to here.
  var walk: LineWalk
  /// The width of the line if it ends here, in points.
  var width: Double
}

/// The last opportunity so far at which the line under way fits: of its walk just what is needed.
struct BestEnd: BitwiseCopyable {
  /// The entry behind the opportunity; 0 if there is none yet.
  private(set) var entry = 0
  private(set) var run = 0
  private(set) var offset: Int32 = 0
  private(set) var isUnsafe = false
  /// Whether there is no opportunity before it on the line.
  private(set) var isFirst = false
  /// The width of the line if it ends here, in points.
  private(set) var width = 0.0
  /// The greatest width of the line up to here, in points.
  private(set) var reach = 0.0

  @inline(__always)
  mutating func take(_ walk: LineWalk, width: Double, isFirst: Bool) {
    entry = walk.entry
    run = walk.run
    offset = walk.offset
    isUnsafe = walk.isUnsafe
    reach = walk.reach
    self.width = width
    self.isFirst = isFirst
  }
}

/// Where a line was found to end.
struct LineEnd {
  var position: LinePosition
  /// The width of the line, in points.
  var width: Double
  var kind: BreakEntry.Kind
  /// The glyphs that end the line, if they are not the text's own.
  var tail: LinePatch?

  /// Whether the line ends because it must.
  var isMandatory: Bool {
    if case .mandatory = kind { true } else { false }
  }

  /// Whether the line ends in a soft hyphen, which is then seen.
  var endsInHyphen: Bool {
    if case .hyphen = kind { true } else { false }
  }
}
