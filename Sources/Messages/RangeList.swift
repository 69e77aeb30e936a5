/// Ranges of a text, in order, none of which overlap or touch.
struct RangeList: Hashable, Sendable {
  private(set) var ranges: [Range<Int>] = []

  init() {}

  /// What is in any of `given`, in whatever order they are.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of ranges.
  init(unionOf given: [Range<Int>]) {
    for range in given.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// The stretches of a text of nothing but line feeds and carriage returns.
  init(lineEndsOf bytes: Span<UInt8>) {
    var start: Int?
    for index in bytes.indices {
      let isEnd = bytes[index] == 0x0A || bytes[index] == 0x0D
      if isEnd, start == nil { start = index }
      if !isEnd, let first = start {
        ranges.append(first..<index)
        start = nil
      }
    }
    if let start { ranges.append(start..<bytes.count) }
  }

  /// The range that `offset` is at the end of, or within.
  func range(before offset: Int) -> Range<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound >= offset }
    return index < ranges.count && ranges[index].lowerBound < offset ? ranges[index] : nil
  }

  /// What is in these ranges, and not in `others`, which are in order and do not overlap.
  func subtracting(_ others: [Range<Int>]) -> RangeList {
    var result = RangeList()
    var next = 0
    for range in ranges {
      var start = range.lowerBound
      while next < others.count, others[next].upperBound <= start { next += 1 }
      var index = next
      while index < others.count, others[index].lowerBound < range.upperBound {
        if start < others[index].lowerBound {
          result.ranges.append(start..<others[index].lowerBound)
        }
        start = others[index].upperBound
        index += 1
      }
      if start < range.upperBound { result.ranges.append(start..<range.upperBound) }
    }
    return result
  }
}

extension Array where Element == Range<Int> {
  /// The range that has `offset` within it and not at one of its ends; these are in order and do not
  /// overlap.
  func strictlyAround(_ offset: Int) -> Range<Int>? {
    let index = partitioningIndex { $0.upperBound > offset }
    guard index < count, self[index].lowerBound < offset else { return nil }
    return self[index]
  }

  /// Whether one of these, which are in order and do not overlap, overlaps `range`.
  func overlap(_ range: Range<Int>) -> Bool {
    let index = partitioningIndex { $0.upperBound > range.lowerBound }
    return index < count && self[index].lowerBound < range.upperBound
  }
}

extension Array {
  /// The first index whose element fulfills `predicate`, given that all behind it do too.
  func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element == MessageEntity {
  /// The entities by where they begin, longer ones first; those with the same bytes stay in order.
  func inOrder() -> [MessageEntity] {
    enumerated().sorted { left, right in
      let (first, second) = (left.element.range, right.element.range)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return left.offset < right.offset
    }.map(\.element)
  }
}
