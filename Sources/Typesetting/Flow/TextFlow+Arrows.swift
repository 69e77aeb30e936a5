import GalleyShaping

/// The space that the arrows of open blocks need below a line, if that line is the last that fits.
struct ArrowReserve {
  /// The height of the space, in points.
  var height = 0.0
  /// The measures at which as many arrows fit beside the line.
  var widths = WidthInterval()
}

extension TextFlow {
  /// Returns the height left below `bottom` if all open blocks end there, in points.
  func heightLeft(below bottom: Double) -> Double {
    guard let limit = options.maximumHeight, !limit.isNaN else { return .infinity }
    return limit - (bottom + Double(open.count) * BlockMeasures.gapAfterLast)
  }

  /// Returns the space for arrows below a line whose lower edge is at `bottom`, in points.
  ///
  /// The space is empty unless it decides whether the line fits: if there is enough in any case, or
  /// too little even for the line.
  func arrowRoom(below line: LineSpan, _ sides: SideSpace, bottom: Double) -> ArrowReserve {
    var arrows = ArrowReserve()
    let greatest = Double(open.count) * BlockMeasures.arrowHeightReserve
    guard outermostCollapsed == nil, (0..<greatest).contains(heightLeft(below: bottom)) else {
      return arrows
    }
    var needed = outerWidth(of: line.width, padding: unavailableWidth(sides))
    for (depth, block) in open.enumerated().reversed() {
      let isInnermost = depth == open.count - 1
      if !isInnermost { needed = max(needed, result.blocks[open[depth + 1]].neededWidth) }
      guard text.blocks[result.blocks[block].index].isCollapsible,
        result.lines.count - result.blocks[block].lines.lowerBound >= BlockMeasures.collapsedLines
      else { continue }
      let reserve = BlockMeasures.arrowReserve
      let beside =
        isInnermost
        ? outerWidth(of: line.width, padding: unavailableWidth(sides) + reserve)
        : outerWidth(of: needed, padding: reserve)
      if beside <= options.measure {
        arrows.widths.restrict(from: beside)
        needed = max(needed, beside)
      } else {
        arrows.widths.restrict(to: beside)
        arrows.height += BlockMeasures.arrowHeightReserve
      }
    }
    return arrows
  }
}
