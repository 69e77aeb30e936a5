/// A writer of numbers and strings in little-endian order.
struct StoredBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  mutating func append(_ number: Int) { append(UInt32(truncatingIfNeeded: number)) }

  mutating func append(_ number: UInt64) {
    append(UInt32(truncatingIfNeeded: number))
    append(UInt32(truncatingIfNeeded: number >> 32))
  }

  mutating func append(_ number: Double) { append(number.bitPattern) }

  /// Appends the length of a string and its bytes.
  mutating func append(_ string: String) {
    append(string.utf8.count)
    bytes.append(contentsOf: string.utf8)
  }

  /// Appends a string that may be missing.
  mutating func append(_ string: String?) {
    append(string == nil ? 0 : 1)
    if let string { append(string) }
  }

  mutating func append(_ other: [UInt8]) { bytes.append(contentsOf: other) }

  /// Appends zeros up to a multiple of eight bytes.
  mutating func pad() { while bytes.count & 7 != 0 { bytes.append(0) } }
}

/// A reader of numbers in little-endian order, which returns `nil` behind the end.
struct StoredReader {
  private let bytes: [UInt8]
  private var offset: Int

  /// Creates a reader of bytes from an offset.
  init(_ bytes: [UInt8], from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
  }

  /// Whether all bytes have been read.
  var isAtEnd: Bool { offset == bytes.count }

  mutating func word() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    defer { offset += 4 }
    return UInt32(bytes[offset]) | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]) << 16
      | UInt32(bytes[offset + 3]) << 24
  }

  mutating func long() -> UInt64? {
    guard let low = word(), let high = word() else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  mutating func double() -> Double? { long().map { Double(bitPattern: $0) } }

  /// Reads an offset or a number that is not negative.
  mutating func number() -> Int32? { word().flatMap { Int32(exactly: $0) } }

  /// Reads the number of elements that take at least `size` bytes each, which must be there.
  mutating func count(of size: Int) -> Int? {
    guard let count = word().map({ Int($0) }), count <= (bytes.count - offset) / size else {
      return nil
    }
    return count
  }
}
