import GalleyShaping

/// The lower edge of a line, and of its ink.
struct InkEdge {
  var ink: LineInk
  /// The lower edge of the line, in points.
  var bottom: Double
  /// The distance from the line's baseline to that edge, in points.
  var below: Double
}

/// The room that the ink of a line takes beyond the heights of lines, in points.
struct InkGrowth {
  /// The growth of the line above, downward.
  var upper = 0.0
  /// The growth of the line itself, upward.
  var own = 0.0
}

extension FlowMetrics {
  /// What keeps the ink of lines apart; `nil` if all lines have enough room, or a height that is
  /// promised.
  func inkRoom(
    of text: AttributedText, shaped: ShapedText, _ options: LayoutOptions
  ) -> InkRoom? {
    let room = InkRoom(text, shaped: shaped, grid: options.lineGrid)
    switch options.lineHeight {
    case .absolute, .textNode, .interactiveTextNode: return nil
    case .uniform: return segments.allSatisfy { room.isEnough($0.metrics) } ? nil : room
    case .perLine: return room.isEnoughPerLine ? nil : room
    }
  }
}

extension TextFlow {
  /// The room that the ink of a line needs.
  ///
  /// - Parameters:
  ///   - ink: The ink of the line.
  ///   - metrics: The metrics of the line.
  ///   - top: The upper edge that the line has without growing, in points.
  ///   - isFirst: Whether the line is the first of its segment.
  /// - Returns: The growth of the line, and of the one above it.
  func growth(
    for ink: LineInk, _ metrics: LineMetrics, top: Double, isFirst: Bool
  ) -> InkGrowth {
    var growth = InkGrowth()
    guard let room else { return growth }
    if let edge = inkEdge {
      let parting = room.parting(
        edge.ink, below: edge.below, from: ink, above: metrics.baseline, gap: top - edge.bottom)
      if !isFirst { growth.upper = min(parting, max(0, edge.ink.below - edge.below)) }
      growth.own = parting - growth.upper
    }
    if isFirst {
      growth.own = max(growth.own, room.overhang(of: ink.above, over: metrics.baseline))
    }
    return growth
  }

  /// The room that the ink of a segment's last line needs below it, in points.
  func overhang(of ink: LineInk, _ metrics: LineMetrics) -> Double {
    room?.overhang(of: ink.below, over: metrics.below) ?? 0
  }

  /// Ends the lines of a segment.
  ///
  /// - Returns: The lower edge of all of it, in points.
  mutating func endLines(of stack: LineStack) -> Double {
    guard let room, let edge = inkEdge, !result.lines.isEmpty else { return stack.bottom }
    let overhang = room.overhang(of: edge.ink.below, over: edge.below)
    result.lines[result.lines.count - 1].height += overhang
    inkEdge = InkEdge(ink: edge.ink, bottom: edge.bottom + overhang, below: edge.below + overhang)
    return stack.bottom + overhang
  }
}
