/// A message between processes: numbers, and a text.
package struct HelperMessage {
  /// The numbers, at most 255.
  package var numbers: [Int]
  /// The text, of which 1,000 bytes are sent.
  package var text = ""

  /// The maximum length of the text, in bytes.
  private static let textLimit = 1_000

  /// The bytes: the number of numbers, the numbers, and the text.
  package var bytes: [UInt8] {
    [UInt8(numbers.count)]
      + numbers.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
      + text.utf8.prefix(Self.textLimit)
  }

  /// Creates a message.
  package init(_ numbers: [Int], text: String = "") { (self.numbers, self.text) = (numbers, text) }

  /// Reads bytes; `nil` if they end within the numbers.
  package init?(_ bytes: [UInt8]) {
    guard let count = bytes.first.map(Int.init), bytes.count > count * 8 else { return nil }
    numbers = (0..<count).map { index in
      (0..<8).reduce(0) { $0 | Int(bytes[1 + index * 8 + $1]) << ($1 * 8) }
    }
    text = String(decoding: bytes[(1 + count * 8)...], as: UTF8.self)
  }
}
