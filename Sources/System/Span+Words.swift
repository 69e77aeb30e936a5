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

  /// Returns the offset of the first byte that is not an ASCII letter, at most `end`.
  @inlinable @inline(__always) package func endOfLetters(from start: Int, upTo end: Int) -> Int {
    var offset = start
    while offset < end {
      let lower = word(at: offset, upTo: end) | 0x2020_2020_2020_2020
      // The high bit of a byte remains if it is between a and z.
      let letters =
        (lower & 0x7F7F_7F7F_7F7F_7F7F &+ 0x1F1F_1F1F_1F1F_1F1F)
        & ~(lower & 0x7F7F_7F7F_7F7F_7F7F &+ 0x0505_0505_0505_0505) & ~lower
      let others = ~letters & 0x8080_8080_8080_8080
      if others != 0 { return offset &+ others.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    return end
  }

  /// Returns the offset of the first byte that is not a visible ASCII character or a space, at most
  /// `end`.
  @inlinable @inline(__always) package func endOfVisibleASCII(
    from start: Int, upTo end: Int
  ) -> Int {
    var offset = start
    while offset < end {
      let bytes = word(at: offset, upTo: end)
      // The high bit of a byte remains if it is between 0x20 and 0x7E.
      let visible =
        (bytes & 0x7F7F_7F7F_7F7F_7F7F &+ 0x6060_6060_6060_6060)
        & ~(bytes & 0x7F7F_7F7F_7F7F_7F7F &+ 0x0101_0101_0101_0101) & ~bytes
      let others = ~visible & 0x8080_8080_8080_8080
      if others != 0 { return Swift.min(offset &+ others.trailingZeroBitCount / 8, end) }
      offset &+= 8
    }
    return end
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
