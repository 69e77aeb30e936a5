internal import GalleyBasics

/// The order of keys, as runs of consecutive integers.
///
/// A conversation of any length that has not been edited is one run. An edit in the middle splits a
/// run, and runs that continue each other are joined.
struct KeyOrder: Hashable, Sendable {
  /// Consecutive keys, and the row of the first.
  private struct Run: Hashable {
    var keys: Range<Int>
    var row = 0
  }

  private var runs: [Run] = []
  /// The number of keys.
  private(set) var count = 0

  /// Creates an order of consecutive keys.
  init(_ keys: Range<Int> = 0..<0) {
    insert(keys, at: 0)
  }

  /// Returns the key of a valid row.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func key(at row: Int) -> Int {
    let run = runs[runs.partitioningIndex { $0.row > row } - 1]
    return run.keys.lowerBound + row - run.row
  }

  /// Returns the row of a key; `nil` if the key is not in the order.
  ///
  /// - Complexity: O(*r*) for *r* runs.
  func row(of key: Int) -> Int? {
    runs.first { $0.keys.contains(key) }.map { $0.row + key - $0.keys.lowerBound }
  }

  /// Returns the keys of a range of rows, in order.
  func keys(in rows: Range<Int>) -> [Int] { rows.map { key(at: $0) } }

  /// Inserts consecutive keys before a row.
  mutating func insert(_ keys: Range<Int>, at row: Int) {
    guard !keys.isEmpty else { return }
    let place = split(at: row)
    runs.insert(Run(keys: keys), at: place)
    update(from: place)
  }

  /// Removes a range of rows.
  mutating func remove(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    let start = split(at: rows.lowerBound)
    let end = split(at: rows.upperBound)
    runs.removeSubrange(start..<end)
    update(from: start)
  }

  /// Splits the run that contains a row, and returns the index of the run that begins there.
  private mutating func split(at row: Int) -> Int {
    let place = runs.partitioningIndex { $0.row >= row }
    guard place > 0, row < count else { return place }
    let run = runs[place - 1]
    let middle = run.keys.lowerBound + row - run.row
    guard middle < run.keys.upperBound else { return place }
    runs[place - 1].keys = run.keys.lowerBound..<middle
    runs.insert(Run(keys: middle..<run.keys.upperBound, row: row), at: place)
    return place
  }

  /// Joins adjacent runs, and updates the rows after an edit.
  private mutating func update(from place: Int) {
    var joined = Array(runs[..<max(0, place - 1)])
    for run in runs[joined.count...] {
      if let last = joined.last, last.keys.upperBound == run.keys.lowerBound {
        joined[joined.count - 1].keys = last.keys.lowerBound..<run.keys.upperBound
      } else {
        let row = joined.last.map { $0.row + $0.keys.count } ?? 0
        joined.append(Run(keys: run.keys, row: row))
      }
    }
    runs = joined
    count = runs.last.map { $0.row + $0.keys.count } ?? 0
  }
}
