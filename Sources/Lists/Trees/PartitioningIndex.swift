extension RandomAccessCollection {
  /// Where the elements begin that have a quality which all behind them have too; the end if none has.
  ///
  /// - Complexity: O(log *n*) with *n* elements.
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
