import GalleyShaping

extension LineBreaker {
  /// Plans the line ends up to the next mandatory break; the plan extends beyond `start`.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of planned entries.
  func plan(
    _ wrapping: LayoutOptions.Wrapping, from start: LinePosition, in lineWidths: LineWidths
  ) -> LinePlan {
    switch wrapping {
    case .greedy: LinePlan(fillingTo: text.breaks.count)
    case .balanced: BalancedWrapping(from: start, in: lineWidths, breaker: self).plan()
    case .optimal: OptimalWrapping(from: start, in: lineWidths, breaker: self).plan()
    }
  }

  /// Appends the line that begins at `start`, up to its planned end or filled greedily.
  ///
  /// - Returns: Whether the line ended at a mandatory break.
  func appendLine(
    from start: inout LinePosition, _ wrapping: LayoutOptions.Wrapping, plan: inout LinePlan,
    to result: inout LineBreaks
  ) -> Bool {
    if start.entry >= plan.lastEntry {
      plan = self.plan(wrapping, from: start, in: LineWidths(measure: measure, unavailable: []))
      result.widths.formIntersection(plan.widths)
    }
    if let end = plan.end(behind: start.entry) {
      if let ended = appendLine(from: &start, endingBehind: end, to: &result) { return ended }
      plan = LinePlan(fillingTo: 0)
    }
    return appendLine(from: &start, to: &result)
  }

  /// Appends the line that begins at `start` and ends after the entry `end`, which is an
  /// opportunity or the last entry, and moves `start` to its end.
  ///
  /// The plan, not the line, determines the interval of widths.
  ///
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
    var ending = LineEnd(position: LinePosition(walk), width: walk.trimmed, kind: entry.kind)
    if !entry.isSimple || head.holds(walk.offset) {
      ending.tail = resolve(
        walk, kind: entry.kind, width: &ending.width, lineStart: start, head: head)
    }
    guard ending.width <= measure else { return nil }
    append(ending, from: start, head: head, to: &result)
    start = ending.position
    return ending.isMandatory
  }
}
