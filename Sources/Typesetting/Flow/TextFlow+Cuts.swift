import GalleyShaping

/// The lines of a flow that are truncated to make room for a token.
///
/// They are known only after the next line did not fit, so a flow that hides text is run again with
/// the last visible lines truncated.
struct CutPlan {
  /// The last visible lines of collapsed blocks.
  var collapsing: Set<Int> = []
  /// The last line, if it is truncated.
  var last: Int?
}

/// A truncated line that is not stacked yet.
struct PendingCut {
  var cut: LineCut
  /// The end of the text hidden after the line, as a UTF-8 offset.
  var hiddenEnd: Int
}

extension TextFlow {
  /// The maximum number of retries with the line before the last, when a token is too high.
  private static let patience = 3

  /// Breaks and stacks a text, with tokens where text is hidden.
  static func flowing(
    _ text: AttributedText, shaped: ShapedText, options: LayoutOptions
  ) -> TextFlow {
    var flow = TextFlow(text, shaped: shaped, options: options)
    flow.run()
    var tries = 0
    while !flow.missingCuts.collapsing.isEmpty || flow.missingCuts.last != nil {
      var plan = flow.cutPlan
      plan.collapsing.formUnion(flow.missingCuts.collapsing)
      if let last = flow.missingCuts.last {
        let step = tries > patience ? 1 << min(tries - patience, 40) : 0
        plan.last = max(0, last - step)
        tries += 1
      }
      var next = TextFlow(text, shaped: shaped, options: options)
      next.cutPlan = plan
      // The width at which another line fits does not depend on the truncated lines.
      if options.maximumHeight != nil, flow.hasLimitOfWidth {
        (next.leastWidth, next.widthLimit) = (flow.leastWidth, flow.widthLimit)
      }
      next.run()
      flow = next
    }
    return flow
  }

  /// Whether the plan truncates the next line.
  var cutsNextLine: Bool {
    let next = result.lines.count
    if cutPlan.last == next { return true }
    guard let block = outermostCollapsed, cutPlan.collapsing.contains(next) else { return false }
    return next - result.blocks[block].lines.lowerBound == BlockMeasures.collapsedLines - 1
  }

  /// Truncates the next line, which is the last visible one according to the plan.
  ///
  /// - Parameters:
  ///   - sides: The free space at its sides.
  ///   - segment: The segment that contains the line.
  mutating func cutLine(_ sides: SideSpace, of segment: FlowMetrics.Segment) {
    let isLast = cutPlan.last == result.lines.count
    let collapsed = outermostCollapsed.map { extents.ends[result.blocks[$0].index] }
    let hiddenEnd = isLast ? Int(shaped.length) : collapsed ?? Int(position.offset)
    let end = min(segment.segment.range.upperBound, hiddenEnd)
    let taken = takenWidth(sides)
    breaker.measure = max(0, options.measure - taken)
    let cutter = LineCutter(
      breaker: breaker, text: text, truncation: isLast ? options.truncation : .end,
      token: isLast ? options.truncationToken : nil, isInBlock: segment.segment.block != nil)
    let hidesMore = endOfInk(in: text.string.utf8.span, end..<hiddenEnd) > end
    var line = cutter.cut(from: position, to: end, hidesMore: hidesMore)
    line.span.firstPatch = Int32(truncatingIfNeeded: breaks.patches.count)
    line.cut.line = result.lines.count
    if !isLast { line.cut.kind = .collapse }
    // If the end of the text is shown, so is the white space after it.
    if !line.cut.hidden.isEmpty { line.span.end = Int32(truncatingIfNeeded: hiddenEnd) }
    breaks.lines.append(line.span)
    breaks.patches += line.patches
    pendingCut = PendingCut(cut: line.cut, hiddenEnd: hiddenEnd)
    if line.leastWidth > 0 {
      leastWidth = max(leastWidth, outerWidth(of: line.leastWidth, padding: taken))
    }
    widthLimit = min(widthLimit, outerWidth(of: line.widthLimit, padding: taken))
    position = shaped.position(after: position, at: Int32(truncatingIfNeeded: hiddenEnd))
    endsInLineEnd = false
  }

  /// Records the text hidden by the line that was just stacked.
  mutating func settleCut() {
    guard let pending = pendingCut else { return }
    pendingCut = nil
    let index = pending.cut.line
    let shownEnd = Int(breaks.lines[index].end)
    result.cuts.append(pending.cut)
    result.lines[index].isRightToLeft = pending.cut.level & 1 == 1
    if pending.cut.kind == .truncation { result.isTruncated = true }
    appendHidden(pending.cut.hidden.isEmpty ? shownEnd..<pending.hiddenEnd : pending.cut.hidden)
    guard let block = outermostCollapsed, shownEnd < pending.hiddenEnd else { return }
    let count = result.lines.count - result.blocks[block].lines.lowerBound
    let blockEnd = extents.ends[result.blocks[block].index]
    guard count >= BlockMeasures.collapsedLines, shownEnd < blockEnd else { return }
    result.blocks[block].hiddenRange = shownEnd..<blockEnd
  }

  /// Appends a hidden range, which must not precede any other.
  mutating func appendHidden(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    if let hidden = result.hiddenRanges.last, hidden.upperBound == range.lowerBound {
      result.hiddenRanges[result.hiddenRanges.count - 1] = hidden.lowerBound..<range.upperBound
    } else {
      result.hiddenRanges.append(range)
    }
  }
}
