internal import GalleyBasics

/// Blocks, split so that any two are nested or disjoint.
struct BlockTree {
  /// The blocks, outer ones first, siblings in text order.
  private(set) var blocks: [TextBlock] = []
  /// The index of each block's parent.
  private(set) var parents: [Int?] = []

  /// The maximum number of pieces of a block, which bounds the work for hostile, crossing blocks.
  private static let mostPieces = 16

  /// Nests blocks, given oldest first; a block is never split by a newer one.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of blocks.
  init(_ given: [TextBlock], in text: String) {
    if nest(given) { return }
    var placed: [TextBlock] = []
    let bytes = text.utf8.span
    var edges = BlockEdges(of: given.map(\.range), in: bytes)
    for block in given {
      var rest = block.range
      for _ in 0..<Self.mostPieces {
        let end = edges.firstCut(of: rest) ?? rest.upperBound
        var piece = block
        piece.range = rest.lowerBound..<end
        placed.append(piece)
        // A line end at the start of the rest belongs to the last line of the block that ends here.
        let start = edges.blockBegins(at: end) ? end : end + lineEndLength(in: bytes, at: end)
        rest = min(start, rest.upperBound)..<rest.upperBound
        if rest.isEmpty { break }
      }
      // Only now: the pieces of a block must not split each other.
      for piece in placed[edges.count...] { edges.add(piece.range) }
    }
    _ = nest(placed)
  }

  /// Nests blocks, or returns `false` if some overlap partially.
  private mutating func nest(_ placed: [TextBlock]) -> Bool {
    (blocks, parents) = ([], [])
    // A stable sort: of two equal ranges, the older block comes first and is the outer one.
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
}

/// The edges of nested or disjoint blocks, searchable for those that another block partially
/// overlaps.
private struct BlockEdges {
  /// The number of blocks.
  private(set) var count = 0
  private let places: [Int]
  private let leafCount: Int
  /// For each edge, the least start of the blocks that end there: the leaves of a segment tree of
  /// minima, in which the children of node *i* are *2i* and *2i + 1*.
  private var starts: [Int]
  /// For each edge, the greatest end of the blocks that begin there, as a segment tree of maxima.
  private var ends: [Int]

  /// Creates the edges of ranges, without blocks; a block may also begin after the line end at
  /// another's end.
  init(of ranges: [Range<Int>], in text: Span<UInt8>) {
    var places: [Int] = []
    for range in ranges {
      let end = range.upperBound
      places += [range.lowerBound, end, end + lineEndLength(in: text, at: end)]
    }
    places = Array(Set(places)).sorted()
    self.places = places
    var count = 1
    while count < places.count { count *= 2 }
    leafCount = count
    starts = [Int](repeating: .max, count: 2 * count)
    ends = [Int](repeating: .min, count: 2 * count)
  }

  /// Adds a block that partially overlaps no other.
  mutating func add(_ range: Range<Int>) {
    count += 1
    var node = leafCount + index(of: range.upperBound)
    while node > 0, starts[node] > range.lowerBound {
      starts[node] = range.lowerBound
      node /= 2
    }
    node = leafCount + index(of: range.lowerBound)
    while node > 0, ends[node] < range.upperBound {
      ends[node] = range.upperBound
      node /= 2
    }
  }

  /// Returns whether a block begins at an offset.
  func blockBegins(at place: Int) -> Bool { ends[leafCount + index(of: place)] > .min }

  /// Returns the first offset at which a range must be split: the end of a block that began before
  /// it, or the start of a block that ends after it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of edges.
  func firstCut(of range: Range<Int>) -> Int? {
    let next = index(of: range.lowerBound) + 1
    let inner = next..<max(next, index(of: range.upperBound))
    let end = first(in: inner) { starts[$0] < range.lowerBound }
    let start = first(in: inner) { ends[$0] > range.upperBound }
    return [end, start].compactMap { $0 }.min().map { places[$0] }
  }

  /// Returns the first leaf in a range that meets a condition, which holds for a node if it holds
  /// for a leaf below it.
  private func first(in range: Range<Int>, where fulfills: (Int) -> Bool) -> Int? {
    func search(_ node: Int, _ leaves: Range<Int>) -> Int? {
      guard leaves.overlaps(range), fulfills(node) else { return nil }
      if leaves.count == 1 { return leaves.lowerBound }
      let middle = leaves.lowerBound + leaves.count / 2
      return search(2 * node, leaves.lowerBound..<middle)
        ?? search(2 * node + 1, middle..<leaves.upperBound)
    }
    return search(1, 0..<leafCount)
  }

  private func index(of place: Int) -> Int {
    places.partitioningIndex { $0 >= place }
  }
}
