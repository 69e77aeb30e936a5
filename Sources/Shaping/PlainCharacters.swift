import GalleyFonts
internal import GalleySystem

/// The characters that certainly use the primary font of a style.
struct PlainCharacters {
  /// The characters, and controls.
  let coverage: Coverage

  private let visibleASCII: (low: UInt64, high: UInt64)
  private let hasVisibleASCII: Bool

  /// Creates the set of the plain characters of a font.
  init(of font: FontInstance) {
    coverage = font.typeface.plainCoverage
    visibleASCII = coverage.visibleASCII
    hasVisibleASCII = visibleASCII.low == ~0xFFFF_FFFF && visibleASCII.high == ~(1 << 63)
  }

  /// Returns the end of the plain characters at the start of a range of a text.
  @inline(__always) func end(
    in text: Span<UInt8>, _ range: Range<Int>, _ analyzer: borrowing TextAnalyzer
  ) -> Int {
    var index = range.lowerBound
    var last = index
    while index < range.upperBound {
      let lead = text[index]
      if lead < 0x80 {
        if hasVisibleASCII {
          let end = text.endOfVisibleASCII(from: index, upTo: range.upperBound)
          if end == index { return index }
          index = end
        } else {
          let bits = lead < 0x40 ? visibleASCII.low : visibleASCII.high
          if bits &>> UInt64(lead & 0x3F) & 1 == 0 { return index }
          index += 1
        }
        last = index - 1
        continue
      }
      let (scalar, length) = text.scalar(at: index)
      // A mark belongs to the last plain character, whose font may depend on it.
      if scalar >= 0x300, analyzer.extendsCluster(scalar) { return last }
      if Self.isControl(scalar) || !coverage.contains(scalar) { return index }
      last = index
      index += length
    }
    return index
  }

  /// Returns whether a character is a control or a line end.
  @inline(__always) static func isControl(_ scalar: UInt32) -> Bool {
    scalar < 0x20 || (0x7F...0x9F).contains(scalar) || (0x2028...0x2029).contains(scalar)
  }
}
