import GalleyShaping

/// The lines of a flow that are truncated to make room for a token.
///
/// They are known only after the next line did not fit, so a flow that hides text is run again with
/// the last visible lines truncated.
struct TruncationPlan {
  /// The last visible lines of collapsed blocks.
  var collapsing: Set<Int> = []
  /// The last line, if it is truncated.
  var last: Int?
}

/// A truncated line that is not stacked yet.
struct PendingTruncation {
  var truncation: LineTruncation
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
    while !flow.missingTruncations.collapsing.isEmpty || flow.missingTruncations.last != nil {
      var plan = flow.truncationPlan
      plan.collapsing.formUnion(flow.missingTruncations.collapsing)
      if let last = flow.missingTruncations.last {
        let step = tries > patience ? 1 << min(tries - patience, 40) : 0
        plan.last = max(0, last - step)
        tries += 1
      }
      var next = TextFlow(text, shaped: shaped, options: options)
      next.truncationPlan = plan
      // The width at which another line fits does not depend on the truncated lines.
      if options.maximumHeight != nil, flow.hasLimitOfWidth { next.widths = flow.widths }
      next.run()
      flow = next
    }
    return flow
  }

  /// Whether the plan truncates the next line.
  var truncatesNextLine: Bool {
    let next = result.lines.count
    if truncationPlan.last == next { return true }
    guard let block = outermostCollapsed, truncationPlan.collapsing.contains(next) else {
      return false
    }
    return next - result.blocks[block].lines.lowerBound == BlockMeasures.collapsedLines - 1
  }

  /// Truncates the next line, which is the last visible one according to the plan.
  mutating func truncateLine(_ sides: SideSpace, of segment: FlowMetrics.Segment) {
    let isLast = truncationPlan.last == result.lines.count
    let collapsed = outermostCollapsed.map { extents.ends[result.blocks[$0].index] }
    let hiddenEnd = isLast ? Int(shaped.length) : collapsed ?? Int(position.offset)
    let end = min(segment.segment.range.upperBound, hiddenEnd)
    let unavailable = unavailableWidth(sides)
    breaker.measure = max(0, options.measure - unavailable)
    let truncator = LineTruncator(
      breaker: breaker, text: text, truncation: isLast ? options.truncation : .end,
      token: isLast ? options.truncationToken : nil, isInBlock: segment.segment.block != nil)
    let hidesMore = endOfInk(in: text.string.utf8.span, end..<hiddenEnd) > end
    var line = truncator.line(from: position, to: end, hidesMore: hidesMore)
    line.span.firstPatch = Int32(truncatingIfNeeded: breaks.patches.count)
    line.truncation.line = result.lines.count
    if !isLast { line.truncation.kind = .collapse }
    // If the end of the text is shown, so is the white space after it.
    if !line.truncation.hidden.isEmpty { line.span.end = Int32(truncatingIfNeeded: hiddenEnd) }
    breaks.lines.append(line.span)
    breaks.patches += line.patches
    pendingTruncation = PendingTruncation(truncation: line.truncation, hiddenEnd: hiddenEnd)
    if line.widths.least > 0 {
      widths.restrict(from: outerWidth(of: line.widths.least, padding: unavailable))
    }
    widths.restrict(to: outerWidth(of: line.widths.limit, padding: unavailable))
    position = shaped.position(after: position, at: Int32(truncatingIfNeeded: hiddenEnd))
    endsInLineEnd = false
  }

  /// Records the text hidden by the line that was just stacked.
  mutating func settleTruncation() {
    guard let pending = pendingTruncation else { return }
    pendingTruncation = nil
    let index = pending.truncation.line
    let shownEnd = Int(breaks.lines[index].end)
    result.truncations.append(pending.truncation)
    result.lines[index].isRightToLeft = pending.truncation.level & 1 == 1
    if pending.truncation.kind == .truncation { result.isTruncated = true }
    appendHidden(
      pending.truncation.hidden.isEmpty ? shownEnd..<pending.hiddenEnd : pending.truncation.hidden)
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
