import GalleyHarfBuzz
import GalleyShaping

/// Breaks a shaped text into lines.
///
/// Breaking is *greedy*: a line ends at the last opportunity that keeps it within the measure.
/// White space at the end of a line hangs: it belongs to the line but takes no room. Without an
/// opportunity in time, the line ends after the last character (grapheme cluster) that fits; each
/// line holds at least one character. Text is reshaped only where a line ends at a place that is
/// unsafe to break, from the last safe cluster or to the next.
///
/// Distances within a run are whole design units, so sums and differences are exact; distances in
/// points are summed in logical order from the start of each line. Equal lines therefore have
/// bit-identical widths, regardless of the text before them.
///
/// - SeeAlso: [UAX #14](https://www.unicode.org/reports/tr14/) for the opportunities, and
///   [CSS Text 3, section 4.1.3](https://www.w3.org/TR/css-text-3/#white-space-phase-2).
struct LineBreaker {
  let text: ShapedText
  /// The measure, in points.
  var measure: Double
  /// The distance between tab stops, in points.
  let tabWidth: Double
  /// The treatment of a word that is longer than the measure.
  var overflow = LayoutOptions.Overflow.breaks
  /// Whether letters at a line's ends keep the forms that join their neighbors on other lines.
  var keepsJoins = true
  /// The tab stops, or `nil` for stops at equal distances.
  var tabs: TabRuler?

  /// Breaks the text into lines.
  ///
  /// - Returns: Lines that partition the text. Text that ends in a mandatory break ends in an empty
  ///   line; empty text has no lines.
  /// - Complexity: O(*n*), where *n* is the number of entries in the break table.
  func lines(_ wrapping: LayoutOptions.Wrapping = .greedy) -> LineBreaks {
    var result = LineBreaks()
    breakLines(wrapping, into: &result)
    return result
  }

  /// Breaks the text into lines, which replace those of `result`.
  func breakLines(_ wrapping: LayoutOptions.Wrapping, into result: inout LineBreaks) {
    result.removeAll()
    guard text.length > 0 else { return }
    let (table, runs) = (text.breaks, text.runs)
    if measure > 0, measure.isFinite {
      // An eighth of the measure is left free at the ends of lines.
      let count = 1 + text.paragraphs.count + Int(min(text.naturalWidth * 1.125 / measure, 1e6))
      result.lines.reserveCapacity(min(count, table.count))
    }
    var start = LinePosition()
    var ended = false
    if wrapping == .greedy {
      let (breaks, words, runs) = (table.form, table.words.span, runs.span)
      let scale = runs.count == 1 && breaks.isNarrow && !text.hasTabs ? runs[0].pointsPerUnit : 0
      while start.entry < breaks.count {
        if scale > 0,
          let isMandatory = appendUniformLines(
            from: &start, breaks, words, scale: scale, to: &result)
        {
          ended = isMandatory
          continue
        }
        ended =
          appendPlainLine(from: &start, breaks, words, runs, to: &result)
          ?? appendExactLine(from: &start, to: &result)
      }
    } else {
      var plan = LinePlan(fillingTo: 0)
      while start.entry < table.count {
        ended = appendLine(from: &start, wrapping, plan: &plan, to: &result)
      }
    }
    if ended { result.lines.append(.empty(in: text)) }
  }

  /// Appends the line that begins at `start`, and advances `start` to its end.
  ///
  /// - Returns: Whether the line ended at a mandatory break.
  func appendLine(from start: inout LinePosition, to result: inout LineBreaks) -> Bool {
    let (table, runs) = (text.breaks, text.runs)
    return appendPlainLine(from: &start, table.form, table.words.span, runs.span, to: &result)
      ?? appendExactLine(from: &start, to: &result)
  }

  /// Appends the line that begins at `start`, with reshaping where it is necessary.
  private func appendExactLine(
    from start: inout LinePosition, to result: inout LineBreaks
  ) -> Bool {
    let (table, allRuns) = (text.breaks, text.runs)
    let (breaks, words, runs) = (table.form, table.words.span, allRuns.span)
    let head = LineHead(start, in: self)
    var walk = LineWalk(start, head: head, in: self)
    var best = BestEnd()
    var tail: LinePatch?
    var missed = Double.infinity
    var isFirst = true
    while walk.entry < breaks.count {
      let entry = breaks.entry(walk.entry, in: words)
      walk.advance(over: entry, runs: runs, tabs: tabs)
      if walk.reach > measure { break }
      guard entry.isOpportunity || walk.entry == breaks.count else { continue }
      var width = walk.trimmed
      if !entry.isSimple || head.holds(walk.offset) {
        var exact = width
        let patch = resolve(walk, kind: entry.kind, width: &exact, lineStart: start, head: head)
        if exact > measure {
          missed = min(missed, exact)
          isFirst = false
          continue
        }
        (width, tail) = (exact, patch)
      } else if tail != nil {
        tail = nil
      }
      best.take(walk, width: width, isFirst: isFirst)
      isFirst = false
      missed = .infinity
      if entry.isMandatory { break }
    }
    // Either no opportunity was reached, or those reached do not fit after reshaping.
    guard best.entry > 0 else {
      return overflow == .visible
        ? appendOverlongLine(from: &start, head: head, to: &result)
        : appendEmergencyLine(from: &start, head: head, to: &result)
    }
    let kind = table[best.entry - 1].kind
    let isMandatory = table[best.entry - 1].isMandatory
    let isForced = isMandatory || best.entry == breaks.count
    let limit = isForced ? .infinity : nextWidth(after: walk, missed: missed, start, head)
    let least = max(best.width, best.reach)
    // A line of a single character, or of a word that may overflow, is the same at any width.
    let isLeast =
      least > result.widths.least && best.isFirst
      && (overflow == .visible || isCharacter(endingAt: best.offset, from: start, head: head))
    result.widths.restrict(from: isLeast ? 0 : least, to: limit)
    append(
      LineEnd(position: LinePosition(best), width: best.width, kind: kind, tail: tail),
      from: start, head: head, to: &result)
    start = LinePosition(best)
    return isMandatory
  }

  /// Returns the least width at which a line would end later than it does, in points; infinite if
  /// it ends at a mandatory break.
  ///
  /// `walk` is the position at which the walk along the line stopped, `missed` the least width at
  /// which the line would end at an earlier missed place, and `isPassed` whether the entry before
  /// `walk` is not on the line.
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
      var width = walk.trimmed
      if !entry.isSimple || head.holds(walk.offset) {
        _ = resolve(walk, kind: entry.kind, width: &width, lineStart: start, head: head)
      }
      limit = min(limit, max(width, walk.reach))
      if entry.isMandatory { return limit }
    }
  }

  /// Returns whether the line that ends at `offset` holds a single character and so ends there at
  /// any width.
  func isCharacter(
    endingAt offset: Int32, from start: LinePosition, head: LineHead = LineHead()
  ) -> Bool {
    let bytes = text.input.text.string.utf8.span
    let line = Int(start.offset)..<Int(offset)
    let content = line.lowerBound..<endOfInk(in: bytes, line)
    if content.count > 1 {
      // An ASCII byte always begins a new character.
      if bytes[content.lowerBound + 1] < 0x80 { return false }
      let first = text.shapers.graphemeBoundaries(of: text.input.text, in: content).first
      if first.map({ Int($0) }) != content.upperBound { return false }
    }
    return emergencyPlaces(from: start, head: head).places.first?.position.offset == offset
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

/// A position between two break table entries at which a line may begin or, after an emergency
/// break, one within an entry.
struct LinePosition: BitwiseCopyable {
  /// The entry after or around the position.
  var entry = 0
  /// The run of the entry.
  var run = 0
  /// The UTF-8 offset.
  var offset: Int32 = 0
  /// The part of the entry's ink before the position, in design units.
  var inkBefore = 0
  /// The number of the entry's bytes before the position.
  var lengthBefore: Int32 = 0
  /// Whether the text must be reshaped from here.
  var isUnsafe = false

  /// Creates the position at the start of a text.
  init() {}

  /// Creates the position after an opportunity.
  init(_ best: BestEnd) {
    entry = best.entry
    run = best.run
    offset = best.offset
    isUnsafe = best.isUnsafe
  }

  /// Creates the position at the start of a plain line.
  init(_ start: PlainStart) {
    entry = start.entry
    run = start.run
    offset = start.offset
  }

  /// Whether text begins here that is neither reshaped nor a part of an entry.
  var isPlain: Bool { !isUnsafe && lengthBefore == 0 && inkBefore == 0 }

  /// Creates the position that a walk has reached.
  init(_ walk: LineWalk) {
    entry = walk.entry
    run = walk.run
    offset = walk.offset
    isUnsafe = walk.isUnsafe
  }
}

/// The last opportunity at which the current line fits, with the parts of its walk that are needed.
struct BestEnd: BitwiseCopyable {
  /// The entry after the opportunity; 0 if there is none yet.
  private(set) var entry = 0
  private(set) var run = 0
  private(set) var offset: Int32 = 0
  private(set) var isUnsafe = false
  /// Whether it is the first opportunity on the line.
  private(set) var isFirst = false
  /// The width of the line if it ends here, in points.
  private(set) var width = 0.0
  /// The greatest width of the line up to here, in points.
  private(set) var reach = 0.0

  @inline(__always) mutating func take(_ walk: LineWalk, width: Double, isFirst: Bool) {
    entry = walk.entry
    run = walk.run
    offset = walk.offset
    isUnsafe = walk.isUnsafe
    reach = walk.reach
    self.width = width
    self.isFirst = isFirst
  }
}

/// The end of a line.
struct LineEnd {
  var position: LinePosition
  /// The width of the line, in points.
  var width: Double
  var kind: BreakEntry.Kind
  /// The reshaped glyphs at the end of the line, if any.
  var tail: LinePatch?

  /// Whether the line ends at a mandatory break.
  var isMandatory: Bool { if case .mandatory = kind { true } else { false } }

  /// Whether the line ends in a soft hyphen, which is then visible.
  var endsInHyphen: Bool { if case .hyphen = kind { true } else { false } }
}
