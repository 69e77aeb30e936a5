extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a monotonic predicate, or the end index.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if isBehind(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
