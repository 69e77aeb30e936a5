/// What of a text its blocks take, with the blocks and the line ends that belong to them.
struct BlockExtents {
  /// Where each block ends, as a UTF-8 offset.
  private(set) var ends: [Int]
  private var lastInner: [Int]

  /// - Complexity: O(*n*), where *n* is the number of blocks.
  init(of text: AttributedText, segments: [FlowMetrics.Segment]) {
    let blocks = text.blocks
    ends = blocks.map(\.range.upperBound)
    lastInner = Array(blocks.indices)
    for segment in segments {
      guard let block = segment.segment.block else { continue }
      ends[block] = max(ends[block], segment.segment.range.upperBound)
    }
    for block in blocks.indices.reversed() {
      guard let parent = text.parent(ofBlock: block) else { continue }
      ends[parent] = max(ends[parent], ends[block])
      lastInner[parent] = max(lastInner[parent], lastInner[block])
    }
  }

  /// Whether a block is another, or within it.
  func isBlock(_ inner: Int?, within outer: Int) -> Bool {
    guard let inner else { return false }
    return inner >= outer && inner <= lastInner[outer]
  }
}
