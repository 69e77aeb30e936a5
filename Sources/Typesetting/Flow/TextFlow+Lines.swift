import GalleyShaping

extension TextFlow {
  /// Breaks the next line of a segment and stacks it, or returns `false` and adds nothing if it
  /// does not fit.
  mutating func appendLine(
    of segment: FlowMetrics.Segment, isFirst: Bool, to stack: inout LineStack
  ) -> Bool {
    if let limit = options.maximumLines, result.lines.count >= max(1, limit) { return false }
    let start = (position: position, endsInLineEnd: endsInLineEnd)
    let oldWidths = widths
    let beginsParagraph = isFirst || position.offset >= paragraph.end
    let space = beginsParagraph ? paragraph.advance(to: position.offset) : 0
    let free = freeSides(beginsParagraph: beginsParagraph)
    let line = breakLine(
      of: segment, free: free,
      in: LineSurroundings(
        stack: stack, space: space, height: segment.metrics.height, isFirst: isFirst))
    var next = line.stack
    next.skip(line.growth.upper)
    let (count, top) = (result.lines.count, next.append(line.metrics.height, space: space))
    next.skip(line.growth.own)
    let bottom = next.bottom + (inkSpacing?.overhang(of: line.line.ink, line.metrics) ?? 0)
    let arrows = arrowRoom(below: breaks.lines[count], line.sides, bottom: bottom)
    guard count == 0 || fits(bottom: bottom + arrows.height, behind: count) else {
      takeBackLine(to: start.position)
      endsInLineEnd = start.endsInLineEnd
      pendingTruncation = nil
      if !hasLimitOfWidth { widths = oldWidths }
      widths.restrict(to: arrows.widths.limit)
      return false
    }
    widths.restrict(from: arrows.widths.least)
    stack = next
    append(line, top: top, from: start.position.offset, segment)
    settleTruncation()
    return true
  }

  /// A broken line, and the conditions that it was broken under.
  private struct BrokenLine {
    var sides: SideSpace
    var metrics: LineMetrics
    var line: InkLine
    var growth: InkGrowth
    /// The lines above it, and the cutouts that it moved below.
    var stack: LineStack
  }

  /// Breaks the next line beside cutouts, or below them; `free` is the space at its sides that is
  /// free for other reasons.
  private mutating func breakLine(
    of segment: FlowMetrics.Segment, free: SideSpace, in surroundings: LineSurroundings
  ) -> BrokenLine {
    let start = (position: position, span: breaks.lines.count)
    var surroundings = surroundings
    func top(_ height: Double) -> Double {
      surroundings.stack.place(height, space: surroundings.space)
    }
    var bands = cutoutSides(at: top(surroundings.height), surroundings.height)
    while true {
      let sides = SideSpace(left: free.left + bands.left, right: free.right + bands.right)
      if truncatesNextLine {
        truncateLine(sides, of: segment)
      } else {
        breakLine(sides, scrolls: segment.scrolls, in: surroundings)
      }
      let span = breaks.lines[start.span]
      let metrics = metrics.ofLine(
        span, from: start.position.offset, of: segment, in: shaped,
        truncation: pendingTruncation?.truncation)
      let line = inkLine(span, from: start.position.offset, sides, of: segment, in: metrics)
      let growth = growth(
        for: line, metrics, top: top(metrics.height), isFirst: surroundings.isFirst)
      let place = top(metrics.height) + growth.upper
      let now = cutoutSides(at: place, metrics.height + growth.own)
      if now.left > bands.left || now.right > bands.right {
        // A line that grew taller may now reach a cutout that it was not broken for.
        bands = SideSpace(left: max(bands.left, now.left), right: max(bands.right, now.right))
      } else if !segment.scrolls,
        let way = wayBelowCutouts(from: place, metrics, sides, bands: bands, span)
      {
        surroundings.stack.skip(way)
        bands = cutoutSides(at: top(surroundings.height), surroundings.height)
      } else {
        return BrokenLine(
          sides: sides, metrics: metrics, line: line, growth: growth, stack: surroundings.stack)
      }
      takeBackLine(to: start.position)
    }
  }

  /// Breaks a line that leaves free space at its sides.
  private mutating func breakLine(
    _ sides: SideSpace, scrolls: Bool, in surroundings: LineSurroundings
  ) {
    guard position.offset < shaped.length else {
      breaks.lines.append(.empty(in: shaped))
      endsInLineEnd = false
      return
    }
    let unavailable = unavailableWidth(sides)
    breaker.measure = scrolls ? .infinity : max(0, options.measure - unavailable)
    if isPlanned, !scrolls, appendPlannedLine(unavailable: unavailable, in: surroundings) { return }
    breaks.widths = WidthInterval(least: max(0, widths.least - unavailable))
    let least = breaks.widths.least
    endsInLineEnd = breaker.appendLine(from: &position, to: &breaks)
    guard !scrolls else { return }
    if breaks.widths.least > least {
      widths.restrict(from: outerWidth(of: breaks.widths.least, padding: unavailable))
    }
    widths.restrict(to: outerWidth(of: breaks.widths.limit, padding: unavailable))
  }

  /// Removes the last line, but keeps its effect on the interval of widths.
  private mutating func takeBackLine(to start: LinePosition) {
    let span = breaks.lines.removeLast()
    breaks.patches.removeLast(Int(span.patchCount))
    position = start
  }

  private mutating func append(
    _ line: BrokenLine, top: Double, from start: Int32, _ segment: FlowMetrics.Segment
  ) {
    let sides = line.sides
    var metrics = line.metrics
    metrics.ascent += line.growth.own
    let index = result.lines.count
    let span = breaks.lines[index]
    let block = open.last
    if line.growth.upper > 0 { result.lines[index - 1].height += line.growth.upper }
    inkSpacing?.edge = InkEdge(
      line: line.line, bottom: top + metrics.height, below: metrics.below,
      isParted: line.growth.isParted)
    result.lines.append(
      FlowLine(
        start: start, block: Int32(truncatingIfNeeded: block ?? -1), top: top,
        height: metrics.height, baseline: metrics.baseline, left: sides.left, right: sides.right,
        alignment: alignment(in: segment), isRightToLeft: paragraph.isRightToLeft))
    let range = Int(start)..<Int(span.end)
    if span.width > 0 || endOfInk(in: text.string.utf8.span, range) > range.lowerBound {
      lastInkLine = index
    }
    if !segment.scrolls { need(outerWidth(of: span.width, padding: unavailableWidth(sides))) }
  }

  /// Returns the alignment of the next line.
  func alignment(in segment: FlowMetrics.Segment) -> TextAlignment {
    paragraph.style.alignment ?? (segment.isCode ? .left : options.alignment)
  }

  /// Records a width that the layout and the innermost block require.
  mutating func need(_ width: Double) {
    result.neededWidth = max(result.neededWidth, width)
    if let block = open.last {
      result.blocks[block].neededWidth = max(result.blocks[block].neededWidth, width)
    }
  }

  /// Returns the part of the measure that is unavailable to a line, in points.
  func unavailableWidth(_ sides: SideSpace) -> Double {
    var unavailable = sides.left + sides.right
    if let block = open.last { unavailable += result.blocks[block].unavailableWidth }
    return unavailable
  }

  /// Returns whether all open blocks could end after a line with `count` lines above it, within the
  /// height limit.
  ///
  /// `bottom` is the lower edge of the line in points, including the space that its segment leaves
  /// below it.
  func fits(bottom: Double, behind count: Int) -> Bool {
    heightLeft(below: bottom - spacingOverLimit(behind: count)) >= 0
  }

  /// Returns the part of the lines that may exceed the height limit, in points.
  ///
  /// TextNode looks ahead: a line is the last if two lines with their spacing do not fit below its
  /// upper edge. Since lines begin with the spacing above them, that excludes the spacing below the
  /// last, except for a second line, because there is no spacing above the first.
  private func spacingOverLimit(behind count: Int) -> Double {
    guard options.lineHeight == .textNode, text.blocks.isEmpty, count > 1 else { return 0 }
    return options.lineSpacing.gap(after: metrics.base.height, .textNode)
  }

  /// Returns the free space beside the next line that is due to indents and to a block's icon.
  private func freeSides(beginsParagraph: Bool) -> SideSpace {
    var sides = paragraph.indents(beginsParagraph: beginsParagraph)
    guard let last = open.last else { return sides }
    let block = result.blocks[last]
    if block.hasIcon, block.title == nil, block.lines.lowerBound == result.lines.count {
      if block.isRightToLeft {
        sides.left += BlockMeasures.iconReserve
      } else {
        sides.right += BlockMeasures.iconReserve
      }
    }
    return sides
  }
}
