import GalleyUnicode
import TestSupport
import Testing

@testable import GalleyShaping

/// Compares Galley's own implementations with ICU on random texts.
@Suite struct EqualToICUTests {
  @Test(arguments: 0..<40, ["", "ja", "zh"])
  func `random text has the same line breaks as in ICU`(seed: UInt64, language: String) throws {
    var lines = try iterator(.line, locale: language)
    var random = SplitMix64(seed: seed)
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    for _ in 0..<10 {
      let text = randomText(ofLength: 120, &random) { $0 != .sa }
      analyzer.analyze(text.span, direction: .auto, language: language, into: &analysis)
      let isEqual = analysis.opportunities == opportunities(of: text, by: &lines)
      #expect(isEqual, "\(hexadecimal(text))")
    }
  }

  @Test func `each character has the same line breaks as in ICU in several contexts`() throws {
    var lines = try iterator(.line)
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    let contexts: [([UInt32], [UInt32])] = [
      ([0x61], [0x61]), ([0x31], [0x31]), ([0x20], [0x28]), ([0x29], [0x5D0]), ([0x24], [0x1F3FB]),
    ]
    for page in characterPages {
      var text: [UInt8] = []
      for scalar in page {
        for (before, after) in contexts {
          for scalar in before + [scalar] + after + [0x2028] {
            AnalysisTests.append(scalar, to: &text)
          }
        }
      }
      analyzer.analyze(text.span, direction: .auto, language: nil, into: &analysis)
      let isEqual = analysis.opportunities == opportunities(of: text, by: &lines)
      #expect(isEqual, "\(String(page.lowerBound, radix: 16))")
    }
  }

  @Test(arguments: 0..<40)
  func `random text has the same grapheme boundaries as in ICU`(seed: UInt64) throws {
    var graphemes = try iterator(.grapheme)
    var random = SplitMix64(seed: seed)
    var analyzer = TextAnalyzer()
    for _ in 0..<20 {
      let text = randomGraphemes(ofLength: 60, &random)
      var expected: [Int32] = []
      graphemes.forEachBoundary(of: text.span) { expected.append($0.offset) }
      var found: [Int32] = []
      analyzer.appendGraphemeBoundaries(of: text.span, in: 0..<text.count, to: &found)
      #expect(found == expected, "\(hexadecimal(text))")
    }
  }

  @Test func `each character has the same grapheme boundaries as in ICU in several contexts`()
    throws
  {
    var graphemes = try iterator(.grapheme)
    var analyzer = TextAnalyzer()
    let contexts: [[UInt32]] = [
      [0x61], [0x1100], [0xAC00], [0x1F468, 0x200D], [0x1F1E6], [0x915, 0x94D], [0x600],
    ]
    for page in characterPages {
      var text: [UInt8] = []
      for scalar in page {
        for context in contexts {
          for scalar in context + [scalar, 0x61, 0x0A] { AnalysisTests.append(scalar, to: &text) }
        }
      }
      var expected: [Int32] = []
      graphemes.forEachBoundary(of: text.span) { expected.append($0.offset) }
      var found: [Int32] = []
      analyzer.appendGraphemeBoundaries(of: text.span, in: 0..<text.count, to: &found)
      #expect(found == expected, "\(String(page.lowerBound, radix: 16))")
    }
  }

  @Test(arguments: ["th", "km", "ja", "zh-Hant"])
  func `text that needs a dictionary has the same line breaks as in ICU`(language: String) throws {
    let text = Array("ภาษาไทย and ພາສາລາວ, ភាសាខ្មែរ (မြန်မာဘာသာ)\nแล้ว アッ 12.5% ᥖᥭᥰ".utf8)
    var lines = try iterator(.line, locale: language)
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    analyzer.analyze(text.span, direction: .auto, language: language, into: &analysis)
    #expect(analysis.opportunities == opportunities(of: text, by: &lines))
    #expect(analysis.opportunities.count >= 10)
  }
}

/// The tested code points, in groups of 128.
///
/// They include all code points up to U+33FF, some ideographs and Hangul, and a part of the rest.
/// Code points for which ICU uses a dictionary are excluded.
private let characterPages: [[UInt32]] = {
  let ranges: [Range<UInt32>] = [
    0..<0x3400, 0x4E00..<0x4E80, 0xA000..<0xAC80, 0xD780..<0xD800, 0xE000..<0xE080,
    0xF900..<0x12000, 0x16000..<0x17080, 0x1AF00..<0x1B200, 0x1BC00..<0x20080, 0xE0000..<0xE0200,
  ]
  return ranges.flatMap { range in
    stride(from: range.lowerBound, to: range.upperBound, by: 128).map { first in
      let page = first..<first + 128
      return zip(page, ICU.Properties.classes(of: page))
        .filter { $1.lineBreak != .sa }.map { scalar, _ in scalar }
    }
  }
}()

extension [UInt32] {
  fileprivate var lowerBound: UInt32 { first ?? 0 }
}

/// Some characters of each line break class.
private let charactersByClass: [LineBreakClass: [UInt32]] = {
  var found: [LineBreakClass: [UInt32]] = [:]
  for page in characterPages {
    for scalar in page {
      for classes in ICU.Properties.classes(of: scalar..<scalar + 1) {
        let class_ = LineBreakClass(scalar, classes)
        if found[class_, default: []].count < 20 { found[class_, default: []].append(scalar) }
      }
    }
  }
  return found
}()

private func randomText(
  ofLength length: Int, _ random: inout SplitMix64, where isWanted: (LineBreakClass) -> Bool
) -> [UInt8] {
  let classes = LineBreakClass.allCases.filter { isWanted($0) && charactersByClass[$0] != nil }
  // Few classes at a time, so that rules about sequences apply.
  let chosen = (0..<6).map { _ in random.pick(classes) } + [.cm, .sp]
  return utf8(
    (0..<length).compactMap { _ in
      charactersByClass[random.pick(chosen)].map { random.pick($0) }
    })
}

private func randomGraphemes(ofLength length: Int, _ random: inout SplitMix64) -> [UInt8] {
  let scalars: [UInt32] = [
    0x61, 0x0D, 0x0A, 0x01, 0x301, 0x5B0, 0x94D, 0x9CD, 0x200D, 0x200C, 0x903, 0x600, 0x1100,
    0x1161, 0x11A8, 0xAC00, 0xAC01, 0x1F1E6, 0x1F1E7, 0x1F468, 0x2764, 0xFE0F, 0x1F3FB, 0x915,
    0x937, 0x995, 0x93C, 0xE0020, 0x20E3, 0xA9,
  ]
  let chosen = (0..<6).map { _ in random.pick(scalars) } + [0x200D]
  return utf8((0..<length).map { _ in random.pick(chosen) })
}
