/// What makes one list into another, when its members are told apart by their names.
///
/// As many members as can stay in place: what is neither removed, inserted nor moved keeps its order,
/// and no list of such members is longer. The k-th of several with one name counts as the k-th of
/// that name in the other list.
public struct IdentityDiff: Hashable, Sendable {
  /// A member that is in both lists, but not in the same order with those that stay.
  public struct Move: Hashable, Sendable {
    /// Its index in the old list.
    public let old: Int
    /// Its index in the new list.
    public let new: Int
  }

  /// The old indices of what is in the old list only; ascending.
  public let removals: [Int]
  /// The new indices of what is in the new list only; ascending.
  public let insertions: [Int]
  /// What moves, by ascending new index.
  public let moves: [Move]
  /// What stays, as old and new indices; both ascend.
  let kept: [Move]
  /// How many members are the same at the beginning of both lists, and are not in ``kept``.
  let commonStart: Int
  /// How many members are the same at the end of both lists, and are not in ``kept``.
  let commonEnd: Int

  /// Whether the lists are equal.
  public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty }

  /// Finds what makes `old` into `new`.
  ///
  /// - Parameters:
  ///   - old: The names of the list before.
  ///   - new: The names of the list after.
  ///   - findsMoves: Whether what moves is told; otherwise it is removed and inserted.
  /// - Complexity: O(*n* + *m* log *m*), where *m* of *n* members stand between what is the same at
  ///   the beginning and at the end; without moves, O(*n*).
  public init<ID: Hashable>(from old: [ID], to new: [ID], findsMoves: Bool = true) {
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
      let move = Move(old: start + origin, new: index)
      guard stays[offset] || findsMoves else {
        insertions.append(index)
        continue
      }
      isInBoth[origin] = true
      if stays[offset] { kept.append(move) } else { moves.append(move) }
    }
    removals = oldRange.filter { !isInBoth[$0 - start] }
    self.insertions = insertions
    self.moves = moves
    self.kept = kept
  }

  /// The index in `old` of each member of `new`, counted from its beginning; -1 for those not there.
  private static func origins<ID: Hashable>(
    of new: ArraySlice<ID>, in old: ArraySlice<ID>
  ) -> [Int] {
    guard !old.isEmpty, !new.isEmpty else { return new.map { _ in -1 } }
    // The first member of each name, and behind each member the next of its name.
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

  /// Which members of a list of different numbers make up a longest ascending part; negative ones do
  /// not.
  ///
  /// Of parts of the same length one that begins early is taken.
  private static func longestAscent(_ list: [Int]) -> [Bool] {
    // From the back: for each length, where the largest number stands that an ascent begins with.
    var starts: [Int] = []
    var next = [Int](repeating: -1, count: list.count)
    for index in list.indices.reversed() where list[index] >= 0 {
      var (low, high) = (0, starts.count)
      if let last = starts.last, list[last] > list[index] {
        low = high
      }
      while low < high {
        let middle = (low + high) / 2
        if list[starts[middle]] > list[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { next[index] = starts[low - 1] }
      if low == starts.count { starts.append(index) } else { starts[low] = index }
    }
    var isInAscent = [Bool](repeating: false, count: list.count)
    var index = starts.last ?? -1
    while index >= 0 {
      isInAscent[index] = true
      index = next[index]
    }
    return isInAscent
  }

  /// Where the members of a list of a length are after what the difference says.
  func indexMap(oldCount: Int) -> IndexMap {
    IndexMap(
      oldCount: oldCount, deleted: removals + moves.map(\.old),
      inserted: insertions + moves.map(\.new), moves: moves.map { ($0.old, $0.new) })
  }

  /// Makes the new list of the old one.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after, where the inserted members are.
  /// - Returns: The new list.
  public func applied<ID: Hashable>(to old: [ID], new: [ID]) -> [ID] {
    let map = indexMap(oldCount: old.count)
    return (0..<map.newCount).map { index in map.oldIndex(of: index).map { old[$0] } ?? new[index] }
  }
}
