extension Span<UInt8> {
  /// Returns the scalar that begins at `offset`, and its length in bytes.
  ///
  /// The bytes must be valid UTF-8, and `offset` on a scalar boundary. Otherwise the result is any
  /// number below 0x110000, or a trap, but never a read out of bounds.
  @inlinable @inline(__always) package func scalar(at offset: Int) -> (value: UInt32, length: Int) {
    let lead = UInt32(self[offset])
    if lead < 0x80 { return (lead, 1) }
    let second = UInt32(self[offset + 1]) & 0x3F
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | second, 2) }
    let third = UInt32(self[offset + 2]) & 0x3F
    if lead < 0xF0 { return ((lead & 0x0F) << 12 | second << 6 | third, 3) }
    let fourth = UInt32(self[offset + 3]) & 0x3F
    let value = (lead & 0x07) << 18 | second << 12 | third << 6 | fourth
    return (Swift.min(value, 0x10FFFF), 4)
  }

  /// Returns the value of the scalar that ends at `end`, under the same conditions.
  func scalar(before end: Int) -> UInt32 { scalar(at: scalarStart(at: end - 1)).value }

  /// Returns the start of the scalar that contains `offset`, clamped to the text.
  package func scalarStart(at offset: Int) -> Int {
    var offset = Swift.min(Swift.max(offset, 0), count)
    while offset > 0, offset < count, self[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
