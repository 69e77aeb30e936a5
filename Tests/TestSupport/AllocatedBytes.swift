internal import GalleySystem
internal import Testing

/// Checks the bytes that a value allocates, in the median of many tries, because other tests
/// allocate at the same time.
public func expectAllocatedBytes<Value>(atMost limit: Int, of value: () -> Value) {
  let figures = (0..<40).map { _ in
    let before = ProcessMemory.allocatedBytes
    return withExtendedLifetime(value()) { ProcessMemory.allocatedBytes - before }
  }
  #expect(figures.sorted()[20] <= limit, "\(figures)")
}
