internal import GalleyBasics
import GalleyShaping

/// A maximal range of text with the same innermost block, or with none.
///
/// A segment begins and ends at a line boundary.
package struct BlockSegment: Hashable, Sendable {
  /// The byte range of the segment, including the line end that follows the block; never empty.
  package var range: Range<Int>
  /// The index of the innermost block, or `nil` outside blocks.
  package var block: Int?
}

extension AttributedText {
  /// The segments, which partition the text; empty if there are no blocks.
  ///
  /// A block that is entirely covered by nested blocks has no segment.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of blocks.
  package var segments: [BlockSegment] {
    let (blocks, parents) = (structure.read { $0.blocks }, structure.read { $0.parents })
    guard let first = blocks.first else { return [] }
    if blocks.count == 1, first.range == 0..<length {
      return [BlockSegment(range: first.range, block: 0)]
    }
    var builder = SegmentBuilder()
    // Of two blocks with the same end, the outer comes first and claims the line end too.
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

  /// Returns the end of a block, including the line end after it unless another block begins
  /// there.
  private func end(of block: TextBlock, among blocks: [TextBlock]) -> Int {
    let end = block.range.upperBound
    let next = blocks.partitioningIndex { $0.range.lowerBound >= end }
    if next < blocks.count, blocks[next].range.lowerBound == end { return end }
    return end + lineEndLength(in: string.utf8.span, at: end)
  }

  /// Returns the base direction of a segment: left-to-right for code, else the text's own.
  func direction(of segment: BlockSegment) -> TextDirection {
    isCode(segment) ? .leftToRight : direction
  }

  /// Returns whether a segment belongs to a code block.
  func isCode(_ segment: BlockSegment) -> Bool {
    guard let block = segment.block, case .code = structure.read({ $0.blocks[block].kind })
    else {
      return false
    }
    return true
  }
}

/// Builds segments from blocks sorted outermost first.
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

/// Returns the length in bytes of the line end at `offset`, or 0 if there is none.
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
