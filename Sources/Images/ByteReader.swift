/// Bytes of a file, from which numbers are read only where they are.
struct ByteReader {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var count: Int { bytes.count }

  /// The byte at a place; `nil` beyond the ends.
  func byte(_ place: Int) -> Int? {
    place >= 0 && place < bytes.count ? Int(bytes[place]) : nil
  }

  /// A number of some bytes with the most significant one first.
  func big(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - size else { return nil }
    return (0..<size).reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// A number of some bytes with the least significant one first.
  func little(_ size: Int, at place: Int) -> Int? {
    guard place >= 0, place <= count - size else { return nil }
    return (0..<size).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }

  /// Whether some bytes are at a place.
  func has(_ expected: [UInt8], at place: Int) -> Bool {
    place >= 0 && place <= count - expected.count
      && expected.indices.allSatisfy { bytes[place + $0] == expected[$0] }
  }

  /// Whether some letters are at a place.
  func has(_ expected: String, at place: Int) -> Bool { has(Array(expected.utf8), at: place) }
}
