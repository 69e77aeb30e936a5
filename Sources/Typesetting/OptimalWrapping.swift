import GalleyShaping

/// Chooses the lines of a stretch of text that together leave the least room.
///
/// The cost of a line is the square of the room that it leaves; the last line of a stretch costs
/// nothing, and a line that ends in a hyphen costs more, twice so behind another. The lines chosen
/// have the least cost of all that fit. A piece that is wider than the measure is broken as ever, and
/// what is on either side of it chosen for itself.
///
/// - SeeAlso: D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines" (1981).
struct OptimalWrapping {
  private let start: LinePosition
  private let rooms: LineRooms
  private let table: OpportunityTable
  private let lastEntry: Int
  private let overflow: Overflow

  /// How much room, as a part of the measure, a line has to save for a hyphen to pay.
  private static let hyphenCost = 0.15
  /// How many beginnings of a line are looked at, from that of the fullest on.
  private static let greatestChoice = 256

  init(from start: LinePosition, in rooms: LineRooms, breaker: LineBreaker) {
    self.start = start
    self.rooms = rooms
    overflow = breaker.overflow
    table = OpportunityTable(
      from: start, limit: rooms.greatestRoom, greatestCount: OptimalWrapping.greatestCount,
      in: breaker)
    lastEntry =
      table.hasTab
      ? breaker.endOfStretch(from: start.entry)
      : max(start.entry + 1, table.places.count == 1 ? table.endOfOverlongPiece : 0)
  }

  /// How many places are planned at a time.
  private static let greatestCount = 4_096

  /// A place where a line may end, and the best way there.
  private struct Node: BitwiseCopyable {
    var cost = Double.infinity
    /// The place where the line that ends here begins.
    var previous = 0
    /// How many lines there are up to here.
    var lines = 0
  }

  func plan() -> LinePlan {
    let last = table.places.count - 1
    let interval = table.widths(in: rooms, overflow)
    guard !table.hasTab, last > 0 else {
      return LinePlan(
        fillingTo: lastEntry, leastWidth: interval.least, widthLimit: interval.limit)
    }
    if table.isComplete, table.width(from: 0, to: last) <= rooms.room(ofLine: 0) {
      return LinePlan(
        fillingTo: table.places[last].entry, leastWidth: interval.least,
        widthLimit: interval.limit)
    }
    var nodes = [Node](repeating: Node(), count: last + 1)
    nodes[0].cost = 0
    var first = 0
    for end in 1...last {
      while first + 1 < end, table.width(from: first, to: end) > rooms.greatestRoom { first += 1 }
      let choice = first..<min(end, first + OptimalWrapping.greatestChoice)
      nodes[end] = best(of: choice, endingAt: end, nodes)
    }
    let (least, limit) = (rooms.measure, rooms.measure.nextUp)
    guard nodes[last].cost < .infinity else {
      return LinePlan(fillingTo: lastEntry, leastWidth: least, widthLimit: limit)
    }
    guard nodes[last].lines <= rooms.greatestCount else {
      return LinePlan(fillingTo: table.places[last].entry, leastWidth: least, widthLimit: limit)
    }
    var ends: [Int] = []
    var place = last
    while place > 0 {
      ends.append(table.places[place].entry)
      place = nodes[place].previous
    }
    return LinePlan(ends: ends.reversed(), leastWidth: least, widthLimit: limit)
  }

  private func best(of choice: Range<Int>, endingAt end: Int, _ nodes: [Node]) -> Node {
    let isFree = table.isComplete && end == table.places.count - 1
    var best = Node()
    for first in choice {
      let node = nodes[first]
      let room = rooms.room(ofLine: node.lines)
      let slack = room - max(0, table.width(from: first, to: end))
      guard slack >= 0 else { continue }
      var cost = node.cost + (isFree ? 0 : slack * slack)
      if table.places[end].isHyphen {
        let hyphenCost = OptimalWrapping.hyphenCost * room
        cost += hyphenCost * hyphenCost * (table.places[first].isHyphen ? 2 : 1)
      }
      if cost < best.cost { best = Node(cost: cost, previous: first, lines: node.lines + 1) }
    }
    return best
  }
}

extension LineBreaker {
  /// The entry behind the next mandatory break, or behind the text.
  func endOfStretch(from entry: Int) -> Int {
    let table = text.breaks
    var entry = entry
    while entry < table.count, !table[entry].isMandatory { entry += 1 }
    return min(entry + 1, table.count)
  }
}
