import GalleyFonts
import GalleyGeometry
import GalleyShaping

extension TextFlow {
  /// Leaves the open blocks that do not contain a segment.
  mutating func leaveBlocks(notAround segment: BlockSegment) {
    while let last = open.last {
      if extents.isBlock(segment.block, within: result.blocks[last].index) { return }
      leaveBlock()
    }
  }

  /// Enters the blocks that contain a segment and are not open yet, outer ones first.
  mutating func enterBlocks(of segment: BlockSegment) {
    let current = open.last.map { result.blocks[$0].index }
    var chain: [Int] = []
    var next = segment.block
    while let block = next, block != current {
      chain.append(block)
      next = text.parent(ofBlock: block)
    }
    for block in chain.reversed() { enterBlock(block) }
  }

  private mutating func enterBlock(_ index: Int) {
    let block = text.blocks[index]
    let container = containers[containers.count - 1]
    if container.endsInBlock { y += BlockMeasures.gapAfter }
    y += container.hasContent ? BlockMeasures.gapBefore : BlockMeasures.gapBeforeFirst
    if let outer = open.last, !container.hasContent, result.blocks[outer].title == nil {
      // The icons of a block and of a nested block at its start would collide.
      result.blocks[outer].hasIcon = false
    }
    let isCode = block.kind != .quote
    let title = block.title.flatMap { $0.isEmpty ? nil : $0 }
    var entered = FlowBlock(
      index: index, parent: open.last ?? -1,
      isRightToLeft: shaped.paragraphLevel(at: Int32(block.range.lowerBound)) & 1 == 1,
      padding: open.count < BlockMeasures.greatestPaddedDepth ? BlockMeasures.padding : 0,
      hasIcon: !isCode || title != nil, lines: result.lines.count..<result.lines.count)
    entered.top = y
    entered.isCode = isCode
    entered.scrolls = isCode && options.codeOverflow == .scrolls
    entered.unavailableWidth = 2 * entered.padding
    if let outer = open.last {
      entered.unavailableWidth += result.blocks[outer].unavailableWidth
      entered.bands = result.blocks[outer].bands
    } else {
      // The whole block avoids the cutouts beside its first line.
      entered.sides = sidesOfBlock(padding: entered.unavailableWidth)
      entered.top = y
      entered.bands = entered.sides
      entered.unavailableWidth += entered.sides.left + entered.sides.right
    }
    result.blocks.append(entered)
    open.append(result.blocks.count - 1)
    containers.append(Container())
    if outermostCollapsed == nil, block.isCollapsible, !options.expandedBlocks.contains(index) {
      outermostCollapsed = result.blocks.count - 1
    }
    if let title { setTitle(title) }
  }

  /// Places a title at the top of the innermost block.
  private mutating func setTitle(_ title: TextBlock.Title) {
    let last = result.blocks.count - 1
    let unavailable = result.blocks[last].unavailableWidth + BlockMeasures.iconReserve
    let block = text.blocks[result.blocks[last].index]
    let layout = titleLayout(title, of: block, width: max(0, options.measure - unavailable))
    result.blocks[last].title = FlowTitle(layout: layout, top: y)
    let height = layout.size.height
    if inkSpacing != nil, layout.lineCount > 0 {
      let line = layout.line(at: 0)
      let title = InkLine(span: .empty(in: layout.shaped), start: 0, ink: layout.shaped.greatestInk)
      inkSpacing?.edge = InkEdge(line: title, bottom: y + height, below: height - line.baseline)
    }
    y += height + options.lineSpacing.gap(after: height, options.lineHeight)
    need(outerWidth(of: layout.size.width, padding: unavailable))
    let limits = layout.validWidths
    if limits.lowerBound > 0 {
      widths.restrict(from: outerWidth(of: limits.lowerBound, padding: unavailable))
    }
    widths.restrict(to: outerWidth(of: limits.upperBound, padding: unavailable))
  }

  /// Lays out the title of a block on one line.
  private func titleLayout(
    _ title: TextBlock.Title, of block: TextBlock, width: Double
  ) -> TextLayout {
    var options = LayoutOptions(width: width, alignment: .left)
    options.maximumLines = 1
    let line: AttributedText
    switch title {
    case .plain(let words): line = self.title(words, of: block)
    case .styled(let text):
      line = text.titleLine
      // The styles may be of several sizes.
      options.lineHeight = .perLine
    }
    if let known = text.structure.read({ $0.earlierTitle.layout }), known.text == line,
      known.shaped.shapers === shaped.shapers
    {
      return known.relayout(options)
    }
    return shaped.shapers.shape(line.shapingInput).layout(line, options: options)
  }

  /// Returns a title in the text's own font, smaller and bold.
  private func title(_ words: String, of block: TextBlock) -> AttributedText {
    var style = text.baseStyle
    style.font.size = (style.shaping.size * BlockMeasures.titleScale).rounded()
    style.font.weight = max(style.font.weight, 700)
    style.paint = TextPaint(color: block.paint.title)
    return AttributedText(
      words, style: style, direction: block.kind == .quote ? .auto : .leftToRight,
      language: text.language)
  }

  /// Creates the mark after soft-wrapped lines of code: an arrow that fits the padding of their
  /// block.
  mutating func makeSoftWrapMark() {
    let isWrapped = zip(result.lines, breaks.lines).contains { line, span in
      line.block >= 0 && result.blocks[Int(line.block)].isCode && !span.endsParagraph
    }
    guard isWrapped else { return }
    let mark = softWrapMark(size: text.baseStyle.shaping.size * 0.75)
    let room = BlockMeasures.padding - 1
    let excess = mark.size.width / room
    result.softWrapMark =
      excess > 1 ? softWrapMark(size: text.baseStyle.shaping.size * 0.75 / excess) : mark
  }

  private func softWrapMark(size: Double) -> TextLayout {
    var style = text.baseStyle
    style.font.size = size
    style.paint = TextPaint(color: TextBlock.Paint.code.bar)
    let mark = AttributedText("\u{21B5}", style: style, direction: .leftToRight)
    return shaped.shapers.shape(mark.shapingInput).layout(
      mark, options: LayoutOptions(alignment: .left))
  }

  /// Leaves the innermost block.
  mutating func leaveBlock() {
    let last = open.removeLast()
    let container = containers.removeLast()
    if container.endsInBlock { y += BlockMeasures.gapAfterLast }
    let lines = result.blocks[last].lines.lowerBound..<result.lines.count
    result.blocks[last].lines = lines
    let isCollapsed = result.blocks[last].hiddenRange != nil
    result.blocks[last].isCollapsible =
      text.blocks[result.blocks[last].index].isCollapsible
      && (isCollapsed || lastInkLine >= lines.lowerBound + BlockMeasures.collapsedLines)
    if result.blocks[last].isCollapsible, !isCollapsed {
      makeRoomForArrow(in: last, lastChild: container.endsInBlock ? container.lastBlock : nil)
    }
    result.blocks[last].bottom = y
    if outermostCollapsed == last { outermostCollapsed = nil }
    containers[containers.count - 1] = Container(
      hasContent: true, endsInBlock: true, lastBlock: last)
    if let outer = open.last {
      result.blocks[outer].neededWidth = max(
        result.blocks[outer].neededWidth, result.blocks[last].neededWidth)
    }
  }

  /// Reserves room for an arrow beside the last line or nested block, or below it if that is too
  /// wide.
  private mutating func makeRoomForArrow(in block: Int, lastChild: Int?) {
    let reserve = BlockMeasures.arrowReserve
    var needed = 0.0
    if let lastChild {
      needed = outerWidth(of: result.blocks[lastChild].neededWidth, padding: reserve)
    } else {
      let line = result.lines[result.lines.count - 1]
      let unavailable = line.left + line.right + result.blocks[block].unavailableWidth + reserve
      needed = outerWidth(of: breaks.lines[result.lines.count - 1].width, padding: unavailable)
    }
    guard needed <= options.measure else {
      widths.restrict(to: needed)
      y += BlockMeasures.arrowHeightReserve
      return
    }
    widths.restrict(from: needed)
    result.neededWidth = max(result.neededWidth, needed)
    result.blocks[block].neededWidth = max(result.blocks[block].neededWidth, needed)
    var sides = SideSpace()
    if result.blocks[block].isRightToLeft { sides.left = reserve } else { sides.right = reserve }
    if let lastChild {
      result.blocks[lastChild].sides.left += sides.left
      result.blocks[lastChild].sides.right += sides.right
    } else {
      result.lines[result.lines.count - 1].left += sides.left
      result.lines[result.lines.count - 1].right += sides.right
    }
  }
}
