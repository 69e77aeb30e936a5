extension Array {
  /// Appends elements through a span.
  ///
  /// The standard library's method writes the number of elements even if the capacity is zero. That
  /// of an empty array is in memory that all threads share, which is a data race.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of elements. If it is zero, `body` is not called.
  ///   - body: A closure that appends to the span.
  @inlinable @inline(__always) package mutating func append(
    upTo capacity: Int, _ body: (inout OutputSpan<Element>) -> Void
  ) {
    guard capacity > 0 else { return }
    append(addingCapacity: capacity, initializingWith: body)
  }
}
