extension AttributedText {
  /// The blocks in document order: an outer block before the blocks nested in it.
  ///
  /// Indices into this array identify blocks in ``LayoutOptions/expandedBlocks``.
  public var blocks: [TextBlock] { structure.read { $0.blocks } }

  /// Returns the index of the block that contains the block `index`, or `nil` for a top-level
  /// block.
  public func parent(ofBlock index: Int) -> Int? { structure.read { $0.parents[index] } }

  /// Adds blocks.
  ///
  /// Any two blocks are either nested or disjoint. A block that partially overlaps an earlier one,
  /// from `blocks` or already present, is split at that block's edges; a line end after a split
  /// belongs to neither piece. A block is split into at most 16 pieces; the rest of it is dropped.
  /// Of two blocks with the same range, the later is nested in the earlier. The edges of blocks are
  /// rounded down to character (grapheme cluster) boundaries.
  ///
  /// - Parameter blocks: The blocks. Empty ones are ignored.
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of blocks, existing ones included,
  ///   and *m* the length of the text.
  public mutating func addBlocks(_ blocks: [TextBlock]) { addBlocks(blocks, earlierTitle: nil) }

  /// Adds blocks to a text that is laid out often while it changes.
  ///
  /// - Parameters:
  ///   - blocks: The blocks.
  ///   - title: The layout of a title in an earlier form of the text, which is used again for an
  ///     equal title.
  package mutating func addBlocks(_ blocks: [TextBlock], earlierTitle title: TextLayout?) {
    var structure = structure.value
    var rounded = structure.blocks
    let starts = characterStarts(of: blocks.map { self.rounded($0.range) })
    for (var block, range) in zip(blocks, starts) where !range.isEmpty {
      block.range = range
      rounded.append(block)
    }
    let tree = BlockTree(rounded, in: string)
    structure.blocks = tree.blocks
    structure.parents = tree.parents
    structure.earlierTitle.layout = title
    self.structure.value = structure
  }

  /// Rounds both ends of each range down to a character boundary.
  private func characterStarts(of ranges: [Range<Int>]) -> [Range<Int>] {
    // The ends of the text are boundaries.
    guard ranges.contains(where: { $0.lowerBound > 0 || $0.upperBound < length }) else {
      return ranges
    }
    var starts = CharacterStarts(of: string)
    var moved: [Int: Int] = [:]
    for offset in ranges.flatMap({ [$0.lowerBound, $0.upperBound] }).sorted() {
      moved[offset] = starts.start(at: offset)
    }
    return ranges.map { range in
      let start = moved[range.lowerBound] ?? range.lowerBound
      return start..<max(start, moved[range.upperBound] ?? range.upperBound)
    }
  }
}
