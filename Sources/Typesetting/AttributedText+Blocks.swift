extension AttributedText {
  /// The blocks: outer ones before those within them, siblings in order.
  ///
  /// Their places in this list are the numbers that ``LayoutOptions/expandedBlocks`` goes by.
  public var blocks: [TextBlock] { structure.value.blocks }

  /// Which block the block `index` is within, if it is in one.
  public func parent(ofBlock index: Int) -> Int? { structure.value.parents[index] }

  /// Adds blocks.
  ///
  /// Of two blocks any is within the other, or they are apart: one that overlaps one before it in
  /// `blocks`, or one that was there already, is cut where that begins or ends; behind its end, a line
  /// end is of no piece. What would come into
  /// more than sixteen pieces ends with the sixteenth. Of two with the same bytes, the later is within
  /// the earlier. A block begins and ends between characters (grapheme clusters); where that is not so,
  /// its ends move down.
  ///
  /// - Parameter blocks: The blocks; without bytes they are left out.
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of blocks, those included that were
  ///   there already, and *m* the length of the text.
  public mutating func addBlocks(_ blocks: [TextBlock]) {
    var rounded = structure.value.blocks
    let starts = characterStarts(of: blocks.map { self.rounded($0.range) })
    for (var block, range) in zip(blocks, starts) where !range.isEmpty {
      block.range = range
      rounded.append(block)
    }
    let tree = BlockTree(rounded, in: string)
    structure.value.blocks = tree.blocks
    structure.value.parents = tree.parents
  }

  /// The ranges, from the start of the character that each begins in to that of the one it ends in.
  private func characterStarts(of ranges: [Range<Int>]) -> [Range<Int>] {
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
