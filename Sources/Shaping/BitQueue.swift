/// A queue of bits on their way to words of 32 bits, in which the first are the lowest.
struct BitQueue {
  private var bits: UInt64 = 0
  /// The number of bits, less than 32.
  private var count: UInt64 = 0

  /// Appends up to 32 bits of a number, whose others are 0, and removes whole words.
  @inline(__always) mutating func append(
    _ number: UInt64, bitCount: Int, to words: inout OutputSpan<UInt32>
  ) {
    bits |= number &<< count
    count &+= UInt64(truncatingIfNeeded: bitCount)
    guard count >= 32 else { return }
    words.append(UInt32(truncatingIfNeeded: bits))
    bits &>>= 32
    count &-= 32
  }

  /// Appends up to 16 pairs of bits of a number, which may have others behind them.
  @inline(__always) mutating func append(
    pairs: UInt64, count: Int, to words: inout OutputSpan<UInt32>
  ) {
    let bitCount = 2 &* count
    append(
      pairs & (1 &<< UInt64(truncatingIfNeeded: bitCount) &- 1), bitCount: bitCount, to: &words)
  }

  /// Appends the remaining bits as a word.
  @inline(__always) consuming func finish(to words: inout OutputSpan<UInt32>) {
    if count > 0 { words.append(UInt32(truncatingIfNeeded: bits)) }
  }
}
