/// The SHA-256 digest, used to identify files.
///
/// It is implemented here because no linked library provides it, and loading OpenSSL would cost
/// each start of the process more than it saves: a digest is computed once per font and then
/// stored.
///
/// - SeeAlso: FIPS 180-4, section 6.2.
@safe package struct SHA256 {
  private var state = constants.initialState

  private init() {}

  /// Returns the digest of `bytes` as 64 lower-case hexadecimal digits.
  package static func hexDigest(of bytes: Span<UInt8>) -> String {
    var hash = SHA256()
    let whole = bytes.count & ~63
    hash.compress(bytes.extracting(0..<whole))

    // The padding: the remaining bytes, a one bit, zeros, and the length in bits; one or two
    // blocks.
    let rest = bytes.extracting(whole..<bytes.count)
    var tail = [UInt8](repeating: 0, count: rest.count < 56 ? 64 : 128)
    for index in rest.indices { tail[index] = rest[index] }
    tail[rest.count] = 0x80
    let bits = UInt64(bytes.count) &* 8
    for place in 0..<8 {
      tail[tail.count - 1 - place] = UInt8(truncatingIfNeeded: bits &>> UInt64(8 &* place))
    }
    hash.compress(tail.span)
    return hash.state.map(hexadecimal).joined()
  }

  private static func hexadecimal(_ word: UInt32) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Processes blocks of 64 bytes.
  private mutating func compress(_ blocks: Span<UInt8>) {
    guard !blocks.isEmpty else { return }
    unsafe blocks.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        guard let words = schedule.baseAddress else { return }
        unsafe constants.rounds.withUnsafeBufferPointer { rounds in
          guard let rounds = rounds.baseAddress else { return }
          for offset in stride(from: 0, to: bytes.count, by: 64) {
            unsafe Self.expand(start + offset, into: words)
            unsafe Self.mix(words, rounds, into: &state)
          }
        }
      }
    }
  }

  /// Computes the message schedule of a block: FIPS 180-4, 6.2.2, step 1.
  @inline(__always) private static func expand(
    _ block: UnsafeRawPointer, into words: UnsafeMutablePointer<UInt32>
  ) {
    var index = 0
    while index < 16 {
      unsafe words[index] =
        block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self).bigEndian
      index &+= 1
    }
    while index < 64 {
      let late = unsafe words[index &- 2]
      let early = unsafe words[index &- 15]
      let sigma1 = rotated(late, 17) ^ rotated(late, 19) ^ (late &>> 10)
      let sigma0 = rotated(early, 7) ^ rotated(early, 18) ^ (early &>> 3)
      unsafe words[index] = words[index &- 16] &+ sigma0 &+ words[index &- 7] &+ sigma1
      index &+= 1
    }
  }

  /// Mixes a block into the state: FIPS 180-4, 6.2.2, steps 2 to 4.
  @inline(__always) private static func mix(
    _ words: UnsafeMutablePointer<UInt32>, _ rounds: UnsafePointer<UInt32>,
    into state: inout [UInt32]
  ) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    var index = 0
    while index < 64 {
      let sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = unsafe h &+ sum1 &+ choice &+ rounds[index] &+ words[index]
      let sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ sum0 &+ majority)
      index &+= 1
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  @inline(__always) private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }
}

/// The constants of the algorithm, computed from their definitions.
private let constants = Constants()

private struct Constants {
  /// The first 32 fractional bits of the square roots of the first 8 primes.
  let initialState: [UInt32]
  /// The first 32 fractional bits of the cube roots of the first 64 primes.
  let rounds: [UInt32]

  init() {
    let primes = (2...311).filter { number in !(2..<number).contains { number.isMultiple(of: $0) } }
    initialState = primes.prefix(8).map { Self.root(of: UInt128($0) << 64) { $0 * $0 } }
    rounds = primes.map { Self.root(of: UInt128($0) << 96) { $0 * $0 * $0 } }
  }

  /// Returns the low 32 bits of the greatest number whose `power` is at most `value`.
  private static func root(of value: UInt128, power: (UInt128) -> UInt128) -> UInt32 {
    var root: UInt128 = 0
    for bit in (0..<37).reversed() where power(root | 1 << bit) <= value {
      root |= 1 << UInt128(bit)
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
