import GalleyShaping

/// What the arrows of open blocks take below a line, if it is the last that has room.
struct ArrowRoom {
  /// How high it is, in points.
  var height = 0.0
  /// The least measure at which those arrows stand beside the line that do, in points.
  var leastWidth = 0.0
  /// The least measure at which one more of them does.
  var widthLimit = Double.infinity
}

extension TextFlow {
  /// How much further down lines could end that end at `bottom`, with all that is open; in points.
  func roomBelow(_ bottom: Double) -> Double {
    guard let limit = options.maximumHeight, !limit.isNaN else { return .infinity }
    return limit - (bottom + Double(open.count) * BlockMeasures.gapAfterLast)
  }

  /// What arrows take below a line, where that decides whether the line has room.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - sides: What it leaves free at its sides.
  ///   - bottom: Where it ends, in points.
  /// - Returns: The room; nothing if there is enough of it in any case, or not even for the line.
  func arrowRoom(below line: LineSpan, _ sides: Sides, bottom: Double) -> ArrowRoom {
    var arrows = ArrowRoom()
    let greatest = Double(open.count) * BlockMeasures.arrowHeightReserve
    guard outermostCollapsed == nil, (0..<greatest).contains(roomBelow(bottom)) else {
      return arrows
    }
    var needed = outerWidth(of: line.width, padding: takenWidth(sides))
    for (depth, block) in open.enumerated().reversed() {
      let isInnermost = depth == open.count - 1
      if !isInnermost { needed = max(needed, result.blocks[open[depth + 1]].neededWidth) }
      guard text.blocks[result.blocks[block].index].isCollapsible,
        result.lines.count - result.blocks[block].lines.lowerBound >= BlockMeasures.collapsedLines
      else { continue }
      let reserve = BlockMeasures.arrowReserve
      let beside =
        isInnermost
        ? outerWidth(of: line.width, padding: takenWidth(sides) + reserve)
        : outerWidth(of: needed, padding: reserve)
      if beside <= options.measure {
        arrows.leastWidth = max(arrows.leastWidth, beside)
        needed = max(needed, beside)
      } else {
        arrows.widthLimit = min(arrows.widthLimit, beside)
        arrows.height += BlockMeasures.arrowHeightReserve
      }
    }
    return arrows
  }
}
