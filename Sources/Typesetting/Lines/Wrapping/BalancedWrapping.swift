import GalleyShaping

/// Balances the lines of a stretch of text: narrows the measure without adding a line.
///
/// Finds the least measure at which greedy breaking yields the same number of lines as at the full
/// measure. A table of widths suggests candidates, which are then verified. A stretch with a tab,
/// or with a piece wider than the measure, is broken greedily.
///
/// The result depends on the stretch and the number of its lines, not on the measure: laid out at
/// its own width, a balanced text has the same lines.
struct BalancedWrapping {
  private let start: LinePosition
  private let lineWidths: LineWidths
  private let breaker: LineBreaker
  private let table: OpportunityTable

  /// The maximum number of measures looked up in the table, and of those verified.
  private static let (greatestLooks, greatestTries) = (64, 3)
  /// The maximum number of lookups that interpolate; the others bisect.
  private static let greatestGuesses = 5
  /// The relative allowance for rounding differences between the table's sums and those of
  /// breaking.
  private static let tolerance = 1e-9

  init(from start: LinePosition, in lineWidths: LineWidths, breaker: LineBreaker) {
    self.start = start
    self.lineWidths = lineWidths
    self.breaker = breaker
    table = OpportunityTable(from: start, limit: lineWidths.greatest, in: breaker)
  }

  func plan() -> LinePlan {
    let lastEntry =
      table.isComplete
      ? table.places[table.places.count - 1].entry : breaker.endOfStretch(from: start.entry)
    let interval = table.widths(in: lineWidths, breaker.overflow)
    let filled = LinePlan(fillingTo: lastEntry, widths: interval)
    guard table.isComplete, !table.hasTab, table.places.count > 2 else { return filled }
    let count = lineCount()
    guard count > 1, count <= lineWidths.greatestCount else { return filled }
    guard let balanced = narrowest(lines: count), balanced.ends.count == count,
      balanced.widths.least <= lineWidths.measure
    else { return filled }
    return LinePlan(
      ends: balanced.ends,
      widths: WidthInterval(
        least: max(balanced.widths.least, interval.least),
        limit: max(balanced.widths.limit, narrowest(lines: count - 1)?.widths.least ?? .infinity)))
  }

  /// Returns the number of lines at the measure, or 0 if they cannot be balanced.
  private func lineCount() -> Int {
    if table.isSimple {
      let count = look(BalancedWrapping.tolerated(lineWidths.measure)).lines
      if look(2 * lineWidths.measure - BalancedWrapping.tolerated(lineWidths.measure)).lines
        == count
      {
        return count
      }
    }
    let filling = Filling(from: start, at: lineWidths.measure, in: lineWidths, breaker: breaker)
    return filling.isBroken ? 0 : filling.ends.count
  }

  /// Returns the lines at the least measure that yields at most `count` lines.
  private func narrowest(lines count: Int) -> Filling? {
    var measure = leastMeasure(lines: count)
    guard measure.isFinite else { return nil }
    measure = BalancedWrapping.tolerated(measure)
    var best: Filling?
    for _ in 0..<BalancedWrapping.greatestTries {
      let filling = Filling(
        from: start, at: measure, in: lineWidths, breaker: breaker, greatestCount: count)
      if !filling.isBroken, filling.ends.count <= count {
        best = filling
        // The table is exact for glyphs that need no reshaping.
        if table.isSimple { break }
        measure = filling.widths.least.nextDown
      } else {
        guard best == nil, filling.widths.limit.isFinite else { break }
        measure = filling.widths.limit
      }
    }
    return best
  }

  /// Returns a measure plus the tolerance of the table.
  private static func tolerated(_ measure: Double) -> Double {
    measure + tolerance * max(1, measure)
  }

  /// Returns the least measure that yields at most `count` lines according to the table.
  private func leastMeasure(lines count: Int) -> Double {
    let least = lineWidths.unavailable.min() ?? 0
    // No line holds more than its width, so the sum of widths is at least the total ink.
    let mean = table.inkWidth / Double(count) * (1 - BalancedWrapping.tolerance)
    var low = max(table.widestPiece, mean) + least
    var high = max(low, lineWidths.measure)
    var found = look(high)
    if found.lines > count {
      low = high
      high = table.width(from: 0, to: table.places.count - 1) + (lineWidths.unavailable.max() ?? 0)
      found = look(high)
    }
    guard found.lines <= count else { return .infinity }
    var (tried, lines) = (high, found.lines)
    high = min(high, found.least)
    for index in 0..<BalancedWrapping.greatestLooks where low < high {
      // The number of lines is nearly inversely proportional to the measure, more so for many
      // lines.
      let guess = tried * Double(lines) / (Double(count) + 0.5)
      let isGuessed = index < BalancedWrapping.greatestGuesses && low < guess && guess < high
      let middle = isGuessed ? guess : low + (high - low) / 2
      guard middle < high else { break }
      found = look(middle)
      (tried, lines) = (middle, found.lines)
      if found.lines > count {
        low = max(found.limit, middle.nextUp)
      } else {
        high = min(high, found.least)
      }
    }
    return high
  }

  /// Breaks the stretch at a measure in points according to the table, and returns the number of
  /// lines and the interval of measures that yields the same lines.
  private func look(_ measure: Double) -> (lines: Int, least: Double, limit: Double) {
    var (lines, least, limit) = (0, 0.0, Double.infinity)
    var place = 0
    let array = table.places
    let places = array.span
    let last = places.count - 1
    while place < last {
      let unavailable = lineWidths.unavailableWidth(ofLine: lines)
      let end = OpportunityTable.end(ofLineFrom: place, width: measure - unavailable, in: places)
      let start = places[place].pen - unavailable
      least = max(least, places[end].inkEnd - start)
      if end < last { limit = min(limit, places[end + 1].inkEnd - start) }
      place = end
      lines += 1
    }
    return (lines, least, limit)
  }
}

/// The lines of a stretch of text broken greedily.
struct Filling {
  /// The break table entries that end the lines.
  private(set) var ends: [Int] = []
  /// The measures that yield these lines.
  private(set) var widths = WidthInterval()
  /// Whether a line ends at an emergency break.
  private(set) var isBroken = false

  /// Breaks lines greedily up to the next mandatory break, at most one more than the wanted number.
  init(
    from start: LinePosition, at measure: Double, in lineWidths: LineWidths, breaker: LineBreaker,
    greatestCount: Int = .max
  ) {
    var (breaker, position, lineWidths) = (breaker, start, lineWidths)
    lineWidths.measure = measure
    let table = breaker.text.breaks
    var breaks = LineBreaks()
    var isEnd = false
    while !isEnd, position.entry < table.count, ends.count <= greatestCount {
      breaker.measure = lineWidths.width(ofLine: ends.count)
      let unavailable = lineWidths.unavailableWidth(ofLine: ends.count)
      breaks.lines.removeAll(keepingCapacity: true)
      breaks.patches.removeAll(keepingCapacity: true)
      breaks.widths = WidthInterval()
      isEnd = breaker.appendLine(from: &position, to: &breaks)
      widths.restrict(from: outerWidth(of: breaks.widths.least, padding: unavailable))
      widths.restrict(to: outerWidth(of: breaks.widths.limit, padding: unavailable))
      ends.append(position.entry)
      let isOpportunity = position.entry > 0 && table[position.entry - 1].isOpportunity
      if position.lengthBefore > 0 || !isOpportunity && position.entry < table.count {
        isBroken = true
        return
      }
    }
  }
}
