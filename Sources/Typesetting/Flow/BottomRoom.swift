import GalleyGeometry

/// A place at the bottom of a layout, at one of its sides, beside the last lines or below them.
struct BottomRoom {
  /// How large the place is, in points.
  let size: Size
  /// Whether it is at the left.
  let isAtLeft: Bool
  /// The first of the lines beside it.
  private(set) var firstLine: Int
  /// How high the layout is with it, in points.
  private(set) var height: Double
  /// How wide the layout is at the least, in points.
  private(set) var width: Double

  /// Finds room: as far up as what is beside it leaves room within the measure.
  ///
  /// A line beside it and the place fit if together they are as wide as the measure, or less.
  ///
  /// - Parameters:
  ///   - size: How large the place is, in points.
  ///   - isAtLeft: Whether it is at the left.
  ///   - height: How high the layout is without it, in points.
  ///   - measure: How wide the layout may be, in points.
  ///   - items: What stands in the layout, from the bottom up.
  init(
    _ size: Size, isAtLeft: Bool, height: Double, measure: Double, items: some Sequence<Item>
  ) {
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

  /// A line or a block that the place may stand beside.
  struct Item {
    /// The lower edge, in points.
    var bottom: Double
    /// What it takes of the measure, in points.
    var width: Double
    /// The line, or the first of the block's.
    var firstLine: Int
    /// The side that it cannot be moved from, if it is at one.
    var fixedAtLeft: Bool?

    func isInTheWay(_ isAtLeft: Bool) -> Bool { fixedAtLeft == isAtLeft }
  }
}

/// What stands in a flowed text, from the bottom up: lines, and blocks as a whole.
struct BottomItems: Sequence, IteratorProtocol {
  let flow: FlowedText
  let spans: [LineSpan]
  let widths: FlowWidths
  /// What lines leave free at the bottom already.
  let taken: [BottomRoom]
  private var nextLine: Int

  init(flow: FlowedText, spans: [LineSpan], widths: FlowWidths, taken: [BottomRoom]) {
    (self.flow, self.spans, self.widths, self.taken) = (flow, spans, widths, taken)
    nextLine = flow.lines.count - 1
  }

  mutating func next() -> BottomRoom.Item? {
    guard nextLine >= 0 else { return nil }
    let line = flow.lines[nextLine]
    guard line.block >= 0 else {
      defer { nextLine -= 1 }
      var width = line.left + spans[nextLine].width + line.right
      for room in taken where room.firstLine <= nextLine { width += room.size.width }
      return BottomRoom.Item(bottom: line.top + line.height, width: width, firstLine: nextLine)
    }
    var index = Int(line.block)
    while flow.blocks[index].parent >= 0 { index = flow.blocks[index].parent }
    let block = flow.blocks[index]
    let first = block.lines.lowerBound
    nextLine = first - 1
    return BottomRoom.Item(
      bottom: flow.frameBottom(of: block),
      width: block.sides.left + widths.contents[index] + 2 * block.padding + block.sides.right,
      firstLine: first, fixedAtLeft: !block.isRightToLeft)
  }
}

extension FlowedText {
  /// The upper edge of a block's frame, in points.
  func frameTop(of block: FlowBlock) -> Double {
    let height = lines[block.lines.lowerBound].height
    return block.top - (BlockMeasures.topOverhang * height).rounded(.down)
  }

  /// The lower edge of a block's frame, in points.
  func frameBottom(of block: FlowBlock) -> Double {
    let height = lines[block.lines.upperBound - 1].height
    return block.bottom + (BlockMeasures.bottomOverhang * height).rounded(.down)
  }
}
