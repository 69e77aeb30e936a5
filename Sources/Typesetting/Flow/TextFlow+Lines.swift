import GalleyShaping

extension TextFlow {
  /// What a line leaves free at its sides, in points.
  struct Sides {
    var (left, right) = (0.0, 0.0)
  }

  /// What lines of a paragraph have in common.
  struct Paragraph {
    var style = ParagraphStyle()
    var isRightToLeft = false
    /// Where it ends, as a UTF-8 offset.
    var end: Int32 = -1
  }

  /// Breaks the next line and puts it below the others, if there is room for it.
  ///
  /// - Parameters:
  ///   - segment: The segment that the line is of.
  ///   - isFirst: Whether it is the segment's first.
  ///   - stack: The lines of the segment so far.
  /// - Returns: Whether there was room; if not, no line has been added.
  mutating func appendLine(
    of segment: FlowMetrics.Segment, isFirst: Bool, to stack: inout LineStack
  ) -> Bool {
    if let limit = options.maximumLines, result.lines.count >= max(1, limit) { return false }
    let start = (position: position, endsInLineEnd: endsInLineEnd)
    let widths = (leastWidth, widthLimit)
    let beginsParagraph = isFirst || position.offset >= paragraph.end
    let space = beginsParagraph ? beginParagraph() : 0
    let free = freeSides(beginsParagraph: beginsParagraph)
    let line = breakLine(
      of: segment, free: free,
      in: LineSurroundings(
        stack: stack, space: space, height: segment.metrics.height, isFirst: isFirst))
    var next = line.stack
    next.skip(line.growth.upper)
    let (count, top) = (result.lines.count, next.append(line.metrics.height, space: space))
    next.skip(line.growth.own)
    let bottom = next.bottom + overhang(of: line.line.ink, line.metrics)
    let arrows = arrowRoom(below: breaks.lines[count], line.sides, bottom: bottom)
    guard count == 0 || fits(bottom: bottom + arrows.height, behind: count) else {
      takeBackLine(to: start.position)
      endsInLineEnd = start.endsInLineEnd
      pendingCut = nil
      if !hasLimitOfWidth { (leastWidth, widthLimit) = widths }
      widthLimit = min(widthLimit, arrows.widthLimit)
      return false
    }
    leastWidth = max(leastWidth, arrows.leastWidth)
    stack = next
    append(line, top: top, from: start.position.offset, segment)
    settleCut()
    return true
  }

  /// A line that was broken, and what it was broken for.
  private struct BrokenLine {
    var sides: Sides
    var metrics: LineMetrics
    var line: InkLine
    var growth: InkGrowth
    /// The lines above it, and the room that is left below them.
    var stack: LineStack
  }

  /// Breaks the next line in the room that there is beside cutouts, or below them.
  ///
  /// - Parameters:
  ///   - segment: The segment that the line is of.
  ///   - free: What the line leaves free at its sides but for cutouts.
  ///   - surroundings: What the line is part of.
  /// - Returns: The line, which is the last of the spans.
  private mutating func breakLine(
    of segment: FlowMetrics.Segment, free: Sides, in surroundings: LineSurroundings
  ) -> BrokenLine {
    let start = (position: position, span: breaks.lines.count)
    var surroundings = surroundings
    func top(_ height: Double) -> Double {
      surroundings.stack.place(height, space: surroundings.space)
    }
    var bands = bandSides(at: top(surroundings.height), surroundings.height)
    while true {
      let sides = Sides(left: free.left + bands.left, right: free.right + bands.right)
      if cutsNextLine {
        cutLine(sides, of: segment)
      } else {
        breakLine(sides, scrolls: segment.scrolls, in: surroundings)
      }
      let span = breaks.lines[start.span]
      let metrics = metrics.ofLine(
        span, from: start.position.offset, of: segment, in: shaped, cut: pendingCut?.cut)
      let line = inkLine(span, from: start.position.offset, sides, of: segment, in: metrics)
      let growth = growth(
        for: line, metrics, top: top(metrics.height), isFirst: surroundings.isFirst)
      let place = top(metrics.height) + growth.upper
      let now = bandSides(at: place, metrics.height + growth.own)
      if now.left > bands.left || now.right > bands.right {
        // A line that turns out to be higher may touch a cutout that it was not broken for.
        bands = Sides(left: max(bands.left, now.left), right: max(bands.right, now.right))
      } else if !segment.scrolls,
        let way = wayBelowCutouts(from: place, metrics, sides, bands: bands, span)
      {
        surroundings.stack.skip(way)
        bands = bandSides(at: top(surroundings.height), surroundings.height)
      } else {
        return BrokenLine(
          sides: sides, metrics: metrics, line: line, growth: growth, stack: surroundings.stack)
      }
      takeBackLine(to: start.position)
    }
  }

  /// Breaks a line that leaves room free at its sides.
  private mutating func breakLine(
    _ sides: Sides, scrolls: Bool, in surroundings: LineSurroundings
  ) {
    guard position.offset < shaped.length else {
      breaks.lines.append(.empty(in: shaped))
      endsInLineEnd = false
      return
    }
    let taken = takenWidth(sides)
    breaker.measure = scrolls ? .infinity : max(0, options.measure - taken)
    if isPlanned, !scrolls, appendPlannedLine(taken: taken, in: surroundings) { return }
    breaks.leastWidth = max(0, leastWidth - taken)
    breaks.widthLimit = .infinity
    let least = breaks.leastWidth
    endsInLineEnd = breaker.appendLine(from: &position, to: &breaks)
    guard !scrolls else { return }
    if breaks.leastWidth > least {
      leastWidth = max(leastWidth, outerWidth(of: breaks.leastWidth, padding: taken))
    }
    widthLimit = min(widthLimit, outerWidth(of: breaks.widthLimit, padding: taken))
  }

  /// Takes back the line that was broken last, but not what it said of the interval of widths.
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
    if room != nil {
      inkEdge = InkEdge(
        line: line.line, bottom: top + metrics.height, below: metrics.below,
        isParted: line.growth.isParted)
    }
    result.lines.append(
      FlowLine(
        start: start, block: Int32(truncatingIfNeeded: block ?? -1), top: top,
        height: metrics.height, baseline: metrics.baseline, left: sides.left, right: sides.right,
        alignment: alignment(in: segment), isRightToLeft: paragraph.isRightToLeft))
    let range = Int(start)..<Int(span.end)
    if span.width > 0 || endOfInk(in: text.string.utf8.span, range) > range.lowerBound {
      lastInkLine = index
    }
    if !segment.scrolls { need(outerWidth(of: span.width, padding: takenWidth(sides))) }
  }

  /// The alignment of the next line.
  func alignment(in segment: FlowMetrics.Segment) -> TextAlignment {
    paragraph.style.alignment ?? (segment.isCode ? .left : options.alignment)
  }

  /// Takes note of a width that the layout needs, for the sake of the innermost block.
  mutating func need(_ width: Double) {
    result.neededWidth = max(result.neededWidth, width)
    if let block = open.last {
      result.blocks[block].neededWidth = max(result.blocks[block].neededWidth, width)
    }
  }

  /// What of the measure a line does not have, in points.
  func takenWidth(_ sides: Sides) -> Double {
    var taken = sides.left + sides.right
    if let block = open.last { taken += result.blocks[block].takenWidth }
    return taken
  }

  /// Whether all that is open could end with a line that ends at `bottom`, in points.
  ///
  /// - Parameters:
  ///   - bottom: Where the line ends, with what its segment leaves free below it.
  ///   - count: How many lines there are above it.
  /// - Returns: Whether that is within the limit of height.
  func fits(bottom: Double, behind count: Int) -> Bool {
    roomBelow(bottom - spacingOverLimit(behind: count)) >= 0
  }

  /// What of the lines may be beyond the limit of height, in points.
  ///
  /// TextNode looks ahead: a line is the last if from its upper edge on there is no room for two
  /// lines with their spacing. Since lines begin with the spacing above them, that leaves out the
  /// spacing below the last, but for a second line, where there is none above the first.
  private func spacingOverLimit(behind count: Int) -> Double {
    guard options.lineHeight == .textNode, text.blocks.isEmpty, count > 1 else { return 0 }
    return options.lineSpacing.gap(after: metrics.base.height, .textNode)
  }

  /// Finds out about the paragraph that the next line begins.
  ///
  /// - Returns: What it leaves free above it, in points.
  private mutating func beginParagraph() -> Double {
    let (paragraphs, before) = (shaped.paragraphs, paragraph.style.spacingAfter)
    while paragraphIndex + 1 < paragraphs.count, paragraphs[paragraphIndex].end <= position.offset {
      paragraphIndex += 1
    }
    let level = paragraphs.isEmpty ? shaped.firstLevel : paragraphs[paragraphIndex].level
    paragraph.end = paragraphs.isEmpty ? shaped.length : paragraphs[paragraphIndex].end
    paragraph.isRightToLeft = level & 1 == 1
    guard hasParagraphStyles else { return 0 }
    paragraph.style = text.paragraphStyle(at: Int(position.offset))
    return before.distance + paragraph.style.spacingBefore.distance
  }

  /// What the paragraph's indents and the icon of a block leave free beside the next line.
  private func freeSides(beginsParagraph: Bool) -> Sides {
    var sides = indentSides(beginsParagraph: beginsParagraph)
    if let block = open.last.map({ result.blocks[$0] }), block.hasIcon, block.title == nil,
      block.lines.lowerBound == result.lines.count
    {
      if block.isRightToLeft {
        sides.left += BlockMeasures.iconReserve
      } else {
        sides.right += BlockMeasures.iconReserve
      }
    }
    return sides
  }

  /// What the paragraph's indents leave free beside a line.
  func indentSides(beginsParagraph: Bool) -> Sides {
    var (start, end) = (0.0, 0.0)
    if hasParagraphStyles {
      let style = paragraph.style
      start = max(0, style.indent.offset + (beginsParagraph ? style.firstLineIndent.offset : 0))
      end = style.endIndent.distance
    }
    let isFlipped = paragraph.isRightToLeft
    return Sides(left: isFlipped ? end : start, right: isFlipped ? start : end)
  }
}
