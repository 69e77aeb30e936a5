import GalleyGeometry
import GalleyShaping

/// Breaks a text into lines and stacks them, segment by segment.
///
/// This is the general path, for all texts and options that are not plain. The result depends on
/// the measure only where a line ends and where an arrow is fitted; both narrow the interval of
/// widths for which the result is valid. ``FlowPlacement`` does the rest and can be repeated for
/// another width.
struct TextFlow {
  let text: AttributedText
  let shaped: ShapedText
  let options: LayoutOptions
  var breaker: LineBreaker
  var breaks = LineBreaks()
  var result = FlowedText()
  /// The indices of the open blocks in the result, outer ones first.
  var open: [Int] = []
  /// The layout, then the open blocks.
  var containers = [Container()]
  /// The position of the next line or block, in points.
  var y = 0.0
  /// The position of the next line in the text.
  var position = LinePosition()
  /// The widths with the same result.
  var widths = WidthInterval()
  /// The index of the last line with ink, or -1 if there is none.
  var lastInkLine = -1
  /// Whether the last line ended at a mandatory break.
  var endsInLineEnd = false
  /// The paragraph of the last line.
  var paragraph: ParagraphCursor
  /// The outermost open block that is collapsed.
  var outermostCollapsed: Int?
  /// The lines to truncate, and those found to need truncation.
  var (truncationPlan, missingTruncations) = (TruncationPlan(), TruncationPlan())
  /// The truncation of the line in progress.
  var pendingTruncation: PendingTruncation?
  /// The planned line ends, for wrapping other than greedy.
  var plan = LinePlan(fillingTo: 0)
  /// Whether lines are not broken greedily.
  let isPlanned: Bool
  /// The cutouts that lines avoid.
  let cutouts: CutoutBands
  let metrics: FlowMetrics
  let extents: BlockExtents
  /// The spacing that keeps the ink of lines apart, or `nil` if the lines have enough space.
  var inkSpacing: InkSpacing?

  /// A container of lines and blocks: a block or the layout.
  struct Container {
    /// Whether the container has any content yet.
    var hasContent = false
    /// Whether its last item is a block.
    var endsInBlock = false
    /// The index of its last block in the result.
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
    inkSpacing = InkSpacing(of: text, shaped: shaped, metrics: metrics, options: options)
    result.hasEvenLines = inkSpacing == nil && options.lineHeight == .uniform && options.isPlain
    extents = BlockExtents(of: text, segments: metrics.segments)
    paragraph = ParagraphCursor(text, shaped: shaped)
    isPlanned = options.wrapping != .greedy
    cutouts = CutoutBands(options, metrics: metrics.base)
  }

  /// Breaks and stacks the whole text.
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
    breaks.widths = WidthInterval(least: widths.least, limit: max(widths.least, widths.limit))
  }

  /// Breaks and stacks a segment.
  ///
  /// - Returns: Whether more content fits.
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

  /// Returns whether an empty line comes next, after a line end at the end of the text.
  private func isBeforeEmptyLine(_ segment: FlowMetrics.Segment) -> Bool {
    endsInLineEnd && position.offset == shaped.length && segment.segment.block == nil
      && segment.segment.range.upperBound == Int(shaped.length)
  }

  /// Whether the last line that fits depends on the measure: if line heights depend on contents, or
  /// lines avoid cutouts.
  var hasLimitOfWidth: Bool {
    metrics.hasOwnHeights || !cutouts.isEmpty || isPlanned || inkSpacing != nil
  }

  /// The state before a segment whose first line did not fit.
  private struct Mark {
    let (y, neededWidth, blockCount, container): (Double, Double, Int, Container)
    let widths: WidthInterval

    init(of flow: borrowing TextFlow) {
      widths = flow.widths
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
      if !flow.hasLimitOfWidth { flow.widths = widths }
    }
  }

  /// Adds the height of the lines missing to the minimum number.
  private mutating func addMissingLines() {
    let missing = Double(options.minimumLines) - Double(result.lines.count)
    guard missing > 0 else { return }
    let height = metrics.base.height
    let gap = options.lineSpacing.gap(after: height, options.lineHeight)
    y += missing.distance * (height + gap) - (result.lines.isEmpty ? gap : 0)
  }
}
