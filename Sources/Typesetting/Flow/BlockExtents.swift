/// The extents of a text's blocks, including nested blocks and line ends.
struct BlockExtents {
  /// The end of each block as a UTF-8 offset.
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

  /// Returns whether a block is `outer` or nested in it.
  func isBlock(_ inner: Int?, within outer: Int) -> Bool {
    guard let inner else { return false }
    return inner >= outer && inner <= lastInner[outer]
  }
}
