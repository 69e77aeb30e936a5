extension Span<UInt8> {
  /// Returns the eight bytes at an offset as a little-endian number.
  ///
  /// The bytes must be within the span; the offset need not be aligned.
  @inlinable @inline(__always) package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8, "the bytes must be within the span")
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: offset, as: UInt64.self))
  }

  /// Returns up to eight bytes at an offset as a little-endian number.
  ///
  /// Bytes at and after `end`, an offset after the first byte and within the span, count as 0.
  @inlinable @inline(__always) package func word(at offset: Int, upTo end: Int) -> UInt64 {
    precondition(end > offset && end <= count, "the bytes must be within the span")
    guard offset <= count - 8 else { return lastWord(at: offset, upTo: end) }
    let length = end &- offset
    return length >= 8
      ? word(at: offset) : word(at: offset) & (1 &<< UInt64(truncatingIfNeeded: length &* 8) &- 1)
  }

  /// Returns the bytes at an offset among the last eight of the span.
  @usableFromInline @inline(never) func lastWord(at offset: Int, upTo end: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in stride(from: Swift.min(end, offset + 8) - 1, through: offset, by: -1) {
      word = word << 8 | UInt64(self[index])
    }
    return word
  }
}
