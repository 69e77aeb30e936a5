/// The last layouts of a document whose dates change with time, block by block.
///
/// The document at another time uses those of its unchanged blocks again.
struct SharedBoxes: Sendable {
  /// The boxes of blocks at a width.
  private struct Layout: Sendable {
    var width: Double
    var slack: Double
    var blocks: [ComposedBlock]
    var boxes: [BlockBox]
  }

  /// The widths of blocks in a room.
  private struct Measures: Sendable {
    var room: Double
    var blocks: [ComposedBlock]
    var widths: [Double]
  }

  private var layouts: [Layout] = []
  private var measures: Measures?

  /// The maximum number of layouts: a bubble is measured at one width and laid out at another.
  private static let limit = 2

  /// Returns the width of blocks that have a room, in points.
  mutating func width(
    of blocks: [ComposedBlock], in room: Double, with layouter: BlockLayouter
  ) -> Double {
    let known = measures.flatMap { $0.room == room ? $0 : nil }
    let widths = blocks.enumerated().map { index, block in
      if let known, index < known.blocks.count, known.blocks[index] === block {
        return known.widths[index]
      }
      return layouter.width(of: block, in: room)
    }
    measures = Measures(room: room, blocks: blocks, widths: widths)
    return widths.reduce(0, max)
  }

  /// Lays blocks out one below the other.
  mutating func stack(
    _ blocks: [ComposedBlock], width: Double, with layouter: BlockLayouter
  ) -> BlockBox {
    let place = layouts.firstIndex { $0.width == width && $0.slack == layouter.slack }
    let known = place.map { layouts.remove(at: $0) }
    var stack = BoxStack()
    var boxes: [BlockBox] = []
    for (index, block) in blocks.enumerated() {
      let isKnown = known.map { index < $0.blocks.count && $0.blocks[index] === block } ?? false
      let box = isKnown ? known?.boxes[index] : nil
      boxes.append(box ?? layouter.box(block, width: width))
      stack.add(boxes[index], skip: block.skip, path: block.path)
    }
    layouts.append(Layout(width: width, slack: layouter.slack, blocks: blocks, boxes: boxes))
    if layouts.count > Self.limit { layouts.removeFirst() }
    return stack.box(width: width)
  }
}
