/// Returns the end of the visible part of `range`, before trailing white space and invisible
/// characters.
///
/// White space is what hangs at the end of a line: line ends, tabs and spaces except non-breaking
/// ones (U+00A0, U+2007, U+202F). Invisible characters are controls, soft hyphens, zero width
/// spaces, joiners, byte order marks, and directional and other format characters.
///
/// - SeeAlso: CSS Text 3, section 4.1.3.
package func endOfInk(in text: Span<UInt8>, _ range: Range<Int>) -> Int {
  var end = range.upperBound
  while end > range.lowerBound {
    let last = text[end - 1]
    let length = end - range.lowerBound
    if last <= 0x20 || last == 0x7F {
      end -= 1
    } else if last < 0x80 {
      return end
    } else if length >= 2, text[end - 2] == 0xC2, last < 0xA0 || last == 0xAD {
      end -= 2  // U+0080-009F, U+00AD
    } else if length >= 3, isUnseen(text[end - 3], text[end - 2], last) {
      end -= 3
    } else {
      return end
    }
  }
  return end
}

private func isUnseen(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
  switch (first, second, third) {
  case (0xE1, 0x9A, 0x80): true  // U+1680
  case (0xE2, 0x80, 0x87): false  // U+2007
  case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xAE): true  // U+2000-200F, U+2028-202E
  case (0xE2, 0x81, 0x9F...0xAF): true  // U+205F-206F
  case (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF): true  // U+3000, U+FEFF
  default: false
  }
}
