import GalleyGeometry

/// Space reserved at the bottom of a layout, on one side, beside the last lines or below them.
struct BottomReservation {
  /// The size of the space, in points.
  let size: Size
  /// Whether the space is at the left.
  let isAtLeft: Bool
  /// The index of the first line beside the space.
  private(set) var firstLine: Int
  /// The height of the layout including the space, in points.
  private(set) var height: Double
  /// The minimum width of the layout, in points.
  private(set) var width: Double

  /// Finds the highest position for the space at which it fits beside the lines within the measure.
  ///
  /// The space fits beside a line if their combined width is at most the measure.
  ///
  /// - Parameters:
  ///   - size: The size of the space, in points.
  ///   - isAtLeft: Whether it is at the left.
  ///   - height: The height of the layout without it, in points.
  ///   - measure: The maximum width of the layout, in points.
  ///   - items: The lines and blocks of the layout, bottom up.
  init(_ size: Size, isAtLeft: Bool, height: Double, measure: Double, items: some Sequence<Item>) {
    self.size = Size(width: size.width.distance, height: size.height.distance)
    self.isAtLeft = isAtLeft
    let (placeWidth, placeHeight) = (self.size.width, self.size.height)
    var added = max(0, placeHeight - height)
    width = placeWidth
    firstLine = .max
    for item in items {
      guard item.bottom > height + added - placeHeight else { break }
      let together = item.width + placeWidth
      if together > measure || item.isInTheWay(isAtLeft) {
        added = max(added, item.bottom + placeHeight - height)
        break
      }
      width = max(width, together)
      firstLine = item.firstLine
    }
    self.height = height + added
  }

  /// A line or a block that the space may lie beside.
  struct Item {
    /// The lower edge, in points.
    var bottom: Double
    /// The width of the item, in points.
    var width: Double
    /// The index of the line, or of the block's first line.
    var firstLine: Int
    /// Whether the item is fixed at the left (`true`) or at the right (`false`), or `nil` if it may
    /// move.
    var fixedAtLeft: Bool?

    func isInTheWay(_ isAtLeft: Bool) -> Bool { fixedAtLeft == isAtLeft }
  }
}

/// The lines and top-level blocks of a flowed text, bottom up.
struct BottomItems: Sequence, IteratorProtocol {
  let flow: FlowedText
  let spans: [LineSpan]
  let widths: FlowWidths
  /// The spaces reserved at the bottom so far.
  let reserved: [BottomReservation]
  private var nextLine: Int

  init(flow: FlowedText, spans: [LineSpan], widths: FlowWidths, reserved: [BottomReservation]) {
    (self.flow, self.spans, self.widths, self.reserved) = (flow, spans, widths, reserved)
    nextLine = flow.lines.count - 1
  }

  mutating func next() -> BottomReservation.Item? {
    guard nextLine >= 0 else { return nil }
    let line = flow.lines[nextLine]
    guard line.block >= 0 else {
      defer { nextLine -= 1 }
      var width = line.left + spans[nextLine].width + line.right
      for reservation in reserved where reservation.firstLine <= nextLine {
        width += reservation.size.width
      }
      return BottomReservation.Item(
        bottom: line.top + line.height, width: width, firstLine: nextLine)
    }
    var index = Int(line.block)
    while flow.blocks[index].parent >= 0 { index = flow.blocks[index].parent }
    let block = flow.blocks[index]
    let first = block.lines.lowerBound
    nextLine = first - 1
    return BottomReservation.Item(
      bottom: flow.frameBottom(of: block),
      width: block.sides.left + widths.contents[index] + 2 * block.padding + block.sides.right,
      firstLine: first, fixedAtLeft: !block.isRightToLeft)
  }
}

extension FlowedText {
  /// Returns the upper edge of a block's frame, in points.
  func frameTop(of block: FlowBlock) -> Double {
    let height = lines[block.lines.lowerBound].height
    return block.top - (BlockMeasures.topOverhang * height).rounded(.down)
  }

  /// Returns the lower edge of a block's frame, in points.
  func frameBottom(of block: FlowBlock) -> Double {
    let height = lines[block.lines.upperBound - 1].height
    return block.bottom + (BlockMeasures.bottomOverhang * height).rounded(.down)
  }
}
