internal import GalleySystem

/// The key of a word in its context: all inputs of its glyphs.
///
/// A short word is part of its key; of a long one the key has a digest, so the bytes must also be
/// compared.
struct WordKey: Equatable {
  /// The maximum length of a short word, in bytes.
  static let shortLength = 32

  /// The bytes of a short word, followed by zeros; or a digest of a long one.
  private var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
  /// The other inputs, and in the low six bits the length of a short word.
  private var context: UInt64

  /// A key that no word has.
  static let none = WordKey(context: 0)

  private init(context: UInt64) { self.context = context }

  /// Creates the key of a word, which is not empty.
  ///
  /// `context` has the other inputs of the glyphs. It is not 0, and its low six bits are.
  @inline(__always) init(_ text: Span<UInt8>, _ word: Range<Int>, context: UInt64) {
    let count = word.count
    self.context = context | UInt64(truncatingIfNeeded: min(count, Self.shortLength + 1))
    guard count <= Self.shortLength else {
      bytes = Self.digest(of: text, word)
      return
    }
    bytes.0 = text.word(at: word.lowerBound, upTo: word.upperBound)
    guard count > 8 else { return }
    bytes.1 = text.word(at: word.lowerBound + 8, upTo: word.upperBound)
    guard count > 16 else { return }
    bytes.2 = text.word(at: word.lowerBound + 16, upTo: word.upperBound)
    guard count > 24 else { return }
    bytes.3 = text.word(at: word.lowerBound + 24, upTo: word.upperBound)
  }

  /// Returns the key of the word before the first space in a range, and the end of the word.
  ///
  /// The range begins with another character. The bytes of a word of up to eight are read once.
  @inline(__always) static func key(
    ofWordIn text: Span<UInt8>, _ range: Range<Int>, context: UInt64
  ) -> (key: WordKey, end: Int) {
    let start = range.lowerBound
    let bytes = text.word(at: start, upTo: range.upperBound)
    let spaces = spaces(in: bytes)
    guard spaces != 0 else {
      let end = text.firstSpace(in: min(start + 8, range.upperBound)..<range.upperBound)
      return (WordKey(text, start..<end, context: context), end)
    }
    let bits = spaces.trailingZeroBitCount & 0x38
    var key = WordKey(context: context | UInt64(truncatingIfNeeded: bits / 8))
    key.bytes.0 = bytes & (1 &<< UInt64(truncatingIfNeeded: bits) &- 1)
    return (key, start &+ bits / 8)
  }

  /// Whether the word is a long one.
  var isLong: Bool { context & 63 > UInt64(Self.shortLength) }

  private static func digest(
    of text: Span<UInt8>, _ word: Range<Int>
  ) -> (UInt64, UInt64, UInt64, UInt64) {
    var (first, second): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, 0xC2B2_AE3D_27D4_EB4F)
    for offset in stride(from: word.lowerBound, to: word.upperBound, by: 8) {
      let bytes = text.word(at: offset, upTo: word.upperBound)
      first = (first ^ bytes) &* 0xD6E8_FEB8_6659_FD93
      first ^= first &>> 32
      second = (second &+ bytes) &* 0xFF51_AFD7_ED55_8CCD
      second ^= second &>> 29
    }
    return (first, second, UInt64(word.count), 0)
  }

  static func == (left: WordKey, right: WordKey) -> Bool {
    left.bytes.0 == right.bytes.0 && left.context == right.context
      && left.bytes.1 == right.bytes.1 && left.bytes.2 == right.bytes.2
      && left.bytes.3 == right.bytes.3
  }

  /// Whether this is ``none``.
  @inline(__always) var isNone: Bool { context == 0 }

  /// The hash that selects the key's place.
  var hash: Int {
    var hash = (bytes.0 ^ context &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    hash = (hash ^ hash &>> 32 ^ bytes.1) &* 0xD6E8_FEB8_6659_FD93
    hash = (hash ^ hash &>> 32 ^ bytes.2 ^ bytes.3 &<< 1) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: hash &>> 40)
  }
}

/// Returns a number with the high bit of each byte set that is a space; above the lowest of them,
/// also of others.
@inline(__always) private func spaces(in bytes: UInt64) -> UInt64 {
  let bytes = bytes ^ 0x2020_2020_2020_2020
  return (bytes &- 0x0101_0101_0101_0101) & ~bytes & 0x8080_8080_8080_8080
}

extension Span<UInt8> {
  /// Returns the offset of the first space in a range, or the range's end.
  @inline(__always) fileprivate func firstSpace(in range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound {
      let spaces = spaces(in: word(at: index, upTo: range.upperBound))
      if spaces != 0 { return index &+ spaces.trailingZeroBitCount / 8 }
      index &+= 8
    }
    return range.upperBound
  }
}
