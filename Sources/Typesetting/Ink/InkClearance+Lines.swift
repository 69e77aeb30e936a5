import GalleyShaping

extension InkClearance {
  /// Grows the lines of a text that is not flowed where their ink needs more space, and returns
  /// whether any line grew.
  mutating func extend(
    _ metrics: inout [LineMetrics], of breaks: LineBreaks, _ options: LayoutOptions
  ) -> Bool {
    var isChanged = false
    func grow(_ edge: inout Double, by space: Double) {
      guard space > 0 else { return }
      edge += space
      isChanged = true
    }
    let collector = LinePieceCollector(
      text: text, patches: breaks.patches, tabs: nil, tabWidth: options.tabWidth)
    var upper: InkLine?
    var (below, isParted) = (0.0, false)
    for (index, span) in breaks.lines.enumerated() {
      let lower = line(span, from: upper?.span.end ?? 0, of: breaks, in: metrics[index], options)
      let above = metrics[index].baseline
      let next = metrics[index].below
      if let upper {
        let space = parting(
          upper, below: below, from: lower, above: above, isParted: isParted, by: collector)
        isParted = space > 0
        let overhang = min(space, max(0, upper.ink.below - below))
        grow(&metrics[index - 1].descent, by: overhang)
        grow(&metrics[index].ascent, by: space - overhang)
      } else {
        grow(&metrics[0].ascent, by: overhang(of: lower.ink.above, over: above))
      }
      (upper, below) = (lower, next)
    }
    if let last = metrics.indices.last, let upper {
      grow(&metrics[last].descent, by: overhang(of: upper.ink.below, over: below))
    }
    return isChanged
  }

  /// Returns a line of a text that is not flowed, with its ink.
  private mutating func line(
    _ span: LineSpan, from start: Int32, of breaks: LineBreaks, in metrics: LineMetrics,
    _ options: LayoutOptions
  ) -> InkLine {
    let isRightToLeft = text.paragraphLevel(at: start) & 1 == 1
    let (ink, isExact) = ink(of: span, from: start, patches: breaks.patches, in: metrics)
    return InkLine(
      span: span, start: start,
      anchor: LineAnchor(options.alignment, isRightToLeft: isRightToLeft, of: span), ink: ink,
      isExact: isExact)
  }
}
