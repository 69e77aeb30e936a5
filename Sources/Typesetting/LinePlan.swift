import GalleyShaping

/// Where the lines of a stretch of text end that is not simply filled line by line.
///
/// A stretch is what lies between two mandatory breaks. A plan without ends says that lines are filled.
struct LinePlan {
  /// The entries of the break table behind which lines end, in order.
  private(set) var ends: [Int] = []
  /// The entry that the plan reaches to; what is before it is not planned anew.
  private(set) var lastEntry: Int
  /// The least measure with the same plan, in points.
  private(set) var leastWidth = 0.0
  /// The least greater measure with another, in points.
  private(set) var widthLimit = Double.infinity

  /// A plan that has lines filled up to an entry.
  init(fillingTo lastEntry: Int, leastWidth: Double = 0, widthLimit: Double = .infinity) {
    self.lastEntry = lastEntry
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
  }

  /// A plan whose last line ends behind the last of `ends`.
  init(ends: [Int], leastWidth: Double, widthLimit: Double) {
    self.ends = ends
    self.leastWidth = leastWidth
    self.widthLimit = widthLimit
    lastEntry = ends.last ?? 0
  }

  /// Where the line that begins at an entry is to end, if the plan says.
  func end(behind entry: Int) -> Int? {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > entry { high = middle } else { low = middle + 1 }
    }
    return low < ends.count ? ends[low] : nil
  }
}

/// The room that the lines of a stretch of text have.
struct LineRooms {
  /// The measure, in points.
  var measure: Double
  /// What of the measure each line does not have, in points; the last of them holds for all further
  /// lines too.
  var taken: [Double]
  /// How many lines there is room for: if there are more, those that are seen are to show as much of
  /// the text as they can.
  var greatestCount = Int.max

  /// What of the measure a line does not have, in points.
  func taken(fromLine index: Int) -> Double {
    index < taken.count ? taken[index] : taken.last ?? 0
  }

  /// The room of a line, in points.
  func room(ofLine index: Int) -> Double { max(0, measure - taken(fromLine: index)) }

  /// The most room that any line has, in points.
  var greatestRoom: Double { max(0, measure - (taken.min() ?? 0)) }
}

extension LineBreaker {
  /// Chooses where lines end up to the next mandatory break.
  ///
  /// - Parameters:
  ///   - wrapping: How they are chosen.
  ///   - start: Where the first of them begins.
  ///   - rooms: The room that they have.
  /// - Returns: The plan; it reaches further than `start`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries that the plan is for.
  func plan(_ wrapping: Wrapping, from start: LinePosition, in rooms: LineRooms) -> LinePlan {
    switch wrapping {
    case .greedy: LinePlan(fillingTo: text.breaks.count)
    case .balanced: BalancedWrapping(from: start, in: rooms, breaker: self).plan()
    case .optimal: OptimalWrapping(from: start, in: rooms, breaker: self).plan()
    }
  }

  /// Appends the line that begins at `start` and ends where a plan has it end; or is filled.
  ///
  /// - Returns: Whether the line ended because it must.
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

  /// Appends the line that begins at `start` and ends behind an entry, if it fits.
  ///
  /// What the line says of the interval of widths is left to the plan.
  ///
  /// - Parameters:
  ///   - start: Where the line begins; moved to where it ends.
  ///   - end: The entry behind which it ends: an opportunity, or the last.
  ///   - result: Where the line goes.
  /// - Returns: Whether the line ended because it must, or `nil` if it does not fit.
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
