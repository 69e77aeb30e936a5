extension [Range<Int>] {
  /// Returns the ranges, which are sorted and disjoint, that overlap another.
  ///
  /// - Complexity: O(log *n* + *k*), where *n* is the number of ranges and *k* that of the results.
  package func overlapping(_ range: Range<Int>) -> ArraySlice<Range<Int>> {
    let first = partitioningIndex { $0.upperBound > range.lowerBound }
    var end = first
    while end < count, self[end].lowerBound < range.upperBound, !range.isEmpty { end += 1 }
    return self[first..<end]
  }

  /// Returns whether any of the ranges, which are sorted and disjoint, overlaps another.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of ranges.
  package func overlap(_ other: Range<Int>) -> Bool {
    let index = partitioningIndex { $0.upperBound > other.lowerBound }
    return index < count && self[index].overlaps(other)
  }

  /// Returns these ranges without others; both are sorted and disjoint.
  ///
  /// - Complexity: O(*n*), where *n* is the number of all ranges.
  package func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    var next = 0
    for range in self {
      while next < others.count, others[next].upperBound <= range.lowerBound { next += 1 }
      var (start, other) = (range.lowerBound, next)
      while other < others.count, others[other].lowerBound < range.upperBound {
        if start < others[other].lowerBound { pieces.append(start..<others[other].lowerBound) }
        start = others[other].upperBound
        other += 1
      }
      if start < range.upperBound { pieces.append(start..<range.upperBound) }
    }
    return pieces
  }
}
