import GalleyGeometry

/// The widths of a flowed text and its blocks, in points.
struct FlowWidths {
  /// The width of each block's content, excluding lines that scroll.
  private(set) var contents: [Double]
  /// The width of the widest line of each block, including the free space beside it.
  private(set) var extents: [Double]
  /// The total width.
  private(set) var whole = 0.0

  init(of flow: FlowedText, spans: [LineSpan], measure: Double) {
    extents = Array(repeating: 0, count: flow.blocks.count)
    contents = extents
    for (line, span) in zip(flow.lines, spans) {
      let width = line.left + span.width + line.right
      if line.block >= 0 {
        extents[Int(line.block)] = max(extents[Int(line.block)], width)
      } else {
        whole = max(whole, width)
      }
    }
    for index in flow.blocks.indices.reversed() {
      let block = flow.blocks[index]
      var content = extents[index]
      if block.scrolls { content = min(content, max(0, measure - block.unavailableWidth)) }
      if let title = block.title?.layout {
        content = max(content, title.size.width + BlockMeasures.iconReserve)
      }
      content = max(content, contents[index])
      contents[index] = content
      let width = block.sides.left + content + 2 * block.padding + block.sides.right
      if block.parent >= 0 {
        contents[block.parent] = max(contents[block.parent], width)
      } else {
        whole = max(whole, width)
      }
    }
  }
}
