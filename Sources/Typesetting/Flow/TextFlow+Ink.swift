import GalleyShaping

extension TextFlow {
  /// Returns the next line, which begins at the UTF-8 offset `start`, with its ink and its anchor,
  /// or without them if all lines have enough space.
  mutating func inkLine(
    _ span: LineSpan, from start: Int32, _ sides: SideSpace, of segment: FlowMetrics.Segment,
    in metrics: LineMetrics
  ) -> InkLine {
    var line = InkLine(
      span: span, start: start, truncation: pendingTruncation?.truncation, ink: LineInk())
    guard inkSpacing != nil else { return line }
    let anchor = anchor(of: span, sides, in: segment)
    inkSpacing?.measure(&line, anchor: anchor, patches: breaks.patches, in: metrics)
    return line
  }

  /// Returns the edge that the next line is aligned to, or `nil` if it is stretched.
  private func anchor(
    of span: LineSpan, _ sides: SideSpace, in segment: FlowMetrics.Segment
  ) -> LineAnchor? {
    let isRightToLeft =
      pendingTruncation.map { $0.truncation.level & 1 == 1 } ?? paragraph.isRightToLeft
    guard var anchor = LineAnchor(alignment(in: segment), isRightToLeft: isRightToLeft, of: span)
    else { return nil }
    anchor.block = Int32(truncatingIfNeeded: open.last ?? -1)
    switch anchor.edge {
    case .left: anchor.inset = sides.left
    case .right: anchor.inset = -sides.right
    case .center: anchor.inset = (sides.left - sides.right) / 2
    }
    return anchor
  }

  /// Returns the growth of a line, and of the one above it, that its ink needs.
  mutating func growth(
    for line: InkLine, _ metrics: LineMetrics, top: Double, isFirst: Bool
  ) -> InkGrowth {
    guard inkSpacing != nil else { return InkGrowth() }
    let collector = LinePieceCollector(
      text: shaped, patches: breaks.patches, tabs: result.tabs, tabWidth: options.tabWidth)
    return inkSpacing?.growth(for: line, metrics, top: top, isFirst: isFirst, by: collector)
      ?? InkGrowth()
  }

  /// Ends the lines of a segment.
  ///
  /// - Returns: The lower edge of the segment, in points.
  mutating func endLines(of stack: LineStack) -> Double {
    guard !result.lines.isEmpty, let overhang = inkSpacing?.extendLastLine() else {
      return stack.bottom
    }
    result.lines[result.lines.count - 1].height += overhang
    return stack.bottom + overhang
  }
}
