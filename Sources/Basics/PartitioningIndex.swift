extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a monotonic predicate, or the end index.
  ///
  /// - Parameter belongsInSecondPartition: A predicate that holds for all elements behind the first
  ///   one that it holds for.
  /// - Returns: The index.
  /// - Throws: The predicate's errors.
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable package func partitioningIndex<Failure: Error>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
