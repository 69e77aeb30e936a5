internal import GalleyBasics

/// The difference between two lists whose members are identified by their IDs.
///
/// As many members as possible stay in place: the kept members form a longest sequence that has the
/// same order in both lists. The *k*-th of several members with the same ID matches the *k*-th one
/// with that ID in the other list.
struct IdentityDiff: Sendable {
  /// A member of both lists, by its indices in them.
  typealias Move = (old: Int, new: Int)

  /// The old indices of members that are only in the old list, ascending.
  let removals: [Int]
  /// The new indices of members that are only in the new list, ascending.
  let insertions: [Int]
  /// The members of both lists whose order relative to the kept ones has changed, by ascending new
  /// index.
  let moves: [Move]
  /// The kept members, by old and new index, both ascending.
  let kept: [Move]
  /// The number of equal members at the beginning of both lists, which are not in ``kept``.
  let commonStart: Int
  /// The number of equal members at the end of both lists, which are not in ``kept``.
  let commonEnd: Int

  /// Creates the difference between two lists.
  ///
  /// - Parameters:
  ///   - old: The IDs of the old list.
  ///   - new: The IDs of the new list.
  ///   - findsMoves: Whether to report moves; otherwise moved members are removed and inserted.
  /// - Complexity: O(*n* + *m* log *m*), where *m* of *n* members are between the common beginning
  ///   and the common end; O(*n*) without moves.
  init<ID: Hashable>(from old: [ID], to new: [ID], findsMoves: Bool = true) {
    let limit = min(old.count, new.count)
    var (start, end) = (0, 0)
    while start < limit, old[start] == new[start] { start += 1 }
    while end < limit - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    commonStart = start
    commonEnd = end
    let (oldRange, newRange) = (start..<(old.count - end), start..<(new.count - end))
    let origins = Self.origins(of: new[newRange], in: old[oldRange])
    let stays = Self.longestAscent(origins)

    var (insertions, moves, kept): ([Int], [Move], [Move]) = ([], [], [])
    var isInBoth = [Bool](repeating: false, count: oldRange.count)
    for (offset, origin) in origins.enumerated() {
      let index = start + offset
      guard origin >= 0 else {
        insertions.append(index)
        continue
      }
      let move = (old: start + origin, new: index)
      guard stays[offset] || findsMoves else {
        insertions.append(index)
        continue
      }
      isInBoth[origin] = true
      if stays[offset] { kept.append(move) } else { moves.append(move) }
    }
    removals = oldRange.filter { !isInBoth[$0 - start] }
    (self.insertions, self.moves, self.kept) = (insertions, moves, kept)
  }

  /// Returns the index in `old` of each member of `new`, relative to its start; -1 for missing
  /// ones.
  private static func origins<ID: Hashable>(
    of new: ArraySlice<ID>, in old: ArraySlice<ID>
  ) -> [Int] {
    guard !old.isEmpty, !new.isEmpty else { return new.map { _ in -1 } }
    // The first member with each ID, and for each member the next with the same ID.
    var first: [ID: Int] = [:]
    first.reserveCapacity(old.count)
    var next = [Int](repeating: -1, count: old.count)
    for offset in (0..<old.count).reversed() {
      let name = old[old.startIndex + offset]
      if let behind = first.updateValue(offset, forKey: name) { next[offset] = behind }
    }
    return new.map { name in
      guard let origin = first[name], origin >= 0 else { return -1 }
      first[name] = next[origin]
      return origin
    }
  }

  /// Returns which of the distinct, non-negative numbers of a list belong to a longest increasing
  /// subsequence.
  ///
  /// Among subsequences of the same length, one that starts early is chosen. Negative numbers
  /// belong to none.
  private static func longestAscent(_ list: [Int]) -> [Bool] {
    // From the back: for each length, the index of the largest number that starts an increasing
    // subsequence of that length.
    var starts: [Int] = []
    var next = [Int](repeating: -1, count: list.count)
    for index in list.indices.reversed() where list[index] >= 0 {
      // Most numbers start a sequence longer than all before.
      let isFirst = starts.last.map { list[$0] > list[index] } ?? true
      let place = isFirst ? starts.count : starts.partitioningIndex { list[$0] <= list[index] }
      if place > 0 { next[index] = starts[place - 1] }
      if place == starts.count { starts.append(index) } else { starts[place] = index }
    }
    var isInAscent = [Bool](repeating: false, count: list.count)
    var index = starts.last ?? -1
    while index >= 0 {
      isInAscent[index] = true
      index = next[index]
    }
    return isInAscent
  }

  /// Returns the index map of the difference for the length of the old list.
  func indexMap(oldCount: Int) -> IndexMap {
    IndexMap(
      oldCount: oldCount, deleted: removals + moves.map(\.old),
      inserted: insertions + moves.map(\.new), moves: moves)
  }
}
