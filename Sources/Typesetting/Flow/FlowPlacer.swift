import GalleyGeometry

/// The horizontal placement of the lines and blocks of a flowed text.
struct FlowPlacer {
  let flow: FlowedText
  let widths: FlowWidths
  let reservations: [BottomReservation]
  /// The left edge of the layout's content, in points.
  let left: Double
  let top: Double
  let text: AttributedText
  /// The width that lines and blocks are aligned in, in points.
  let width: Double
  /// Whether blocks fill the available width, so that blocks below each other are equally wide; if
  /// not, each is as wide as its lines.
  let blocksFillWidth: Bool
  private(set) var blocks: [TextLayout.Block] = []

  /// Places the blocks, outer ones first.
  mutating func placeBlocks() {
    blocks.reserveCapacity(flow.blocks.count)
    for (index, block) in flow.blocks.enumerated() {
      let outer =
        block.parent >= 0
        ? blocks[block.parent].contentFrame : Rect(x: left, y: 0, width: width, height: 0)
      blocks.append(place(block, content: widths.contents[index], in: outer, index))
    }
  }

  private func place(
    _ block: FlowBlock, content: Double, in outer: Rect, _ index: Int
  ) -> TextLayout.Block {
    let content = max(content, blocksFillWidth ? contentWidth(for: block, in: outer) : 0)
    let width = content + 2 * block.padding
    let x =
      block.isRightToLeft ? outer.maxX - block.sides.right - width : outer.minX + block.sides.left
    let (frameTop, frameBottom) = (flow.frameTop(of: block), flow.frameBottom(of: block))
    let frame = Rect(x: x, y: top + frameTop, width: width, height: frameBottom - frameTop)
    let source = text.blocks[block.index]
    var placed = TextLayout.Block(
      index: block.index, kind: source.kind, range: source.range,
      parent: text.parent(ofBlock: block.index), frame: frame,
      contentFrame: Rect(
        x: x + block.padding, y: top + block.top, width: content, height: block.bottom - block.top),
      contentWidth: max(content, widths.extents[index]), isCollapsible: block.isCollapsible,
      isCollapsed: block.hiddenRange != nil, isRightToLeft: block.isRightToLeft, lines: block.lines,
      hiddenRange: block.hiddenRange, title: block.title?.layout)
    placed.addOrnaments(titleTop: block.title.map { top + $0.top }, hasIcon: block.hasIcon)
    return placed
  }

  /// Returns the width available for a block's content, in points.
  private func contentWidth(for block: FlowBlock, in outer: Rect) -> Double {
    var width = outer.size.width - block.sides.left - block.sides.right - 2 * block.padding
    guard block.parent < 0 else { return width }
    for place in reservations where place.firstLine <= block.lines.lowerBound {
      width -= place.size.width
    }
    return width
  }

  /// Returns the extents that the lines are aligned in.
  func slots() -> [FlowPlacement.Slot] {
    flow.lines.indices.map { index in
      let line = flow.lines[index]
      var (start, end) = (left, left + width)
      if line.block >= 0 {
        let block = blocks[Int(line.block)]
        (start, end) = (block.contentFrame.minX, block.contentFrame.minX + block.contentWidth)
        if !flow.blocks[Int(line.block)].scrolls { end = block.contentFrame.maxX }
      } else {
        for reservation in reservations where reservation.firstLine <= index {
          if reservation.isAtLeft {
            start += reservation.size.width
          } else {
            end -= reservation.size.width
          }
        }
      }
      return FlowPlacement.Slot(start: start + line.left, end: end - line.right)
    }
  }

  /// Returns the marks after soft-wrapped lines of code, in the padding of their blocks.
  func softWrapMarks(of spans: [LineSpan]) -> [TextLayout.Token] {
    guard let mark = flow.softWrapMark else { return [] }
    let own = mark.line(at: 0)
    var marks: [TextLayout.Token] = []
    for (line, span) in zip(flow.lines, spans) where line.block >= 0 && !span.endsParagraph {
      let block = flow.blocks[Int(line.block)]
      guard block.isCode, block.padding > 0 else { continue }
      let x = blocks[Int(line.block)].contentFrame.maxX + max(0, block.padding - own.width) / 2
      let y = top + line.top
      marks.append(
        TextLayout.Token(
          layout: mark, origin: Point(x: x - own.x, y: y + line.baseline - own.baseline),
          frame: Rect(x: x, y: y, width: own.width, height: line.height), kind: .softWrap))
    }
    return marks
  }

  /// Returns the frame of a space reserved at the bottom.
  func frame(of reservation: BottomReservation) -> Rect {
    Rect(
      origin: Point(
        x: reservation.isAtLeft ? left : left + width - reservation.size.width,
        y: top + reservation.height - reservation.size.height),
      size: reservation.size)
  }
}

extension TextLayout.Block {
  /// Places the title, the icon and the arrow.
  fileprivate mutating func addOrnaments(titleTop: Double?, hasIcon: Bool) {
    func x(_ width: Double, margin: Double) -> Double {
      isRightToLeft ? frame.minX + margin : frame.maxX - margin - width
    }
    if let title, let titleTop {
      titleFrame = Rect(
        origin: Point(
          x: isRightToLeft ? contentFrame.maxX - title.size.width : contentFrame.minX, y: titleTop),
        size: title.size)
    }
    if hasIcon {
      iconFrame = Rect(
        x: x(BlockMeasures.iconWidth, margin: BlockMeasures.iconMargin),
        y: frame.minY + BlockMeasures.iconMargin, width: BlockMeasures.iconWidth,
        height: BlockMeasures.iconHeight)
    }
    if isCollapsible {
      arrowFrame = Rect(
        x: x(BlockMeasures.arrowWidth, margin: BlockMeasures.arrowSideMargin),
        y: frame.maxY - BlockMeasures.arrowBottomMargin - BlockMeasures.arrowHeight,
        width: BlockMeasures.arrowWidth, height: BlockMeasures.arrowHeight)
    }
  }
}
