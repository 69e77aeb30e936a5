import GalleyUnicode
import TestSupport
import Testing

@testable import GalleyShaping

/// Paragraphs at the bounds of `Limits`, beyond which ICU sees simpler ones.
@Suite struct BidiLimitTests {
  /// Returns the embedding level of a character, by its offset from the end.
  private func level(_ text: String, before end: Int) -> UInt8? {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    let bytes = Array(text.utf8)
    analyzer.analyze(bytes.span, direction: .leftToRight, language: nil, into: &analysis)
    return analysis.levelRuns.first { Int($0.end) > bytes.count - end }?.level
  }

  @Test(arguments: [(16_383, 0), (16_384, 0), (16_385, 1)])
  func `brackets have the direction of their pair in up to 16,384 units`(
    length: Int, level expected: UInt8
  ) {
    // The override makes the paragraph one for ICU.
    let end = "a(\u{5D0})\u{5D1}"
    let filling = String(repeating: "a", count: length - end.utf16.count - 2)
    // The closing bracket is level with its opening one, or between two letters.
    #expect(level("\u{202D}\u{202C}" + filling + end, before: 3) == expected)
  }

  @Test(arguments: [(16_383, 0), (16_385, 1)])
  func `a letter beyond the basic plane is two units`(length: Int, level expected: UInt8) {
    let end = "a(\u{5D0})\u{5D1}"
    let filling = String(repeating: "\u{1D41A}", count: (length - end.utf16.count - 2) / 2)
    #expect(level("\u{202D}\u{202C}" + filling + end, before: 3) == expected)
  }

  @Test func `beyond 1,000, first-strong isolates of a long paragraph are left to right`() {
    let isolate = "\u{2068}\u{5D0}\u{2069}"
    for (count, expected) in [(999, 1), (1_000, 1), (1_001, 3)] as [(Int, UInt8)] {
      let text =
        String(repeating: "a", count: 20_000) + String(repeating: isolate, count: count)
      #expect(level(text, before: 5) == expected)
    }
  }
}
