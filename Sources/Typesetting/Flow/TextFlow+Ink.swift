import GalleyShaping

/// A line, and its lower edge.
struct InkEdge {
  var line: InkLine
  /// The lower edge of the line, in points.
  var bottom: Double
  /// The distance from the line's baseline to that edge, in points.
  var below: Double
  /// Whether the line was moved away from the one above it.
  var isParted = false
}

/// The space that the ink of a line needs beyond the line heights, in points.
struct InkGrowth {
  /// The downward growth of the line above.
  var upper = 0.0
  /// The upward growth of the line itself.
  var own = 0.0
  /// Whether the line moves away from the one above it.
  var isParted = false
}

extension FlowMetrics {
  /// Returns the rule that keeps the ink of lines apart, or `nil` if all lines have enough space or
  /// a fixed height.
  func inkClearance(
    of text: AttributedText, shaped: ShapedText, _ options: LayoutOptions
  ) -> InkClearance? {
    let clearance = InkClearance(text, shaped: shaped, grid: options.lineGrid)
    switch options.lineHeight {
    case .absolute, .textNode, .interactiveTextNode: return nil
    case .uniform: return segments.allSatisfy { clearance.isEnough($0.metrics) } ? nil : clearance
    case .perLine: return clearance.isEnoughPerLine ? nil : clearance
    }
  }
}

extension TextFlow {
  /// Returns the next line with its ink.
  ///
  /// - Parameters:
  ///   - span: The line.
  ///   - start: The UTF-8 offset of the start of the line.
  ///   - sides: The free space at its sides.
  ///   - segment: The segment that contains the line.
  ///   - metrics: The metrics of the line.
  /// - Returns: The line, without ink and anchor if all lines have enough space.
  mutating func inkLine(
    _ span: LineSpan, from start: Int32, _ sides: SideSpace, of segment: FlowMetrics.Segment,
    in metrics: LineMetrics
  ) -> InkLine {
    let truncation = pendingTruncation?.truncation
    var line = InkLine(span: span, start: start, truncation: truncation, ink: LineInk())
    guard clearance != nil else { return line }
    line.anchor = anchor(of: span, sides, in: segment)
    line.ink =
      clearance?.ink(
        of: span, from: start, patches: breaks.patches, truncation: truncation, in: metrics)
      ?? line.ink
    return line
  }

  /// Returns the edge that the next line is aligned to, or `nil` if its position depends on the
  /// width.
  private func anchor(
    of span: LineSpan, _ sides: SideSpace, in segment: FlowMetrics.Segment
  ) -> LineAnchor? {
    let isRightToLeft =
      pendingTruncation.map { $0.truncation.level & 1 == 1 } ?? paragraph.isRightToLeft
    guard
      var anchor = LineAnchor(alignment(in: segment), isRightToLeft: isRightToLeft, of: span)
    else { return nil }
    anchor.block = Int32(truncatingIfNeeded: open.last ?? -1)
    switch anchor.edge {
    case .left: anchor.inset = sides.left
    case .right: anchor.inset = -sides.right
    case .center: anchor.inset = (sides.left - sides.right) / 2
    }
    return anchor.block < 0 && movedEdges.contains(anchor.edge) ? nil : anchor
  }

  /// Returns the space that the ink of a line needs.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - metrics: The metrics of the line.
  ///   - top: The upper edge of the line before growth, in points.
  ///   - isFirst: Whether the line is the first of its segment.
  /// - Returns: The growth of the line, and of the one above it.
  mutating func growth(
    for line: InkLine, _ metrics: LineMetrics, top: Double, isFirst: Bool
  ) -> InkGrowth {
    var growth = InkGrowth()
    guard clearance != nil else { return growth }
    if let edge = inkEdge {
      let ink = edge.line.ink
      let collector = LinePieceCollector(
        text: shaped, patches: breaks.patches, tabs: result.tabs, tabWidth: options.tabWidth)
      let parting =
        clearance?.parting(
          edge.line, below: edge.below, from: line, above: metrics.baseline,
          gap: top - edge.bottom, isParted: edge.isParted, by: collector) ?? 0
      growth.isParted = parting > 0
      if !isFirst { growth.upper = min(parting, max(0, ink.below - edge.below)) }
      growth.own = parting - growth.upper
    }
    if isFirst {
      let overhang = clearance?.overhang(of: line.ink.above, over: metrics.baseline) ?? 0
      growth.own = max(growth.own, overhang)
    }
    return growth
  }

  /// Returns the space that the ink of a segment's last line needs below it, in points.
  func overhang(of ink: LineInk, _ metrics: LineMetrics) -> Double {
    clearance?.overhang(of: ink.below, over: metrics.below) ?? 0
  }

  /// Ends the lines of a segment.
  ///
  /// - Returns: The lower edge of the segment, in points.
  mutating func endLines(of stack: LineStack) -> Double {
    guard let clearance, let edge = inkEdge, !result.lines.isEmpty else { return stack.bottom }
    let overhang = clearance.overhang(of: edge.line.ink.below, over: edge.below)
    result.lines[result.lines.count - 1].height += overhang
    inkEdge = InkEdge(
      line: edge.line, bottom: edge.bottom + overhang, below: edge.below + overhang)
    return stack.bottom + overhang
  }
}

extension LayoutOptions {
  /// Returns the edges from which lines outside blocks may be displaced by spaces reserved at the
  /// bottom.
  func movedEdges(in shaped: ShapedText) -> Set<LineAnchor.Edge> {
    var edges: Set<LineAnchor.Edge> = []
    for place in cutouts where place.isAtBottom {
      edges.insert(place.edge == .left ? .left : .right)
    }
    if trailingReserve != nil {
      // The label lies at the end edge of the last line's paragraph.
      let levels = shaped.paragraphs.isEmpty ? [shaped.firstLevel] : shaped.paragraphs.map(\.level)
      for level in levels { edges.insert(level & 1 == 1 ? .left : .right) }
    }
    if !edges.isEmpty { edges.insert(.center) }
    return edges
  }
}
