/// SipHash-2-4, a keyed hash of 64 bits that cannot be forged without the key.
///
/// - SeeAlso: Aumasson, Bernstein: *SipHash: a fast short-input PRF* (2012).
@safe package struct SipHash: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64

  /// The length of a key in bytes.
  package static let keyLength = 16

  /// Creates a hash function with a key of ``keyLength`` bytes; missing ones count as zero.
  package init(key: [UInt8]) {
    var words: [UInt64] = [0, 0]
    for (index, byte) in key.prefix(Self.keyLength).enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
    (first, second) = (words[0], words[1])
  }

  /// Returns the hash of bytes.
  package func hash(_ bytes: Span<UInt8>) -> UInt64 {
    var state = SipState(first, second)
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        state.add(
          unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
        offset += 8
      }
      var rest = UInt64(truncatingIfNeeded: bytes.count) << 56
      while offset < bytes.count {
        rest |= UInt64(unsafe bytes[offset]) << UInt64((offset & 7) * 8)
        offset += 1
      }
      state.add(rest)
    }
    return state.finished()
  }
}

private struct SipState {
  private var v: (UInt64, UInt64, UInt64, UInt64)

  init(_ first: UInt64, _ second: UInt64) {
    v = (
      first ^ 0x736F_6D65_7073_6575, second ^ 0x646F_7261_6E64_6F6D, first ^ 0x6C79_6765_6E65_7261,
      second ^ 0x7465_6462_7974_6573
    )
  }

  @inline(__always) mutating func add(_ word: UInt64) {
    v.3 ^= word
    mix()
    mix()
    v.0 ^= word
  }

  mutating func finished() -> UInt64 {
    v.2 ^= 0xFF
    for _ in 0..<4 { mix() }
    return v.0 ^ v.1 ^ v.2 ^ v.3
  }

  @inline(__always) private mutating func mix() {
    v.0 &+= v.1
    v.1 = v.1 &<< 13 | v.1 &>> 51
    v.1 ^= v.0
    v.0 = v.0 &<< 32 | v.0 &>> 32
    v.2 &+= v.3
    v.3 = v.3 &<< 16 | v.3 &>> 48
    v.3 ^= v.2
    v.0 &+= v.3
    v.3 = v.3 &<< 21 | v.3 &>> 43
    v.3 ^= v.0
    v.2 &+= v.1
    v.1 = v.1 &<< 17 | v.1 &>> 47
    v.1 ^= v.2
    v.2 = v.2 &<< 32 | v.2 &>> 32
  }
}
