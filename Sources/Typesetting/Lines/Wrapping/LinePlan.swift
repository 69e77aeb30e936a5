internal import GalleyBasics
import GalleyShaping

/// The planned line ends of a stretch of text, for wrapping other than greedy.
///
/// A stretch is the text between two mandatory breaks. A plan without ends means greedy filling.
struct LinePlan {
  /// The break table entries that end the lines, in order.
  private(set) var ends: [Int] = []
  /// The entry up to which the plan is valid.
  private(set) var lastEntry: Int
  /// The least measure with the same plan, in points.
  private(set) var leastWidth = 0.0
  /// The least greater measure with a different plan, in points.
  private(set) var widthLimit = Double.infinity

  /// Creates a plan that fills lines greedily up to an entry.
  init(fillingTo lastEntry: Int, leastWidth: Double = 0, widthLimit: Double = .infinity) {
    self.lastEntry = lastEntry
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
  }

  /// Creates a plan whose last line ends after the last of `ends`.
  init(ends: [Int], leastWidth: Double, widthLimit: Double) {
    self.ends = ends
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
    lastEntry = ends.last ?? 0
  }

  /// Returns the planned end of the line that begins at an entry, if any.
  func end(behind entry: Int) -> Int? {
    let index = ends.partitioningIndex { $0 > entry }
    return index < ends.count ? ends[index] : nil
  }
}

/// The widths available to the lines of a stretch of text.
struct LineRooms {
  /// The measure, in points.
  var measure: Double
  /// The part of the measure that is unavailable to each line, in points; the last value applies to
  /// all further lines.
  var taken: [Double]
  /// The number of lines that fit.
  ///
  /// If there are more, the visible lines hold as much text as possible.
  var greatestCount = Int.max

  /// Returns the part of the measure that is unavailable to a line, in points.
  func taken(fromLine index: Int) -> Double {
    index < taken.count ? taken[index] : taken.last ?? 0
  }

  /// Returns the width available to a line, in points.
  func room(ofLine index: Int) -> Double { max(0, measure - taken(fromLine: index)) }

  /// The greatest width available to any line, in points.
  var greatestRoom: Double { max(0, measure - (taken.min() ?? 0)) }
}

extension LineBreaker {
  /// Plans the line ends up to the next mandatory break.
  ///
  /// - Parameters:
  ///   - wrapping: The rule for choosing them.
  ///   - start: The start of the first line.
  ///   - rooms: The widths available to the lines.
  /// - Returns: A plan that extends beyond `start`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of planned entries.
  func plan(_ wrapping: Wrapping, from start: LinePosition, in rooms: LineRooms) -> LinePlan {
    switch wrapping {
    case .greedy: LinePlan(fillingTo: text.breaks.count)
    case .balanced: BalancedWrapping(from: start, in: rooms, breaker: self).plan()
    case .optimal: OptimalWrapping(from: start, in: rooms, breaker: self).plan()
    }
  }

  /// Appends the line that begins at `start`, up to its planned end or filled greedily.
  ///
  /// - Returns: Whether the line ended at a mandatory break.
  func appendLine(
    from start: inout LinePosition, _ wrapping: Wrapping, plan: inout LinePlan,
    to result: inout LineBreaks
  ) -> Bool {
    if start.entry >= plan.lastEntry {
      plan = self.plan(wrapping, from: start, in: LineRooms(measure: measure, taken: []))
      result.restrict(from: plan.leastWidth, to: plan.widthLimit)
    }
    if let end = plan.end(behind: start.entry) {
      if let ended = appendLine(from: &start, endingBehind: end, to: &result) { return ended }
      plan = LinePlan(fillingTo: 0)
    }
    return appendLine(from: &start, to: &result)
  }

  /// Appends the line that begins at `start` and ends after an entry, if it fits.
  ///
  /// The plan, not the line, determines the interval of widths.
  ///
  /// - Parameters:
  ///   - start: The start of the line; set to its end.
  ///   - end: The entry after which it ends: an opportunity, or the last entry.
  ///   - result: The lines, to which the line is appended.
  /// - Returns: Whether the line ended at a mandatory break, or `nil` if it does not fit.
  func appendLine(
    from start: inout LinePosition, endingBehind end: Int, to result: inout LineBreaks
  ) -> Bool? {
    let (table, runs) = (text.breaks, text.runs)
    let head = LineHead(start, in: self)
    var walk = LineWalk(start, head: head, in: self)
    while walk.entry < end { walk.advance(over: table[walk.entry], runs: runs.span, tabs: tabs) }
    guard walk.entry > 0, walk.reach <= measure else { return nil }
    let entry = table[walk.entry - 1]
    var candidate = Candidate(walk: walk, width: walk.trimmed)
    var tail: LinePatch?
    if !entry.isSimple || head.holds(walk.offset) {
      tail = resolve(&candidate, kind: entry.kind, lineStart: start, head: head)
    }
    guard candidate.width <= measure else { return nil }
    let ending = LineEnd(
      position: LinePosition(walk), width: candidate.width, kind: entry.kind, tail: tail)
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }
}
