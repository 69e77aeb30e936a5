import GalleyGeometry
import GalleyShaping

/// Breaks a text into lines and stacks them, segment by segment: the way of all texts and options
/// that are not plain.
///
/// What happens depends on the measure only where a line ends, and where room for an arrow is looked
/// for; both narrow the interval of widths that is kept along. All else is done by ``FlowPlacement``,
/// which may be done again for another width.
struct TextFlow {
  let text: AttributedText
  let shaped: ShapedText
  let options: LayoutOptions
  var breaker: LineBreaker
  var breaks = LineBreaks()
  var result = FlowedText()
  /// The blocks that are open, outer ones first, by their places in the result.
  var open: [Int] = []
  /// The layout, then the open blocks.
  var containers = [Container()]
  /// Where the next thing goes, in points.
  var y = 0.0
  /// Where the next line begins.
  var position = LinePosition()
  /// The interval of widths, in points.
  var (leastWidth, widthLimit) = (0.0, Double.infinity)
  /// The last line so far that has something to be seen; -1 if none has.
  var lastInkLine = -1
  /// Whether the last line ended because it must.
  var endsInLineEnd = false
  /// The paragraph of the last line.
  var paragraph = Paragraph()
  var paragraphIndex = 0
  /// The outermost of the open blocks that shows only its first lines.
  var outermostCollapsed: Int?
  /// The lines that are cut, and those that would have had to be.
  var (cutPlan, missingCuts) = (CutPlan(), CutPlan())
  /// What is hidden of the line that is under way.
  var pendingCut: PendingCut?
  /// Where lines end that are not simply filled.
  var plan = LinePlan(fillingTo: 0)
  let (hasParagraphStyles, hasCutouts, isPlanned): (Bool, Bool, Bool)
  let metrics: FlowMetrics
  let extents: BlockExtents
  /// What keeps the ink of lines apart; `nil` where the lines have enough room anyway.
  var room: InkRoom?
  /// The edges of the layout that lines may be moved from when they have their places.
  var movedEdges: Set<LineAnchor.Edge> = []
  /// The lower edge of what is above the next line.
  var inkEdge: InkEdge?

  /// What holds lines and blocks: a block, or the layout.
  struct Container {
    /// Whether anything is in it yet.
    var hasContent = false
    /// Whether the last thing in it is a block.
    var endsInBlock = false
    /// Which block of the result was the last in it.
    var lastBlock = -1
  }

  init(_ text: AttributedText, shaped: ShapedText, options: LayoutOptions) {
    self.text = text
    self.shaped = shaped
    self.options = options
    breaker = shaped.breaker(options)
    if text.isFlowed {
      breaker.tabs = TabRuler(
        text, shaped: shaped, tabWidth: options.tabWidth, defaultWidth: breaker.tabWidth)
      result.tabs = breaker.tabs
    }
    metrics = FlowMetrics(of: text, shaped: shaped, options: options)
    room = metrics.inkRoom(of: text, shaped: shaped, options)
    if room != nil { movedEdges = options.movedEdges(in: shaped) }
    extents = BlockExtents(of: text, segments: metrics.segments)
    hasParagraphStyles = !text.structure.value.paragraphStyles.spans.isEmpty
    isPlanned = options.wrapping != .greedy
    hasCutouts = options.cutouts.contains { !$0.isAtBottom }
  }

  /// Breaks and stacks all of the text.
  mutating func run() {
    for segment in metrics.segments where Int(position.offset) < segment.segment.range.upperBound {
      leaveBlocks(notAround: segment.segment)
      guard !hideRestOfCollapsedBlock() else { continue }
      guard flow(segment) else { break }
    }
    while !open.isEmpty { leaveBlock() }
    if containers[0].endsInBlock { y += BlockMeasures.gapAfterLast }
    addMissingLines()
    makeSoftWrapMark()
    result.height = y
    breaks.leastWidth = leastWidth
    breaks.widthLimit = max(leastWidth, widthLimit)
  }

  /// Breaks and stacks a segment.
  ///
  /// - Returns: Whether there is room for more.
  private mutating func flow(_ segment: FlowMetrics.Segment) -> Bool {
    let mark = Mark(of: self)
    enterBlocks(of: segment.segment)
    if containers[containers.count - 1].endsInBlock { y += BlockMeasures.gapAfter }
    var stack = LineStack(top: y, options)
    var isFirst = true
    while Int(position.offset) < segment.segment.range.upperBound || isBeforeEmptyLine(segment) {
      guard appendLine(of: segment, isFirst: isFirst, to: &stack) else {
        if isFirst { mark.restore(&self) } else { y = endLines(of: stack) }
        hideRest()
        return false
      }
      if isFirst {
        containers[containers.count - 1] = Container(hasContent: true)
        isFirst = false
      }
      if hideRestOfCollapsedBlock() { break }
    }
    y = endLines(of: stack)
    return true
  }

  /// Whether an empty line comes next: behind a line end that is the last of the text.
  private func isBeforeEmptyLine(_ segment: FlowMetrics.Segment) -> Bool {
    endsInLineEnd && position.offset == shaped.length && segment.segment.block == nil
      && segment.segment.range.upperBound == Int(shaped.length)
  }

  /// Whether it depends on the measure which line is the last that has room: if lines are as high as
  /// what is on them, or make way for cutouts.
  var hasLimitOfWidth: Bool {
    metrics.hasOwnHeights || hasCutouts || isPlanned || room != nil
  }

  /// What there was before a segment whose first line found no room.
  private struct Mark {
    let (y, neededWidth, blockCount, container): (Double, Double, Int, Container)
    let (leastWidth, widthLimit): (Double, Double)

    init(of flow: TextFlow) {
      (leastWidth, widthLimit) = (flow.leastWidth, flow.widthLimit)
      (y, neededWidth) = (flow.y, flow.result.neededWidth)
      blockCount = flow.result.blocks.count
      container = flow.containers[flow.containers.count - 1]
    }

    func restore(_ flow: inout TextFlow) {
      let entered = flow.result.blocks.count - blockCount
      flow.result.blocks.removeLast(entered)
      flow.open.removeLast(entered)
      flow.containers.removeLast(entered)
      flow.containers[flow.containers.count - 1] = container
      (flow.y, flow.result.neededWidth) = (y, neededWidth)
      if !flow.hasLimitOfWidth { (flow.leastWidth, flow.widthLimit) = (leastWidth, widthLimit) }
    }
  }

  /// Makes room for the lines that there are to be at the least.
  private mutating func addMissingLines() {
    let missing = Double(options.minimumLines) - Double(result.lines.count)
    guard missing > 0 else { return }
    let height = metrics.base.height
    let gap = options.lineSpacing.gap(after: height, options.lineHeight)
    y += missing.distance * (height + gap) - (result.lines.isEmpty ? gap : 0)
  }
}
