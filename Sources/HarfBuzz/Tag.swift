/// A four-letter tag that names a table, an axis, a feature, a script or a language system.
///
/// - SeeAlso: OpenType 1.9, "Data types": `FontTag`.
public struct FontTag: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The four bytes, the first one most significant.
  public let rawValue: UInt32

  /// Creates a tag from its raw value.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates a tag from one to four characters, padded with spaces.
  ///
  /// - Parameter text: The characters. The initializer returns `nil` if there are none, more than
  ///   four, or any that is not printable ASCII.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard (1...4).contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    let padded = bytes + Array(repeating: 0x20, count: 4 - bytes.count)
    rawValue = padded.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Creates a tag from a literal of one to four ASCII characters.
  ///
  /// It is free in optimized builds, in which the compiler folds it into a constant.
  @inlinable public init(stringLiteral value: StaticString) {
    precondition(
      value.isASCII && (1...4).contains(value.utf8CodeUnitCount),
      "a tag must have one to four ASCII characters")
    var word: UInt32 = 0
    for place in 0..<4 {
      // Within the literal, by the condition above.
      let byte = unsafe place < value.utf8CodeUnitCount ? value.utf8Start[place] : 0x20
      word = word &<< 8 | UInt32(byte)
    }
    rawValue = word
  }

  /// Orders tags by their bytes.
  @inlinable public static func < (left: FontTag, right: FontTag) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The four characters.
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FontTag {
  /// The script of characters without a script of their own, such as digits and punctuation.
  public static let common: FontTag = "Zyyy"
  /// The script of marks that inherit the script of their base.
  public static let inherited: FontTag = "Zinh"
  /// The script of code points that have none, such as unassigned ones.
  package static let unknown: FontTag = "Zzzz"
  /// The Latin script.
  public static let latin: FontTag = "Latn"
}
