extension Bitmap {
  /// A hash of the size and all pixels, the same in every process.
  ///
  /// It detects accidental differences, not deliberate ones.
  ///
  /// - Complexity: O(*n*) in the pixels; a megapixel takes less than a millisecond.
  package var fingerprint: UInt64 {
    // Two chains of multiplications run in parallel.
    var (first, second) = (UInt64(width), UInt64(height))
    for y in 0..<height {
      let row = unsafe row(y)
      var x = 0
      while x &+ 4 <= width {
        let start = unsafe row + x &* 4
        first = Self.mix(first, unsafe start.loadUnaligned(as: UInt64.self))
        second = Self.mix(second, unsafe start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        x &+= 4
      }
      while x < width {
        first = Self.mix(first, UInt64(unsafe row.load(fromByteOffset: x &* 4, as: UInt32.self)))
        x &+= 1
      }
    }
    return Self.mix(first, second)
  }

  /// Returns a hash that includes another word; for a given word, no two hashes become equal.
  @inline(__always) private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    let product = (hash ^ word) &* 0x9FB2_1C65_1E98_DF25
    return product ^ product &>> 32
  }
}
