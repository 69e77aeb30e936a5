extension OutputSpan<UInt32> {
  /// Appends copies of numbers, for which there must be room.
  ///
  /// Few numbers, as a word has glyphs, are copied eight at a time where both sides have as many.
  @inlinable @inline(__always) package mutating func append(
    copying source: Span<UInt32>, from first: Int, count added: Int
  ) {
    precondition(first >= 0 && added >= 0 && added <= source.count - first && added <= freeCapacity)
    unsafe withUnsafeMutableBufferPointer { target, count in
      unsafe source.withUnsafeBufferPointer { source in
        // Neither address is nil if there is something to copy.
        guard added > 0, let to = target.baseAddress, let from = source.baseAddress
        else { return }
        if added <= 8, source.count - first >= 8, target.count - count >= 8 {
          unsafe UnsafeMutableRawPointer(to + count).storeBytes(
            of: UnsafeRawPointer(from + first).loadUnaligned(as: SIMD8<UInt32>.self),
            as: SIMD8<UInt32>.self)
        } else {
          unsafe (to + count).initialize(from: from + first, count: added)
        }
      }
      count += added
    }
  }
}
