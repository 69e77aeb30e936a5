/// A writer of numbers and strings in few bytes.
///
/// A number has seven bits in each byte, the lowest first; the highest bit is set if more follow. A
/// string is the number of its bytes and its bytes.
struct CompactWriter {
  private(set) var bytes: [UInt8] = []

  /// Writes a number.
  mutating func write(_ number: UInt64) {
    var rest = number
    while rest > 0x7F {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes a count or an index.
  mutating func write(_ number: Int) { write(UInt64(bitPattern: Int64(number))) }

  /// Writes a string.
  mutating func write(_ string: String) {
    write(string.utf8.count)
    bytes.append(contentsOf: string.utf8)
  }

  /// Writes a string, or that there is none.
  mutating func write(_ string: String?) {
    write(string == nil ? 0 : 1)
    if let string { write(string) }
  }

  /// Writes the number of elements, and each of them.
  mutating func write<Element>(
    _ elements: [Element], _ body: (inout CompactWriter, Element) -> Void
  ) {
    write(elements.count)
    for element in elements { body(&self, element) }
  }
}

/// A reader of what a ``CompactWriter`` has written.
///
/// After a mistake in the bytes, it returns zeros and empty strings.
struct CompactReader {
  private let bytes: [UInt8]
  private var index: Int
  /// Whether the bytes ended too early or contained too large a number.
  private(set) var hasFailed = false

  /// Creates a reader of `bytes` from an offset.
  init(_ bytes: [UInt8], from index: Int) { (self.bytes, self.index) = (bytes, index) }

  /// Whether everything has been read without a mistake.
  var isComplete: Bool { index == bytes.count && !hasFailed }

  /// Reads a number.
  mutating func number() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while index < bytes.count, shift < 64 {
      let byte = bytes[index]
      index += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    hasFailed = true
    return 0
  }

  /// Reads a count or an index, which must be below a limit.
  mutating func index(below limit: Int) -> Int {
    let number = number()
    guard number < UInt64(limit) else {
      hasFailed = true
      return 0
    }
    return Int(number)
  }

  /// Reads a string.
  mutating func string() -> String {
    let count = index(below: bytes.count - index + 1)
    defer { index += count }
    return String(decoding: bytes[index..<index + count], as: UTF8.self)
  }

  /// Reads a string that may be missing.
  mutating func optionalString() -> String? { number() == 0 ? nil : string() }

  /// Reads elements, each of which has at least one byte.
  mutating func array<Element>(_ body: (inout CompactReader) -> Element) -> [Element] {
    let count = index(below: bytes.count - index + 1)
    var elements: [Element] = []
    elements.reserveCapacity(count)
    while elements.count < count, !hasFailed { elements.append(body(&self)) }
    return elements
  }
}
