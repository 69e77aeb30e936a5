/// Four letters that name a table, an axis, a feature, a script or a language system.
///
/// - SeeAlso: OpenType 1.9, "Data types": `Tag`.
public struct Tag: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The four bytes, the first in the highest place.
  public let rawValue: UInt32

  /// Makes a tag of the four bytes of `rawValue`.
  @inlinable public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes a tag of up to four ASCII characters, filled up with spaces.
  ///
  /// - Parameter text: The characters. `nil` comes back if there are none, more than four, or one
  ///   that is not printable ASCII.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    let padded = bytes + Array(repeating: 0x20, count: 4 - bytes.count)
    rawValue = padded.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Makes a tag of a literal of one to four ASCII characters.
  ///
  /// It costs nothing when optimized: the compiler puts in the number.
  @inlinable public init(stringLiteral value: StaticString) {
    precondition(
      value.isASCII && (1...4).contains(value.utf8CodeUnitCount),
      "a tag has one to four ASCII characters")
    var word: UInt32 = 0
    for place in 0..<4 {
      // Within the literal, by the condition above.
      let byte = unsafe place < value.utf8CodeUnitCount ? value.utf8Start[place] : 0x20
      word = word &<< 8 | UInt32(byte)
    }
    rawValue = word
  }

  /// Orders tags by their bytes.
  @inlinable public static func < (left: Tag, right: Tag) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The four characters.
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Tag {
  /// Text of no script of its own, such as digits and punctuation.
  public static let common: Tag = "Zyyy"
  /// Marks that take the script of what they stand on.
  public static let inherited: Tag = "Zinh"
  /// The Latin script.
  public static let latin: Tag = "Latn"
}
