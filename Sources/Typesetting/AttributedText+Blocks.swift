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
  /// `blocks`, or one that was there already, is cut where that begins or ends. Of two with the same
  /// bytes, the later is within the earlier. A block begins and ends between characters (grapheme
  /// clusters); where that is not so, its ends move down.
  ///
  /// - Parameter blocks: The blocks; without bytes they are left out.
  /// - Complexity: O(*n* log *n* + *m*), where *n* is the number of blocks and *m* the length of the
  ///   text; O(*n*² + *m*) if some overlap in part.
  public mutating func addBlocks(_ blocks: [TextBlock]) {
    var rounded = structure.value.blocks
    let starts = characterStarts(of: blocks.map { self.rounded($0.range) })
    for (var block, range) in zip(blocks, starts) where !range.isEmpty {
      block.range = range
      rounded.append(block)
    }
    let tree = BlockTree(rounded)
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

/// Blocks, cut so that any two are apart or one in the other.
private struct BlockTree {
  private(set) var blocks: [TextBlock] = []
  private(set) var parents: [Int?] = []

  /// Blocks in order of age; older ones are never cut.
  init(_ given: [TextBlock]) {
    if nest(given) { return }
    var placed: [TextBlock] = []
    for block in given {
      var pieces = [block.range]
      for other in placed {
        pieces = pieces.flatMap { Self.cut($0, by: other.range) }
      }
      for range in pieces {
        var piece = block
        piece.range = range
        placed.append(piece)
      }
    }
    _ = nest(placed)
  }

  /// Puts blocks in each other, or says that some overlap in part.
  private mutating func nest(_ placed: [TextBlock]) -> Bool {
    (blocks, parents) = ([], [])
    // A stable sort: of two with the same bytes the older one comes first, and is outside.
    let order = placed.indices.sorted {
      let (left, right) = (placed[$0].range, placed[$1].range)
      if left.lowerBound != right.lowerBound { return left.lowerBound < right.lowerBound }
      return left.upperBound != right.upperBound ? left.upperBound > right.upperBound : $0 < $1
    }
    var open: [Int] = []
    for index in order {
      let block = placed[index]
      while let last = open.last, blocks[last].range.upperBound <= block.range.lowerBound {
        open.removeLast()
      }
      if let last = open.last, blocks[last].range.upperBound < block.range.upperBound {
        return false
      }
      parents.append(open.last)
      open.append(blocks.count)
      blocks.append(block)
    }
    return true
  }

  /// The parts of a range that lie on one side of both ends of another, unless one is in the other.
  private static func cut(_ range: Range<Int>, by other: Range<Int>) -> [Range<Int>] {
    let isInside = other.lowerBound <= range.lowerBound && range.upperBound <= other.upperBound
    let isAround = range.lowerBound <= other.lowerBound && other.upperBound <= range.upperBound
    guard range.overlaps(other), !isInside, !isAround else { return [range] }
    let edge = other.lowerBound > range.lowerBound ? other.lowerBound : other.upperBound
    return [range.lowerBound..<edge, edge..<range.upperBound]
  }
}
