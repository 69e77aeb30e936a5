import GalleyGeometry
import GalleyShaping

/// What a line to be broken is part of.
struct LineSurroundings {
  /// The lines of its segment above it.
  var stack: LineStack
  /// What its paragraph leaves free above it, in points.
  var space: Double
  /// The height that lines of its segment have, in points.
  var height: Double
  /// Whether it is the first of its segment.
  var isFirst: Bool
}

extension TextFlow {
  /// How many lines cutouts are looked for beside, when a paragraph is planned.
  private static let greatestLookahead = 256

  /// Breaks the next line where the plan for its stretch of text has it end.
  ///
  /// - Parameters:
  ///   - taken: What of the measure the line does not have, in points.
  ///   - surroundings: What the line is part of.
  /// - Returns: Whether there is a plan, and the line fits.
  mutating func appendPlannedLine(taken: Double, in surroundings: LineSurroundings) -> Bool {
    if position.entry >= plan.lastEntry {
      plan = breaker.plan(
        options.wrapping, from: position, in: rooms(from: taken, in: surroundings))
      leastWidth = max(leastWidth, plan.leastWidth)
      widthLimit = min(widthLimit, plan.widthLimit)
    }
    guard let end = plan.end(behind: position.entry) else { return false }
    guard
      let endsInLineEnd = breaker.appendLine(
        from: &position, endingBehind: end, to: &breaks)
    else {
      plan = LinePlan(fillingTo: 0)
      return false
    }
    self.endsInLineEnd = endsInLineEnd
    return true
  }

  /// The room that the next lines will have, as far as it can be told before they are broken.
  private func rooms(from taken: Double, in surroundings: LineSurroundings) -> LineRooms {
    let free = indentSides(beginsParagraph: false)
    var rooms = LineRooms(
      measure: options.measure, taken: [taken], greatestCount: roomForLines(in: surroundings))
    var stack = surroundings.stack
    let height = surroundings.height
    let lastBand = hasCutouts ? bottomOfCutouts : -.infinity
    var top = stack.append(height, space: surroundings.space)
    repeat {
      top = stack.append(height, space: 0)
      let bands = bandSides(at: top, height)
      rooms.taken.append(
        takenWidth(Sides(left: free.left + bands.left, right: free.right + bands.right)))
    } while top < lastBand && rooms.taken.count < TextFlow.greatestLookahead
    return rooms
  }

  /// How many lines there is room for; more than are looked for count as any number.
  private func roomForLines(in surroundings: LineSurroundings) -> Int {
    var count = Int.max
    if let limit = options.maximumLines { count = max(1, limit) - result.lines.count }
    if let block = outermostCollapsed.map({ result.blocks[$0] }) {
      let shown = result.lines.count - block.lines.lowerBound
      count = min(count, BlockMeasures.collapsedLines - shown)
    }
    guard options.maximumHeight != nil else { return count }
    var stack = surroundings.stack
    for index in 0..<max(0, min(count, TextFlow.greatestLookahead)) {
      _ = stack.append(surroundings.height, space: index == 0 ? surroundings.space : 0)
      if !fits(bottom: stack.bottom, behind: result.lines.count + index) { return index }
    }
    return count
  }

  /// How far down there are cutouts, in points; more by what the spacing of lines may add.
  private var bottomOfCutouts: Double {
    let height = 4 * metrics.base.height
    return options.cutouts.reduce(-.infinity) {
      $1.isAtBottom ? $0 : max($0, $1.top.offset + $1.size.height.distance + height)
    }
  }
}
