/// Blocks, cut so that any two are apart or one in the other.
struct BlockTree {
  /// Outer blocks before those within them, siblings in order.
  private(set) var blocks: [TextBlock] = []
  /// Which block each block is within.
  private(set) var parents: [Int?] = []

  /// Into how many pieces a block is cut at the most; hostile blocks cross each other without end.
  private static let mostPieces = 16

  /// Puts blocks in each other.
  ///
  /// - Parameters:
  ///   - given: The blocks in order of age; older ones are never cut.
  ///   - text: The text that they are of.
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
        // The line end that the rest would begin with ends the last line of the block that ends here.
        let start = edges.blockBegins(at: end) ? end : end + lineEndLength(in: bytes, at: end)
        rest = min(start, rest.upperBound)..<rest.upperBound
        if rest.isEmpty { break }
      }
      // Not before: the pieces of a block do not cut each other.
      for piece in placed[edges.count...] { edges.add(piece.range) }
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
}

/// Where blocks begin and end that any two are apart or one in the other; finds which of them another
/// block overlaps in part.
private struct BlockEdges {
  /// How many blocks there are.
  private(set) var count = 0
  private let places: [Int]
  private let leafCount: Int
  /// For each place the least start of the blocks that end there, under a tree of the least of both
  /// halves; the children of the node *i* are *2i* and *2i + 1*.
  private var starts: [Int]
  /// For each place the greatest end of the blocks that begin there, under such a tree.
  private var ends: [Int]

  /// Makes edges of no block yet.
  ///
  /// - Parameters:
  ///   - ranges: Where blocks may begin and end; or begin behind the line end where another ends.
  ///   - text: The text.
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

  /// Adds a block that overlaps none in part.
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

  /// Whether a block begins at a place.
  func blockBegins(at place: Int) -> Bool { ends[leafCount + index(of: place)] > .min }

  /// The first place within a range at which it has to be cut: where a block ends that began before it,
  /// or one begins that ends behind it.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of places.
  func firstCut(of range: Range<Int>) -> Int? {
    let inner =
      index(of: range.lowerBound)
      + 1..<max(
        index(of: range.lowerBound) + 1, index(of: range.upperBound))
    let end = first(in: inner) { starts[$0] < range.lowerBound }
    let start = first(in: inner) { ends[$0] > range.upperBound }
    return [end, start].compactMap { $0 }.min().map { places[$0] }
  }

  /// The first leaf of a range that fulfills a condition, which a node does if one below it does.
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
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
