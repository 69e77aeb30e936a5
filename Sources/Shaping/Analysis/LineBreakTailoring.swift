/// The rules that determine break opportunities.
package enum LineBreakConvention: UInt8, Hashable, Sendable, CaseIterable {
  /// UAX #14.
  case unicode
  /// The rules of CSS as implemented by Blink: UAX #14, but with a table for pairs of ASCII
  /// characters, and breaks after all spaces.
  case css
}

/// A tailoring of UAX #14 that reproduces Blink's opportunities for CSS.
///
/// CSS leaves the details to browsers. Blink uses a table between two ASCII characters that keeps
/// addresses, paths and options together: no line ends after a slash, but one may end before an
/// opening bracket, after a question mark, and between a letter, a hyphen and a digit. A line may
/// always end after white space, and never before it. UAX #14 applies to all other characters. The
/// table is measured (``ASCIIBreakTable``).
///
/// - SeeAlso: [CSS Text 3, section 5](https://www.w3.org/TR/css-text-3/#line-breaking).
struct LineBreakTailoring {
  private var tailored: [TextAnalysis.Opportunity] = []

  /// Replaces the opportunities of UAX #14 in a text of valid UTF-8.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the text.
  mutating func tailor(
    _ opportunities: inout [TextAnalysis.Opportunity], of text: Span<UInt8>,
    _ wordBreak: WordBreakRule
  ) {
    tailored.removeAll(keepingCapacity: true)
    var next = 0
    for offset in 1..<max(1, text.count) where text[offset] & 0xC0 != 0x80 {
      while next < opportunities.count, opportunities[next].offset < offset { next += 1 }
      let isKnown = next < opportunities.count && opportunities[next].offset == offset
      if isKnown, opportunities[next].isMandatory || wordBreak == .breakAll && isWord(text, offset)
      {
        tailored.append(opportunities[next])
      } else if mayEndLine(in: text, at: offset) ?? isKnown {
        tailored.append(.init(offset: Int32(truncatingIfNeeded: offset), isMandatory: false))
      }
    }
    if let last = opportunities.last, last.offset == text.count { tailored.append(last) }
    swap(&tailored, &opportunities)
  }

  /// Returns whether a line may end at a place, or `nil` if UAX #14 decides.
  private func mayEndLine(in text: Span<UInt8>, at offset: Int) -> Bool? {
    let (last, next) = (text[offset - 1], text[offset])
    if isSpace(next) || next == 0x0A || next == 0x0D { return false }
    if isSpace(last) { return true }
    if last < 0x80, next < 0x80 { return mayEndLine(last, next, behind: offset, in: text) }
    // A no-break space counts as ASCII.
    let isLastASCII = last < 0x80 || last == 0xA0 && text[offset - 2] == 0xC2
    let isNextASCII = next < 0x80 || next == 0xC2 && text[offset + 1] == 0xA0
    return isLastASCII && isNextASCII ? false : nil
  }

  private func mayEndLine(
    _ last: UInt8, _ next: UInt8, behind offset: Int, in text: Span<UInt8>
  ) -> Bool {
    guard (0x21...0x7E).contains(last), (0x21...0x7E).contains(next) else { return false }
    // A hyphen is a minus sign unless it follows a letter or a digit.
    if last == 0x2D, isDigit(next) { return offset > 1 && isAlphanumeric(text[offset - 2]) }
    let row = ASCIIBreakTable.rows[Int(last) - 0x21]
    return (next < 0x40 ? row.0 >> UInt64(next) : row.1 >> UInt64(next - 0x40)) & 1 == 1
  }

  private func isWord(_ text: Span<UInt8>, _ offset: Int) -> Bool {
    isAlphanumeric(text[offset - 1]) && isAlphanumeric(text[offset])
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isAlphanumeric(_ byte: UInt8) -> Bool {
    isDigit(byte) || (0x61...0x7A).contains(byte | 0x20)
  }
}
