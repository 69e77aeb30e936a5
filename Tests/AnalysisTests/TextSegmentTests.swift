import Testing

@testable import GalleyShaping

/// Segments of a text, which are analyzed as if they were alone.
@Suite struct TextSegmentTests {
  private let texts = [
    "one (two", "“quoted” 12", "ไทยง่ายนิดเดียว", "日本（語）", "שלום 12 and", "a\r\nb\n", "\u{301} x",
    " \u{200B}", "\u{2067}a",
  ]

  @Test(arguments: [BaseDirection.auto, .leftToRight, .rightToLeft])
  func `segments are analyzed like separate texts`(direction: BaseDirection) {
    for first in texts {
      for second in texts {
        let edge = Int32(first.utf8.count)
        let whole = analyzed(
          first + second,
          segments: [(first.utf8.count, direction), ((first + second).utf8.count, .auto)])
        let (head, tail) = (analyzed(first, direction: direction), analyzed(second))
        var opportunities = head.opportunities.filter { $0.offset < edge }
        opportunities.append(.init(offset: edge, isMandatory: true))
        opportunities += tail.opportunities.map {
          .init(offset: $0.offset + edge, isMandatory: $0.isMandatory)
        }
        #expect(whole.opportunities == opportunities, "\(first) + \(second)")
        let paragraphs =
          head.paragraphs
          + tail.paragraphs.map {
            .init(end: $0.end + edge, contentEnd: $0.contentEnd + edge, level: $0.level)
          }
        #expect(whole.paragraphs == paragraphs, "\(first) + \(second)")
        #expect(whole.levels == head.levels + tail.levels, "\(first) + \(second)")
      }
    }
  }

  private func analyzed(
    _ text: String, segments: [(end: Int, direction: BaseDirection)]
  ) -> TextAnalysis {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    analyzer.analyze(
      text.utf8.span, direction: .auto, language: nil,
      details: ShapingDetails(
        segments: segments.map { TextSegment(end: Int32($0.end), direction: $0.direction) }),
      into: &analysis)
    return analysis
  }

  private func analyzed(_ text: String, direction: BaseDirection = .auto) -> TextAnalysis {
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    analyzer.analyze(text.utf8.span, direction: direction, language: nil, into: &analysis)
    return analysis
  }
}

extension TextAnalysis {
  /// The level of each byte.
  fileprivate var levels: [UInt8] {
    guard !levelRuns.isEmpty else {
      return Array(repeating: 0, count: Int(paragraphs.last?.end ?? 0))
    }
    var levels: [UInt8] = []
    for run in levelRuns {
      levels += Array(repeating: run.level, count: Int(run.end) - levels.count)
    }
    return levels
  }
}
