import GalleyUnicode
import Testing

@testable import GalleyShaping

/// All Unicode tests of boundaries, except those in ``Departures``.
@Suite struct BreakConformanceTests {
  @Test func `grapheme boundaries pass GraphemeBreakTest`() throws {
    var analyzer = TextAnalyzer()
    let outcome = try check("auxiliary/GraphemeBreakTest.txt") { text, found in
      var boundaries: [Int32] = []
      analyzer.appendGraphemeBoundaries(of: text.span, in: 0..<text.count, to: &boundaries)
      found = boundaries.map(Int.init)
    }
    #expect(outcome.count == 602)
    #expect(outcome.departures == [])
  }

  @Test func `word boundaries pass WordBreakTest except for the colon`() throws {
    var words = try iterator(.word)
    let outcome = try check("auxiliary/WordBreakTest.txt") { text, found in
      words.forEachBoundary(of: text.span) { found.append(Int($0.offset)) }
    }
    #expect(outcome.count == 1_823)
    #expect(outcome.departures == Departures.words)
  }

  @Test func `line breaks pass LineBreakTest except for hyphens and decimal separators`() throws {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    let outcome = try check("auxiliary/LineBreakTest.txt") { text, found in
      analyzer.analyze(text.span, direction: .auto, language: nil, into: &analysis)
      found = analysis.opportunities.map { Int($0.offset) }
      if found.last != text.count { found.append(text.count) }  // LB3
    }
    #expect(outcome.count == 7_654)
    #expect(outcome.departures == Departures.lines)
  }

  /// Runs the cases of a file, and returns their number and the lines of failed cases.
  private func check(
    _ name: String, _ boundaries: ([UInt8], inout [Int]) -> Void
  ) throws -> (count: Int, departures: [Int]) {
    var departures: [Int] = []
    var count = 0
    try UnicodeData(name).forEachLine { number, line in
      let test = BreakCase(line)
      guard !test.text.isEmpty else { return }
      count += 1
      var found: [Int] = []
      boundaries(test.text, &found)
      if found != test.boundaries { departures.append(number) }
    }
    return (count, departures)
  }
}
