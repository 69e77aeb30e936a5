import GalleyGeometry
import GalleyShaping

/// The position of a line, not yet broken, in its segment.
struct LineSurroundings {
  /// The lines above it in the segment.
  var stack: LineStack
  /// The paragraph spacing above it, in points.
  var space: Double
  /// The height of the segment's lines, in points.
  var height: Double
  /// Whether it is the first line of its segment.
  var isFirst: Bool
}

extension TextFlow {
  /// The maximum number of lines checked for cutouts when a paragraph is planned.
  private static let greatestLookahead = 256

  /// Breaks the next line at the end that the plan assigns, or returns `false` if there is no plan
  /// or the line does not fit.
  ///
  /// `unavailable` is the part of the measure that is unavailable to the line, in points.
  mutating func appendPlannedLine(unavailable: Double, in surroundings: LineSurroundings) -> Bool {
    if position.entry >= plan.lastEntry {
      plan = breaker.plan(
        options.wrapping, from: position, in: lineWidths(from: unavailable, in: surroundings))
      widths.formIntersection(plan.widths)
    }
    guard let end = plan.end(behind: position.entry) else { return false }
    guard let endsInLineEnd = breaker.appendLine(from: &position, endingBehind: end, to: &breaks)
    else {
      plan = LinePlan(fillingTo: 0)
      return false
    }
    self.endsInLineEnd = endsInLineEnd
    return true
  }

  /// Returns the widths of the next lines, as far as known before they are broken.
  private func lineWidths(from unavailable: Double, in surroundings: LineSurroundings) -> LineWidths
  {
    let free = paragraph.indents(beginsParagraph: false)
    var lineWidths = LineWidths(
      measure: options.measure, unavailable: [unavailable],
      greatestCount: lineLimit(in: surroundings))
    var stack = surroundings.stack
    let height = surroundings.height
    let lastBand = cutouts.bottom
    var top = stack.append(height, space: surroundings.space)
    repeat {
      top = stack.append(height, space: 0)
      let bands = cutoutSides(at: top, height)
      lineWidths.unavailable.append(
        unavailableWidth(SideSpace(left: free.left + bands.left, right: free.right + bands.right)))
    } while top < lastBand && lineWidths.unavailable.count < TextFlow.greatestLookahead
    return lineWidths
  }

  /// Returns the number of lines that fit; a number beyond the lookahead may be inexact.
  private func lineLimit(in surroundings: LineSurroundings) -> Int {
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
}
