internal import GalleyCCairo

extension Document {
  /// Ends the current page and begins another one of the same size.
  package mutating func endPage() { unsafe cairo.show_page(page.context) }

  /// Sets the size of the current page of a PDF file, on which nothing is drawn yet, in points.
  package mutating func setPageSize(width: Double, height: Double) {
    unsafe cairo.pdf_surface_set_size(page.surface, width, height)
  }

  /// Makes rectangles (x, y, width, height) of the current page of a PDF file a link.
  ///
  /// - Parameters:
  ///   - rectangles: The rectangles, in points.
  ///   - address: The absolute address; characters that addresses do not have are escaped.
  package mutating func link(_ rectangles: [SIMD4<Double>], to address: String) {
    let sides = rectangles.filter { $0.z > 0 && $0.w > 0 }
      .flatMap { [$0.x, $0.y, $0.z, $0.w] }
    guard !sides.isEmpty, sides.allSatisfy({ $0.isFinite && $0.magnitude < 1e6 }) else { return }
    // An attribute that Cairo cannot parse would fail the whole document.
    let numbers = sides.map { String(($0 * 100).rounded() / 100) }.joined(separator: " ")
    let attributes = "rect=[\(numbers)] uri='\(Self.escaped(address))'"
    unsafe cairo.tag_begin(page.context, "Link", attributes)
    unsafe cairo.tag_end(page.context, "Link")
  }

  /// Returns an address in which all bytes are percent-encoded that end strings or are not ASCII.
  private static func escaped(_ address: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in address.utf8 {
      if 0x21...0x7E ~= byte, byte != UInt8(ascii: "'"), byte != UInt8(ascii: "\\"),
        byte != UInt8(ascii: "("), byte != UInt8(ascii: ")")
      {
        result.append(byte)
      } else {
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
