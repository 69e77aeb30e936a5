import GalleyUnicode
import TestSupport
import Testing

@testable import GalleyShaping

/// Texts that crash FriBidi 1.0.8, or take ICU or FriBidi quadratic time.
///
/// - SeeAlso: Debian 12's FriBidi reads freed memory for nested embeddings and recurses for each
///   pair of brackets; ICU 72 is quadratic in FSI and in open brackets.
@Suite(.serialized) struct HostileTextTests {
  @Test(arguments: [60, 61, 62, 63, 64, 124, 125, 126, 127, 200])
  func `embeddings of any depth give a valid analysis`(depth: Int) {
    var analyzer = TextAnalyzer()
    for opener: UInt32 in [0x202A, 0x202B, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068] {
      for closer: UInt32 in [0x202C, 0x2069] {
        let text = utf8(
          Array(repeating: opener, count: depth) + [0x5D0, 0x61]
            + Array(repeating: closer, count: depth + 1))
        for direction in [BaseDirection.auto, .leftToRight, .rightToLeft] {
          expectWhole(analyzed(text, direction, by: &analyzer), text)
        }
      }
    }
  }

  @Test(arguments: 0..<60)
  func `text of bidi controls alone gives a valid analysis`(seed: UInt64) {
    var analyzer = TextAnalyzer()
    var random = SplitMix64(seed: seed)
    let controls: [UInt32] = [
      0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069,
    ]
    for length in [111, 4_096] {
      let text = utf8((0..<length).map { _ in random.pick(controls) })
      let direction = random.pick([BaseDirection.auto, .leftToRight, .rightToLeft])
      expectWhole(analyzed(text, direction, by: &analyzer), text)
    }
  }

  /// A text ten times as long takes ten times as long; quadratic work would take a hundred times.
  @Test(.disabled(if: isSanitized, "sanitizers change what work costs"), arguments: floods)
  func `analysis takes linear time in the length of the text`(flood: Flood) {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    expectGrowth(from: 10_000, to: 100_000, below: 30, floor: 0.004) { length in
      let text = utf8(flood.opening + (0..<length).map { flood.unit[$0 % flood.unit.count] })
      var boundaries: [Int32] = []
      let time = processorTime {
        analyzer.analyze(text.span, direction: .auto, language: nil, into: &analysis)
        analyzer.appendGraphemeBoundaries(of: text.span, in: 0..<text.count, to: &boundaries)
      }
      expectWhole(analysis, text)
      #expect(boundaries.last == Int32(text.count))
      return time
    }
  }

  private func analyzed(
    _ text: [UInt8], _ direction: BaseDirection, by analyzer: inout TextAnalyzer
  ) -> TextAnalysis {
    var analysis = TextAnalysis()
    analyzer.analyze(text.span, direction: direction, language: nil, into: &analysis)
    return analysis
  }

  /// Checks the invariants of an analysis.
  private func expectWhole(_ analysis: TextAnalysis, _ text: [UInt8]) {
    let end = Int32(text.count)
    #expect(analysis.paragraphs.last?.end == end)
    #expect(analysis.scriptRuns.last?.end == end)
    #expect(analysis.levelRuns.isEmpty || analysis.levelRuns.last?.end == end)
    #expect(isAscending(analysis.paragraphs.map(\.end)))
    #expect(isAscending(analysis.scriptRuns.map(\.end)))
    #expect(isAscending(analysis.levelRuns.map(\.end)))
    #expect(isAscending(analysis.opportunities.map(\.offset)))
    #expect(analysis.levelRuns.allSatisfy { $0.level <= 126 })
  }

  private func isAscending(_ offsets: [Int32]) -> Bool {
    var last: Int32 = 0
    for offset in offsets {
      if offset <= last { return false }
      last = offset
    }
    return true
  }
}

/// A text that repeats a part.
struct Flood: Sendable, CustomTestStringConvertible {
  let name: String
  let opening: [UInt32]
  let unit: [UInt32]

  init(_ name: String, _ unit: [UInt32], after opening: [UInt32] = []) {
    self.name = name
    self.opening = opening
    self.unit = unit
  }

  var testDescription: String { name }
}

private let floods = [
  Flood("first-strong isolates", [0x2068]),
  Flood("first-strong isolates with letters", [0x2068, 0x5D0]),
  Flood("isolates that end", [0x2068, 0x5D0, 0x2069, 0x61]),
  Flood("embeddings", [0x202B]),
  Flood("overrides that end", [0x202E, 0x61, 0x202C]),
  Flood("ends of isolates", [0x2069], after: [0x5D0]),
  Flood("brackets that close", [0x28, 0x29], after: [0x5D0, 0x61]),
  Flood("brackets of all kinds that open", [0x28, 0x5B, 0x7B, 0x3008], after: [0x5D0]),
  Flood("brackets that open, with letters", [0x28, 0x61, 0x5B, 0x5D0], after: [0x5D0]),
  Flood("marks", [0x301], after: [0x61]),
  Flood("marks from right to left", [0x5B0], after: [0x5D0]),
  Flood("joiners", [0x200D]),
  Flood("prices", [0x24, 0x28, 0x2E], after: [0x5D0]),
  Flood("terminators", [0x25], after: [0x5D0]),
  Flood("neutrals", [0x21], after: [0x5D0, 0x61]),
  Flood("letters both ways", [0x61, 0x5D0]),
  Flood("scripts", [0x61, 0x433, 0x3B1]),
  Flood("brackets around scripts", [0x28, 0x433], after: [0x61]),
  Flood("line ends", [0x0A], after: [0x5D0]),
  Flood("flags", [0x1F1E6]),
  Flood("families", [0x1F468, 0x200D]),
  Flood("conjuncts", [0x915, 0x94D]),
  Flood("Thai", [0xE01, 0xE34, 0xE48]),
  Flood("Khmer", [0x1780, 0x17D2]),
  Flood("controls", [0x01, 0x1C]),
]
