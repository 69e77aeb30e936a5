/// Where the items of a list are after a change, and where they were before.
///
/// It is kept as the stretches that went and came, so its size is that of the change.
///
/// - Complexity: O(log *m*) for each question, where *m* stretches changed.
public struct IndexMap: Hashable, Sendable {
  /// An item, or several in a row, that moved.
  struct Move: Hashable, Sendable {
    var old: Int
    var new: Int
    var count: Int
  }

  /// Ranges, and how many numbers are in those before each.
  private struct Counted: Hashable, Sendable {
    let ranges: [Range<Int>]
    var before: [Int] = []

    init(_ ranges: [Range<Int>]) {
      self.ranges = ranges
      before.reserveCapacity(ranges.count)
      var count = 0
      for range in ranges {
        before.append(count)
        count += range.count
      }
    }

    /// The first range with a quality that all behind it have too; their count if none has.
    func first(where isBehind: (Int) -> Bool) -> Int {
      ranges.indices.partitioningIndex(where: isBehind)
    }
  }

  /// How many items there were before.
  public let oldCount: Int
  /// How many items there are after.
  public let newCount: Int
  /// The old indices of what is not in its old order any more: it went, or it moved.
  ///
  /// They ascend, and there is something between them.
  public var removed: [Range<Int>] { gone.ranges }
  /// The new indices of what was not in that order before: it came, or it moved.
  ///
  /// They ascend, and there is something between them.
  public var inserted: [Range<Int>] { come.ranges }
  private let gone: Counted
  private let come: Counted
  private let movesByOld: [Move]
  private let movesByNew: [Move]

  /// Makes the map of a change.
  ///
  /// - Parameters:
  ///   - oldCount: How many items there were.
  ///   - deleted: The old indices of what went or moved.
  ///   - inserted: The new indices of what came or moved.
  ///   - moves: From old to new indices, which are also in the two lists before.
  public init(
    oldCount: Int, deleted: [Int], inserted: [Int], moves: [(old: Int, new: Int)] = []
  ) {
    self.init(
      oldCount: oldCount,
      removed: Self.runs(of: deleted.filter { $0 >= 0 && $0 < oldCount }),
      inserted: Self.runs(of: inserted.filter { $0 >= 0 }), moves: moves)
  }

  init(
    oldCount: Int, removed: [Range<Int>], inserted: [Range<Int>], moves: [(old: Int, new: Int)]
  ) {
    self.oldCount = oldCount
    gone = Counted(removed)
    come = Counted(inserted)
    newCount =
      oldCount - removed.reduce(0) { $0 + $1.count } + inserted.reduce(0) { $0 + $1.count }
    var runs: [Move] = []
    for move in moves.sorted(by: { $0.old < $1.old }) {
      if let last = runs.last, last.old + last.count == move.old, last.new + last.count == move.new
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Move(old: move.old, new: move.new, count: 1))
      }
    }
    movesByOld = runs
    movesByNew = runs.sorted { $0.new < $1.new }
  }

  /// The map of no change.
  public static func identity(count: Int) -> IndexMap {
    IndexMap(oldCount: count, removed: [], inserted: [], moves: [])
  }

  /// Whether every item is where it was.
  public var isIdentity: Bool { removed.isEmpty && inserted.isEmpty }

  /// Whether any item moved.
  var hasMoves: Bool { !movesByOld.isEmpty }

  /// How many items moved.
  public var moveCount: Int { movesByOld.reduce(0) { $0 + $1.count } }

  /// Where an item is, or `nil` if it went, or there was none with that index.
  public func newIndex(of old: Int) -> Int? {
    guard old >= 0, old < oldCount else { return nil }
    let (count, isGone) = Self.count(in: gone, before: old)
    if isGone { return Self.counterpart(of: old, in: movesByOld) { ($0.old, $0.new) } }
    return Self.position(outside: come, number: old - count)
  }

  /// Where an item was, or `nil` if it came, or there is none with that index.
  public func oldIndex(of new: Int) -> Int? {
    guard new >= 0, new < newCount else { return nil }
    let (count, isNew) = Self.count(in: come, before: new)
    if isNew { return Self.counterpart(of: new, in: movesByNew) { ($0.new, $0.old) } }
    return Self.position(outside: gone, number: new - count)
  }

  /// The old index of what neither went nor moved, and is nearest to an item: itself, the next behind
  /// it, or, if there is none, the next before it.
  func nearestKept(to old: Int) -> Int? {
    guard old >= 0, old < oldCount else { return nil }
    let next = gone.first(where: { gone.ranges[$0].lowerBound > old })
    guard next > 0, case let range = gone.ranges[next - 1], range.contains(old) else { return old }
    if range.upperBound < oldCount { return range.upperBound }
    return range.lowerBound > 0 ? range.lowerBound - 1 : nil
  }

  /// How many numbers of some ranges are below `index`, and whether it is one itself.
  private static func count(in ranges: Counted, before index: Int) -> (Int, Bool) {
    let next = ranges.first(where: { ranges.ranges[$0].lowerBound > index })
    guard next > 0 else { return (0, false) }
    let range = ranges.ranges[next - 1]
    let isInside = range.contains(index)
    return (ranges.before[next - 1] + (isInside ? index - range.lowerBound : range.count), isInside)
  }

  /// The index that is in none of some ranges and has `number` such indices before it.
  private static func position(outside ranges: Counted, number: Int) -> Int {
    // A range is passed if fewer than `number + 1` indices outside of ranges are before it.
    let next = ranges.first(where: { ranges.ranges[$0].lowerBound - ranges.before[$0] > number })
    guard next > 0 else { return number }
    return number + ranges.before[next - 1] + ranges.ranges[next - 1].count
  }

  private static func counterpart(
    of index: Int, in moves: [Move], _ ends: (Move) -> (from: Int, to: Int)
  ) -> Int? {
    let next = moves.partitioningIndex { ends($0).from > index }
    guard next > 0, case let move = moves[next - 1], case let offset = index - ends(move).from,
      offset < move.count
    else { return nil }
    return ends(move).to + offset
  }

  /// The stretches that some numbers make up, each number once.
  static func runs(of indices: [Int]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    let isAscending = zip(indices, indices.dropFirst()).allSatisfy { $0 <= $1 }
    var run = 0..<0
    for index in isAscending ? indices : indices.sorted() {
      if !run.isEmpty, index <= run.upperBound {
        run = run.lowerBound..<max(run.upperBound, index + 1)
      } else {
        if !run.isEmpty { runs.append(run) }
        run = index..<(index + 1)
      }
    }
    if !run.isEmpty { runs.append(run) }
    return runs
  }
}
