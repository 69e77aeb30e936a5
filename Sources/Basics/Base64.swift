extension [UInt8] {
  /// Decodes Base64 with or without padding, or returns `nil` if the text is anything else.
  ///
  /// - SeeAlso: RFC 4648, section 4.
  package init?(base64 text: String) {
    self = []
    reserveCapacity(text.utf8.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var rest = Array(text.utf8)[...]
    for _ in 0..<2 where rest.last == UInt8(ascii: "=") && text.utf8.count % 4 == 0 {
      rest.removeLast()
    }
    for byte in rest {
      guard let value = Self.base64Value(of: byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      append(UInt8(truncatingIfNeeded: bits >> count))
    }
    // A single digit at the end has not enough bits for a byte, and other rests have none set.
    guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
  }

  private static func base64Value(of byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension [UInt8] {
  /// Returns the bytes in Base64 with padding.
  ///
  /// - SeeAlso: RFC 4648, section 4.
  package var base64: String {
    let digits = Array<UInt8>(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var result: [UInt8] = []
    result.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let end = Swift.min(start + 3, count)
      var value: UInt32 = 0
      for index in start..<end { value = value << 8 | UInt32(self[index]) }
      value <<= UInt32(8 * (start + 3 - end))
      for place in 0..<4 {
        let isPadding = place > end - start
        result.append(isPadding ? UInt8(ascii: "=") : digits[Int(value >> (18 - 6 * place) & 63)])
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
