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
  private let rooms: LineRooms
  private let breaker: LineBreaker
  private let table: OpportunityTable

  /// The maximum number of measures looked up in the table, and of those verified.
  private static let (greatestLooks, greatestTries) = (64, 3)
  /// The maximum number of lookups that interpolate; the others bisect.
  private static let greatestGuesses = 5
  /// The relative allowance for rounding differences between the table's sums and those of
  /// breaking.
  private static let tolerance = 1e-9

  init(from start: LinePosition, in rooms: LineRooms, breaker: LineBreaker) {
    self.start = start
    self.rooms = rooms
    self.breaker = breaker
    table = OpportunityTable(from: start, limit: rooms.greatestRoom, in: breaker)
  }

  func plan() -> LinePlan {
    let lastEntry =
      table.isComplete
      ? table.places[table.places.count - 1].entry : breaker.endOfStretch(from: start.entry)
    let interval = table.widths(in: rooms, breaker.overflow)
    let filled = LinePlan(
      fillingTo: lastEntry, leastWidth: interval.least, widthLimit: interval.limit)
    guard table.isComplete, !table.hasTab, table.places.count > 2 else { return filled }
    let count = lineCount()
    guard count > 1, count <= rooms.greatestCount else { return filled }
    guard let balanced = narrowest(lines: count), balanced.ends.count == count,
      balanced.leastWidth <= rooms.measure
    else { return filled }
    return LinePlan(
      ends: balanced.ends, leastWidth: max(balanced.leastWidth, interval.least),
      widthLimit: max(balanced.widthLimit, narrowest(lines: count - 1)?.leastWidth ?? .infinity))
  }

  /// Returns the number of lines at the measure, or 0 if they cannot be balanced.
  private func lineCount() -> Int {
    if table.isSimple {
      let count = look(BalancedWrapping.tolerated(rooms.measure)).lines
      if look(2 * rooms.measure - BalancedWrapping.tolerated(rooms.measure)).lines == count {
        return count
      }
    }
    let filling = Filling(from: start, at: rooms.measure, in: rooms, breaker: breaker)
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
        from: start, at: measure, in: rooms, breaker: breaker, greatestCount: count)
      if !filling.isBroken, filling.ends.count <= count {
        best = filling
        // The table is exact for glyphs that need no reshaping.
        if table.isSimple { break }
        measure = filling.leastWidth.nextDown
      } else {
        guard best == nil, filling.widthLimit.isFinite else { break }
        measure = filling.widthLimit
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
    let least = rooms.taken.min() ?? 0
    // No line holds more than its width, so the sum of widths is at least the total ink.
    let mean = table.inkWidth / Double(count) * (1 - BalancedWrapping.tolerance)
    var low = max(table.widestPiece, mean) + least
    var high = max(low, rooms.measure)
    var found = look(high)
    if found.lines > count {
      low = high
      high = table.width(from: 0, to: table.places.count - 1) + (rooms.taken.max() ?? 0)
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

  /// Breaks the stretch according to the table.
  ///
  /// - Parameter measure: The measure in points.
  /// - Returns: The number of lines, and the interval of measures that yields the same lines.
  private func look(_ measure: Double) -> (lines: Int, least: Double, limit: Double) {
    var (lines, least, limit) = (0, 0.0, Double.infinity)
    var place = 0
    let array = table.places
    let places = array.span
    let last = places.count - 1
    while place < last {
      let taken = rooms.taken(fromLine: lines)
      let end = OpportunityTable.end(ofLineFrom: place, room: measure - taken, in: places)
      let start = places[place].pen - taken
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
  /// The interval of measures that yields these lines, in points.
  private(set) var leastWidth = 0.0
  private(set) var widthLimit = Double.infinity
  /// Whether a line ends at an emergency break.
  private(set) var isBroken = false

  /// Breaks lines greedily up to the next mandatory break.
  ///
  /// - Parameters:
  ///   - start: The start of the first line.
  ///   - measure: The measure in points.
  ///   - rooms: The parts of the measure that are unavailable to lines.
  ///   - breaker: The line breaker.
  ///   - greatestCount: The wanted number of lines; at most one more is broken.
  init(
    from start: LinePosition, at measure: Double, in rooms: LineRooms, breaker: LineBreaker,
    greatestCount: Int = .max
  ) {
    var (breaker, position, rooms) = (breaker, start, rooms)
    rooms.measure = measure
    let table = breaker.text.breaks
    var breaks = LineBreaks()
    var isEnd = false
    while !isEnd, position.entry < table.count, ends.count <= greatestCount {
      breaker.measure = rooms.room(ofLine: ends.count)
      let taken = rooms.taken(fromLine: ends.count)
      breaks.lines.removeAll(keepingCapacity: true)
      breaks.patches.removeAll(keepingCapacity: true)
      (breaks.leastWidth, breaks.widthLimit) = (0, .infinity)
      isEnd = breaker.appendLine(from: &position, to: &breaks)
      leastWidth = max(leastWidth, outerWidth(of: breaks.leastWidth, padding: taken))
      widthLimit = min(widthLimit, outerWidth(of: breaks.widthLimit, padding: taken))
      ends.append(position.entry)
      let isOpportunity = position.entry > 0 && table[position.entry - 1].isOpportunity
      if position.consumedLength > 0 || !isOpportunity && position.entry < table.count {
        isBroken = true
        return
      }
    }
  }
}
