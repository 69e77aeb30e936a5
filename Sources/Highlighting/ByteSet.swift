/// A set of bytes.
struct ByteSet: Hashable, Sendable {
  private var low: SIMD2<UInt64> = .zero
  private var high: SIMD2<UInt64> = .zero

  /// No byte.
  static let none = ByteSet()
  /// Every byte.
  static let all = ByteSet(0...255)
  /// What is not ASCII: the bytes of all letters beyond it, and of signs that count as letters here.
  static let beyondASCII = ByteSet(0x80...0xFF)
  /// Spaces and tabs.
  static let blank = ByteSet(of: " \t")
  /// What separates words and lines.
  static let space = ByteSet(of: " \t\n\r\u{B}\u{C}")
  /// The digits of ASCII.
  static let digit = ByteSet(of: "0123456789")
  /// What a name begins with.
  static let nameStart = ByteSet(0x41...0x5A).union(ByteSet(0x61...0x7A)).union(ByteSet(of: "_"))
    .union(beyondASCII)
  /// What a name goes on with.
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

  /// All other bytes.
  var inverted: ByteSet {
    var result = self
    result.low = ~low
    result.high = ~high
    return result
  }

  /// The set, with the other case of every letter of ASCII in it.
  var caseless: ByteSet {
    var result = self
    for upper in UInt8(ascii: "A")...UInt8(ascii: "Z") {
      if contains(upper) { result.insert(upper | 0x20) }
      if contains(upper | 0x20) { result.insert(upper) }
    }
    return result
  }
}
