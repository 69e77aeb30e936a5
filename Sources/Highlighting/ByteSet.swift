/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  private var low: SIMD2<UInt64> = .zero
  private var high: SIMD2<UInt64> = .zero

  /// The empty set.
  static let none = ByteSet()
  /// All bytes.
  static let all = ByteSet(0...255)
  /// The non-ASCII bytes, which count as letters here.
  static let beyondASCII = ByteSet(0x80...0xFF)
  /// Spaces and tabs.
  static let blank = ByteSet(of: " \t")
  /// White space, including line ends.
  static let space = ByteSet(of: " \t\n\r\u{B}\u{C}")
  /// The ASCII digits.
  static let digit = ByteSet(of: "0123456789")
  /// The first bytes of identifiers.
  static let nameStart = ByteSet(0x41...0x5A).union(ByteSet(0x61...0x7A)).union(ByteSet(of: "_"))
    .union(beyondASCII)
  /// The further bytes of identifiers.
  static let name = nameStart.union(digit)

  init() {}

  init(_ bytes: ClosedRange<UInt8>) {
    for byte in bytes { insert(byte) }
  }

  init(of text: StaticString) {
    for byte in text.description.utf8 { insert(byte) }
  }

  @inline(__always) func contains(_ byte: UInt8) -> Bool {
    let word = byte < 128 ? low[Int(byte >> 6)] : high[Int((byte >> 6) & 1)]
    return word >> UInt64(byte & 63) & 1 != 0
  }

  mutating func insert(_ byte: UInt8) {
    let bit = UInt64(1) << UInt64(byte & 63)
    if byte < 128 {
      low[Int(byte >> 6)] |= bit
    } else {
      high[Int((byte >> 6) & 1)] |= bit
    }
  }

  func union(_ other: ByteSet) -> ByteSet {
    var result = self
    result.low |= other.low
    result.high |= other.high
    return result
  }

  /// The complement of the set.
  var inverted: ByteSet {
    var result = self
    result.low = ~low
    result.high = ~high
    return result
  }

  /// The set with both cases of every ASCII letter in it.
  var caseless: ByteSet {
    var result = self
    for upper in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      if contains(upper) { result.insert(upper | 0x20) }
      if contains(upper | 0x20) { result.insert(upper) }
    }
    return result
  }
}
