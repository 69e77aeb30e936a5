import GalleyShaping

/// Fills the lines of a stretch of text with as little room as makes no more lines of them.
///
/// What is looked for is the least measure at which filling gives as many lines as at the measure
/// that there is. A table of widths says where to look, and what it says is tried. A stretch that has
/// a tab, or a piece wider than the measure, is filled as ever.
///
/// What comes out depends on the stretch and the number of its lines, not on the measure: at its own
/// width a balanced text has the same lines.
struct BalancedWrapping {
  private let start: LinePosition
  private let rooms: LineRooms
  private let breaker: LineBreaker
  private let table: OpportunityTable

  /// How many measures are looked at in the table, and how many are tried.
  private static let (greatestLooks, greatestTries) = (64, 3)
  /// How many of the looks are where so many lines are to be expected, rather than halfway.
  private static let greatestGuesses = 5
  /// By how much more than the table says lines are given at first: sums may be rounded another way.
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

  /// How many lines there are at the measure; 0 if they cannot be balanced.
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

  /// The lines at the least measure at which there are so many, or fewer.
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
        // The table is right about glyphs that are the text's own.
        if table.isSimple { break }
        measure = filling.leastWidth.nextDown
      } else {
        guard best == nil, filling.widthLimit.isFinite else { break }
        measure = filling.widthLimit
      }
    }
    return best
  }

  /// A measure, and as much more as the table may be wrong by.
  private static func tolerated(_ measure: Double) -> Double {
    measure + tolerance * max(1, measure)
  }

  /// The least measure at which there are so many lines, or fewer, as the table has it.
  private func leastMeasure(lines count: Int) -> Double {
    let least = rooms.taken.min() ?? 0
    // No lines hold more than their width, so that their sum is no less than all there is to be seen.
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
      // Lines and their measure are nearly in inverse proportion, the more so the more there are.
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

  /// Fills lines as the table has it.
  ///
  /// - Parameter measure: The measure in points.
  /// - Returns: How many lines there are, from which measure on they are the same, and up to which.
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

/// The lines of a stretch of text when each takes what fits.
struct Filling {
  /// The entries behind which lines end.
  private(set) var ends: [Int] = []
  /// The interval of measures with these lines, in points.
  private(set) var leastWidth = 0.0
  private(set) var widthLimit = Double.infinity
  /// Whether a line ends where there is no opportunity.
  private(set) var isBroken = false

  /// Fills lines, up to the next mandatory break.
  ///
  /// - Parameters:
  ///   - start: Where the first line begins.
  ///   - measure: The measure in points.
  ///   - rooms: What of it lines do not have.
  ///   - breaker: What breaks the text.
  ///   - greatestCount: How many lines are wanted; one more is found at the most.
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
