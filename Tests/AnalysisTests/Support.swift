import GalleyHarfBuzz
import GalleyUnicode
import TestSupport

@testable import GalleyShaping

extension SplitMix64 {
  /// Returns a random element; faster than `randomElement` in a debug build.
  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(truncatingIfNeeded: next() >> 33) % elements.count]
  }
}

/// Returns the text with `|` at each break opportunity.
func parted(
  _ text: String, by convention: LineBreakConvention = .unicode, wordBreak: WordBreakRule = .normal,
  language: String? = nil
) -> String {
  var analyzer = TextAnalyzer()
  var analysis = TextAnalysis()
  analyzer.analyze(
    text.utf8.span, direction: .auto, language: language,
    details: ShapingDetails(wordBreak: wordBreak, convention: convention), into: &analysis)
  let bytes = Array(text.utf8)
  var (result, start) = ("", 0)
  for opportunity in analysis.opportunities {
    result += String(decoding: bytes[start..<Int(opportunity.offset)], as: UTF8.self) + "|"
    start = Int(opportunity.offset)
  }
  return result + String(decoding: bytes[start...], as: UTF8.self)
}

/// Returns the UTF-8 of scalars, without surrogates.
func utf8(_ scalars: some Sequence<UInt32>) -> [UInt8] {
  var bytes: [UInt8] = []
  for scalar in scalars { append(scalar, to: &bytes) }
  return bytes
}

func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
  switch scalar {
  case 0..<0x80:
    bytes.append(UInt8(scalar))
  case 0x80..<0x800:
    bytes.append(UInt8(0xC0 | scalar >> 6))
    bytes.append(UInt8(0x80 | scalar & 0x3F))
  case 0xD800..<0xE000:
    break
  case 0x800..<0x10000:
    bytes.append(UInt8(0xE0 | scalar >> 12))
    bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
    bytes.append(UInt8(0x80 | scalar & 0x3F))
  default:
    bytes.append(UInt8(0xF0 | scalar >> 18))
    bytes.append(UInt8(0x80 | scalar >> 12 & 0x3F))
    bytes.append(UInt8(0x80 | scalar >> 6 & 0x3F))
    bytes.append(UInt8(0x80 | scalar & 0x3F))
  }
}

/// Returns an ICU break iterator for comparison.
func iterator(_ kind: ICU.BreakIterator.Kind, locale: String = "") throws -> ICU.BreakIterator {
  guard let iterator = ICU.BreakIterator(kind, locale: locale) else { throw MissingData() }
  return iterator
}

/// The error thrown if ICU has no data.
struct MissingData: Error {}

/// Returns ICU's line break opportunities in the form of ``TextAnalysis/opportunities``.
func opportunities(
  of text: [UInt8], by lines: inout ICU.BreakIterator
) -> [TextAnalysis.Opportunity] {
  var found: [TextAnalysis.Opportunity] = []
  lines.forEachBoundary(of: text.span) { boundary in
    let isMandatory = boundary.status >= 100
    if isMandatory || Int(boundary.offset) < text.count {
      found.append(opportunity(Int(boundary.offset), isMandatory))
    }
  }
  return found
}

func opportunity(_ offset: Int, _ isMandatory: Bool = false) -> TextAnalysis.Opportunity {
  TextAnalysis.Opportunity(offset: Int32(offset), isMandatory: isMandatory)
}

/// Returns code points in hexadecimal, for failure messages.
func hexadecimal(_ text: [UInt8]) -> String {
  String(decoding: text, as: UTF8.self).unicodeScalars
    .map { String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
}
