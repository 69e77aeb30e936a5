/// A bounds-checked reader of a file's bytes.
struct ByteReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// Returns the byte at an offset, or `nil` out of bounds.
  func byte(_ place: Int) -> Int? {
    place >= 0 && place < bytes.count ? Int(bytes[place]) : nil
  }

  /// Returns a big-endian number of `size` bytes.
  func big(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - size else { return nil }
    return (0..<size).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// Returns a little-endian number of `size` bytes.
  func little(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - size else { return nil }
    return (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// Returns whether the bytes at an offset equal the given ones.
  func has(_ expected: [UInt8], at place: Int) -> Bool {
    place >= 0 && place <= count - expected.count
      && expected.indices.allSatisfy { bytes[place + $0] == expected[$0] }
  }

  /// Returns whether the bytes at an offset equal the given text.
  func has(_ expected: String, at place: Int) -> Bool { has(Array(expected.utf8), at: place) }
}
