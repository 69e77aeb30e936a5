internal import GalleyBasics

/// A mapping between item indices before and after a change of a list.
///
/// It stores only the ranges that items leave and enter, so its size is that of the change.
///
/// - Complexity: O(log *m*) per look-up, for *m* changed ranges.
struct IndexMap: Sendable {
  /// A moved item, or several consecutive ones.
  struct Move: Sendable {
    var old: Int
    var new: Int
    var count: Int
  }

  /// Ranges, with the number of indices in all preceding ranges.
  private struct Counted: Sendable {
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

    /// Returns the position of the first range that satisfies a monotonic predicate, or the number
    /// of ranges.
    func first(where isBehind: (Int) -> Bool) -> Int {
      ranges.indices.partitioningIndex(where: isBehind)
    }
  }

  /// The number of items before the change.
  let oldCount: Int
  /// The number of items after the change.
  let newCount: Int
  /// The old indices of deleted and moved items.
  ///
  /// The ranges are ascending and not adjacent.
  var departures: [Range<Int>] { gone.ranges }
  /// The new indices of inserted and moved items.
  ///
  /// The ranges are ascending and not adjacent.
  var arrivals: [Range<Int>] { come.ranges }
  private let gone: Counted
  private let come: Counted
  private let movesByOld: [Move]
  private let movesByNew: [Move]

  /// Creates the map of a change.
  ///
  /// - Parameters:
  ///   - oldCount: The number of items before the change.
  ///   - deleted: The old indices of deleted and moved items.
  ///   - inserted: The new indices of inserted and moved items.
  ///   - moves: The old and new indices of moved items, which are also in `deleted` and `inserted`.
  init(oldCount: Int, deleted: [Int], inserted: [Int], moves: [(old: Int, new: Int)] = []) {
    self.init(
      oldCount: oldCount,
      departures: Self.runs(of: deleted.filter { $0 >= 0 && $0 < oldCount }),
      arrivals: Self.runs(of: inserted.filter { $0 >= 0 }), moves: moves)
  }

  init(
    oldCount: Int, departures: [Range<Int>], arrivals: [Range<Int>], moves: [(old: Int, new: Int)]
  ) {
    self.oldCount = oldCount
    gone = Counted(departures)
    come = Counted(arrivals)
    newCount =
      oldCount - departures.reduce(0) { $0 + $1.count } + arrivals.reduce(0) { $0 + $1.count }
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

  /// Returns the map of an unchanged list.
  static func identity(count: Int) -> IndexMap {
    IndexMap(oldCount: count, departures: [], arrivals: [], moves: [])
  }

  /// Whether no index changes.
  var isIdentity: Bool { departures.isEmpty && arrivals.isEmpty }

  /// Whether any item has moved.
  var hasMoves: Bool { !movesByOld.isEmpty }

  /// Returns the new index of an item; `nil` if it was deleted or is out of bounds.
  func newIndex(of old: Int) -> Int? {
    guard old >= 0, old < oldCount else { return nil }
    let (count, isGone) = Self.count(in: gone, before: old)
    if isGone { return Self.counterpart(of: old, in: movesByOld) { ($0.old, $0.new) } }
    return Self.position(outside: come, number: old - count)
  }

  /// Returns the old index of an item; `nil` if it was inserted or is out of bounds.
  func oldIndex(of new: Int) -> Int? {
    guard new >= 0, new < newCount else { return nil }
    let (count, isNew) = Self.count(in: come, before: new)
    if isNew { return Self.counterpart(of: new, in: movesByNew) { ($0.new, $0.old) } }
    return Self.position(outside: gone, number: new - count)
  }

  /// Returns the old index of the nearest kept item: the item itself, the next kept one, or, if
  /// there is none, the previous kept one.
  func nearestKept(to old: Int) -> Int? {
    guard old >= 0, old < oldCount else { return nil }
    let next = gone.first(where: { gone.ranges[$0].lowerBound > old })
    guard next > 0, case let range = gone.ranges[next - 1], range.contains(old) else { return old }
    if range.upperBound < oldCount { return range.upperBound }
    return range.lowerBound > 0 ? range.lowerBound - 1 : nil
  }

  /// Returns the new index of the boundary before an item.
  func boundary(of old: Int) -> Int {
    guard old < oldCount, let kept = nearestKept(to: old), let new = newIndex(of: kept) else {
      return old < oldCount ? 0 : newCount
    }
    return kept < old ? new + 1 : new
  }

  /// Returns the number of indices in the ranges below `index`, and whether the ranges contain it.
  private static func count(in ranges: Counted, before index: Int) -> (Int, Bool) {
    let next = ranges.first(where: { ranges.ranges[$0].lowerBound > index })
    guard next > 0 else { return (0, false) }
    let range = ranges.ranges[next - 1]
    let isInside = range.contains(index)
    return (ranges.before[next - 1] + (isInside ? index - range.lowerBound : range.count), isInside)
  }

  /// Returns the index outside the ranges that is preceded by `number` such indices.
  private static func position(outside ranges: Counted, number: Int) -> Int {
    // A range precedes the result if at most `number` indices outside the ranges precede it.
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

  /// Returns the ranges formed by a list of indices, without duplicates.
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
