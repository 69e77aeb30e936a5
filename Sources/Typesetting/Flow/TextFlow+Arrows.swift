import GalleyShaping

/// The space that the arrows of open blocks need below a line, if that line is the last that fits.
struct ArrowRoom {
  /// The height of the space, in points.
  var height = 0.0
  /// The least measure at which the arrows that fit beside the line still do, in points.
  var leastWidth = 0.0
  /// The least measure at which one more arrow fits beside the line, in points.
  var widthLimit = Double.infinity
}

extension TextFlow {
  /// Returns the height left below `bottom` if all open blocks end there, in points.
  func roomBelow(_ bottom: Double) -> Double {
    guard let limit = options.maximumHeight, !limit.isNaN else { return .infinity }
    return limit - (bottom + Double(open.count) * BlockMeasures.gapAfterLast)
  }

  /// Returns the space for arrows below a line, where it decides whether the line fits.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - sides: The free space at its sides.
  ///   - bottom: The lower edge of the line, in points.
  /// - Returns: The space; empty if there is enough in any case, or too little even for the line.
  func arrowRoom(below line: LineSpan, _ sides: SideSpace, bottom: Double) -> ArrowRoom {
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
