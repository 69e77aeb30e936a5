import GalleyShaping

/// Chooses the lines of a stretch of text that minimize the total cost of unused width.
///
/// The cost of a line is the square of its unused width. The last line of a stretch is free; a line
/// that ends in a hyphen costs more, and twice that after another hyphen. The lines with the least
/// total cost are chosen. A piece wider than the measure is broken greedily, and the text on either
/// side of it is optimized separately.
///
/// - SeeAlso: D. E. Knuth and M. F. Plass, "Breaking Paragraphs into Lines" (1981).
struct OptimalWrapping {
  private let start: LinePosition
  private let lineWidths: LineWidths
  private let table: OpportunityTable
  private let lastEntry: Int
  private let overflow: LayoutOptions.Overflow

  /// The cost of a hyphen, as the fraction of the measure that a line must save for it to pay off.
  private static let hyphenCost = 0.15
  /// The maximum number of starts considered for a line, from that of the fullest line on.
  private static let greatestChoice = 256

  init(from start: LinePosition, in lineWidths: LineWidths, breaker: LineBreaker) {
    self.start = start
    self.lineWidths = lineWidths
    overflow = breaker.overflow
    table = OpportunityTable(
      from: start, limit: lineWidths.greatest, greatestCount: OptimalWrapping.greatestCount,
      in: breaker)
    lastEntry =
      table.hasTab
      ? breaker.endOfStretch(from: start.entry)
      : max(start.entry + 1, table.places.count == 1 ? table.endOfOverlongPiece : 0)
  }

  /// The maximum number of places planned at a time.
  private static let greatestCount = 4_096

  /// A place at which a line may end, and the best path to it.
  private struct Node: BitwiseCopyable {
    var cost = Double.infinity
    /// The place at which the line that ends here begins.
    var previous = 0
    /// The number of lines up to here.
    var lines = 0
  }

  func plan() -> LinePlan {
    let last = table.places.count - 1
    let interval = table.widths(in: lineWidths, overflow)
    guard !table.hasTab, last > 0 else { return LinePlan(fillingTo: lastEntry, widths: interval) }
    if table.isComplete, table.width(from: 0, to: last) <= lineWidths.width(ofLine: 0) {
      return LinePlan(fillingTo: table.places[last].entry, widths: interval)
    }
    var nodes = [Node](repeating: Node(), count: last + 1)
    nodes[0].cost = 0
    var first = 0
    for end in 1...last {
      while first + 1 < end, table.width(from: first, to: end) > lineWidths.greatest { first += 1 }
      let choice = first..<min(end, first + OptimalWrapping.greatestChoice)
      nodes[end] = best(of: choice, endingAt: end, nodes)
    }
    let (least, limit) = (lineWidths.measure, lineWidths.measure.nextUp)
    guard nodes[last].cost < .infinity else {
      return LinePlan(fillingTo: lastEntry, widths: WidthInterval(least: least, limit: limit))
    }
    guard nodes[last].lines <= lineWidths.greatestCount else {
      return LinePlan(
        fillingTo: table.places[last].entry, widths: WidthInterval(least: least, limit: limit))
    }
    var ends: [Int] = []
    var place = last
    while place > 0 {
      ends.append(table.places[place].entry)
      place = nodes[place].previous
    }
    return LinePlan(ends: ends.reversed(), widths: WidthInterval(least: least, limit: limit))
  }

  private func best(of choice: Range<Int>, endingAt end: Int, _ nodes: [Node]) -> Node {
    let isFree = table.isComplete && end == table.places.count - 1
    var best = Node()
    for first in choice {
      let node = nodes[first]
      let width = lineWidths.width(ofLine: node.lines)
      let slack = width - max(0, table.width(from: first, to: end))
      guard slack >= 0 else { continue }
      var cost = node.cost + (isFree ? 0 : slack * slack)
      if table.places[end].isHyphen {
        let hyphenCost = OptimalWrapping.hyphenCost * width
        cost += hyphenCost * hyphenCost * (table.places[first].isHyphen ? 2 : 1)
      }
      if cost < best.cost { best = Node(cost: cost, previous: first, lines: node.lines + 1) }
    }
    return best
  }
}

extension LineBreaker {
  /// Returns the entry after the next mandatory break, or the end of the text.
  func endOfStretch(from entry: Int) -> Int {
    let table = text.breaks
    var entry = entry
    while entry < table.count, !table[entry].isMandatory { entry += 1 }
    return min(entry + 1, table.count)
  }
}
