import GalleyShaping

/// A stretch of text that is of one block, and of none within that; or of no block at all.
///
/// A segment begins and ends with a line of its own.
package struct BlockSegment: Hashable, Sendable {
  /// The bytes of the segment, with the line end directly behind the block; never empty.
  package var range: Range<Int>
  /// The innermost block that the segment is of, if it is of one.
  package var block: Int?
}

extension AttributedText {
  /// The segments, which partition the text; none if there are no blocks.
  ///
  /// A block all of whose bytes are those of blocks within it has no segment.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of blocks.
  package var segments: [BlockSegment] {
    let (blocks, parents) = (structure.value.blocks, structure.value.parents)
    guard !blocks.isEmpty else { return [] }
    var builder = SegmentBuilder()
    // Of two blocks with the same end the outer one comes first, and takes the line end as well.
    var ends: [Int] = []
    for index in blocks.indices {
      var end = end(of: blocks[index], among: blocks)
      if let parent = parents[index] { end = min(end, ends[parent]) }
      ends.append(end)
      builder.begin(index, at: blocks[index].range.lowerBound, end: end)
    }
    builder.finish(at: length)
    return builder.segments
  }

  /// Where a block ends with the line end behind it, unless another block begins with that.
  private func end(of block: TextBlock, among blocks: [TextBlock]) -> Int {
    let end = block.range.upperBound
    var (low, high) = (0, blocks.count)
    while low < high {
      let middle = (low + high) / 2
      if blocks[middle].range.lowerBound < end { low = middle + 1 } else { high = middle }
    }
    if low < blocks.count, blocks[low].range.lowerBound == end { return end }
    return end + lineEndLength(in: string.utf8.span, at: end)
  }

  /// The text's own direction for a segment, but that code goes from left to right.
  func direction(of segment: BlockSegment) -> TextDirection {
    isCode(segment) ? .leftToRight : direction
  }

  /// Whether a segment is of a block of code.
  func isCode(_ segment: BlockSegment) -> Bool {
    guard let block = segment.block, case .code = structure.value.blocks[block].kind else {
      return false
    }
    return true
  }
}

/// Makes segments of blocks that come outer ones first.
private struct SegmentBuilder {
  private(set) var segments: [BlockSegment] = []
  private var open: [(block: Int, end: Int)] = []
  private var start = 0

  mutating func begin(_ block: Int, at offset: Int, end: Int) {
    close(upTo: offset)
    append(upTo: offset)
    open.append((block, end))
  }

  mutating func finish(at length: Int) {
    close(upTo: length)
    append(upTo: length)
  }

  private mutating func close(upTo offset: Int) {
    while let last = open.last, last.end <= offset {
      append(upTo: last.end)
      open.removeLast()
    }
  }

  private mutating func append(upTo end: Int) {
    guard end > start else { return }
    let block = open.last?.block
    if let last = segments.last, last.block == block {
      segments[segments.count - 1].range = last.range.lowerBound..<end
    } else {
      segments.append(BlockSegment(range: start..<end, block: block))
    }
    start = end
  }
}

/// How many bytes the line end takes that begins at `offset`; 0 if none does.
///
/// - SeeAlso: UAX #14, LB4 and LB5.
package func lineEndLength(in bytes: Span<UInt8>, at offset: Int) -> Int {
  guard offset < bytes.count else { return 0 }
  switch bytes[offset] {
  case 0x0D: return offset + 1 < bytes.count && bytes[offset + 1] == 0x0A ? 2 : 1
  case 0x0A...0x0C: return 1
  case 0xC2: return bytes[offset + 1] == 0x85 ? 2 : 0
  case 0xE2: return bytes[offset + 1] == 0x80 && bytes[offset + 2] & 0xFE == 0xA8 ? 3 : 0
  default: return 0
  }
}
