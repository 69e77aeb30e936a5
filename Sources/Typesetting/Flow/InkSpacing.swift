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

/// Keeps the ink of the lines of a flow apart.
struct InkSpacing {
  /// The lower edge of the line above the next one.
  var edge: InkEdge?
  private var clearance: InkClearance
  /// The edges of the layout that lines may be displaced from during placement.
  private let movedEdges: Set<LineAnchor.Edge>

  /// Creates the spacing of a flow, or `nil` if all lines have enough space or a fixed height.
  init?(of text: AttributedText, shaped: ShapedText, metrics: FlowMetrics, options: LayoutOptions) {
    guard let clearance = metrics.inkClearance(of: text, shaped: shaped, options) else {
      return nil
    }
    self.clearance = clearance
    movedEdges = options.movedEdges(in: shaped)
  }

  /// Adds the ink of a line, and the edge that it is aligned to, if any; `patches` are those of all
  /// lines.
  mutating func measure(
    _ line: inout InkLine, anchor: LineAnchor?, patches: [LinePatch], in metrics: LineMetrics
  ) {
    line.anchor = anchor.flatMap { $0.block < 0 && movedEdges.contains($0.edge) ? nil : $0 }
    (line.ink, line.isExact) = clearance.ink(
      of: line.span, from: line.start, patches: patches, truncation: line.truncation, in: metrics)
  }

  /// Returns the space that the ink of a line needs, there and in the line above.
  ///
  /// `top` is the upper edge of the line before growth, in points; `isFirst` is whether the line is
  /// the first of its segment.
  mutating func growth(
    for line: InkLine, _ metrics: LineMetrics, top: Double, isFirst: Bool,
    by collector: LinePieceCollector
  ) -> InkGrowth {
    var growth = InkGrowth()
    if let edge {
      let parting = clearance.parting(
        edge.line, below: edge.below, from: line, above: metrics.baseline,
        gap: top - edge.bottom, isParted: edge.isParted, by: collector)
      growth.isParted = parting > 0
      if !isFirst { growth.upper = min(parting, max(0, edge.line.ink.below - edge.below)) }
      growth.own = parting - growth.upper
    }
    if isFirst {
      let overhang = clearance.overhang(of: line.ink.above, over: metrics.baseline)
      growth.own = max(growth.own, overhang)
    }
    return growth
  }

  /// Returns the space that the ink of a segment's last line needs below it, in points.
  func overhang(of ink: LineInk, _ metrics: LineMetrics) -> Double {
    clearance.overhang(of: ink.below, over: metrics.below)
  }

  /// Extends the last line of a segment to hold its ink.
  ///
  /// - Returns: The growth of the line, in points.
  mutating func extendLastLine() -> Double {
    guard let edge else { return 0 }
    let overhang = clearance.overhang(of: edge.line.ink.below, over: edge.below)
    self.edge = InkEdge(
      line: edge.line, bottom: edge.bottom + overhang, below: edge.below + overhang)
    return overhang
  }
}

extension FlowMetrics {
  /// Returns the rule that keeps the ink of lines apart, or `nil` if all lines have enough space or
  /// a fixed height.
  fileprivate func inkClearance(
    of text: AttributedText, shaped: ShapedText, _ options: LayoutOptions
  ) -> InkClearance? {
    let clearance = InkClearance(shaped, stroke: text.strokeReach, grid: options.lineGrid)
    switch options.lineHeight {
    case .absolute, .textNode, .interactiveTextNode: return nil
    case .uniform: return segments.allSatisfy { clearance.isEnough($0.metrics) } ? nil : clearance
    case .perLine: return clearance.isEnoughPerLine ? nil : clearance
    }
  }
}

extension LayoutOptions {
  /// Returns the edges from which lines outside blocks may be displaced by spaces reserved at the
  /// bottom.
  fileprivate func movedEdges(in shaped: ShapedText) -> Set<LineAnchor.Edge> {
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
