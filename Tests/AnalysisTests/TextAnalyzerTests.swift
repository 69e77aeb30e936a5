import GalleyHarfBuzz
import GalleyUnicode
import TestSupport
import Testing

@testable import GalleyShaping

@Suite struct TextAnalyzerTests {
  @Test func `empty text has an empty analysis`() {
    let analysis = analyzed("")
    #expect(analysis.paragraphs.isEmpty && analysis.levelRuns.isEmpty)
    #expect(analysis.scriptRuns.isEmpty && analysis.opportunities.isEmpty)
    #expect(analysis.isPlain)
  }

  @Test func `break opportunities follow the spaces between words`() {
    #expect(analyzed("the  quick fox").opportunities == [opportunity(5), opportunity(11)])
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{B}", "\u{C}", "\u{2028}", "\u{2029}"])
  func `every line terminator gives a mandatory break`(lineEnd: String) {
    let length = lineEnd.utf8.count
    let analysis = analyzed("a\(lineEnd)b\(lineEnd)")
    #expect(
      analysis.opportunities == [opportunity(1 + length, true), opportunity(2 + 2 * length, true)])
  }

  @Test(arguments: ["\n", "\r", "\r\n", "\u{85}", "\u{2029}", "\u{1C}", "\u{1D}", "\u{1E}"])
  func `a paragraph includes its separator`(separator: String) {
    let length = Int32(separator.utf8.count)
    let paragraphs = analyzed("a\(separator)א\(separator)b").paragraphs
    #expect(
      paragraphs == [
        .init(end: 1 + length, contentEnd: 1, level: 0),
        .init(end: 3 + 2 * length, contentEnd: 3 + length, level: 1),
        .init(end: 4 + 2 * length, contentEnd: 4 + 2 * length, level: 0),
      ])
  }

  @Test(arguments: ["\u{B}", "\u{C}", "\u{2028}"])
  func `a line terminator other than a separator does not end its paragraph`(lineEnd: String) {
    #expect(analyzed("a\(lineEnd)b").paragraphs.count == 1)
  }

  @Test func `a trailing separator does not begin a paragraph`() {
    #expect(analyzed("a\n").paragraphs == [.init(end: 2, contentEnd: 1, level: 0)])
    #expect(analyzed("\n\n").paragraphs.map(\.end) == [1, 2])
  }

  @Test(
    arguments: [
      ("soft hyphens let a line end", "co\u{AD}op", [4]),
      ("no-break spaces do not", "a\u{A0}b", []),
      ("zero width spaces do", "a\u{200B}b", [4]),
      ("word joiners do not", "a\u{2060}b", []),
      ("tabs do", "a\tb", [2]),
      ("URLs do after slashes", "http://a.b/c/d", [7, 11, 13]),
      ("numbers stay whole", "$(12.35) 5,000%", [9]),
      ("ideographs part", "中文字", [3, 6]),
      ("flags stay whole", "🇫🇷🇩🇪", [8]),
      ("families stay whole", "👨‍👩‍👧a", [18]),
      ("Thai is broken by a dictionary", "สวัสดีครับ", [18]),
    ] as [(String, String, [Int])])
  func `break opportunities follow UAX 14`(fact: String, text: String, offsets: [Int]) {
    #expect(analyzed(text).opportunities.map { Int($0.offset) } == offsets, "\(fact)")
  }

  @Test(arguments: [("ja", [3]), ("ja-JP", [3]), ("zh", []), ("en", []), ("jav", [])])
  func `only Japanese text breaks before small kana`(language: String, offsets: [Int]) {
    let found = analyzed("アッ", language: language).opportunities
    #expect(found.map { Int($0.offset) } == offsets)
  }

  @Test(arguments: [("zh-Hans", [3]), ("ZH_TW", [3]), ("ja", []), ("zha", [])])
  func `only Chinese text breaks before an opening quotation mark`(language: String, offsets: [Int])
  {
    let found = analyzed("中“a”", language: language).opportunities
    #expect(found.map { Int($0.offset) } == offsets)
  }

  @Test(arguments: [
    ("Hello, world! 42 €\n\tПривет “ok” Ωmega", true), ("ab\r\ncd", true), ("é", true),
    ("e\u{301}", false), ("a\u{AD}b", false), ("☺", false), ("中", false), ("שלום", false),
    ("a\u{200D}b", false), ("a\u{1}b", false), ("ไทย", false), ("a\u{2066}b", false),
  ])
  func `only text of simple left-to-right characters is plain`(text: String, isPlain: Bool) {
    #expect(analyzed(text).isPlain == isPlain)
  }

  @Test(arguments: 0..<200)
  func `plain text has one grapheme per scalar`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = utf8((0..<30).map { _ in UInt32(random.next() % 0x600) })
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      let part = utf8([0x61, scalar.value, 0x62])
      analyzer.analyze(part.span, direction: .auto, language: nil, into: &analysis)
      var boundaries: [Int32] = []
      analyzer.appendGraphemeBoundaries(of: part.span, in: 0..<part.count, to: &boundaries)
      if analysis.isPlain {
        #expect(boundaries.count == 3, "\(hexadecimal(part))")
        #expect(analysis.levelRuns.isEmpty)
      }
    }
  }

  @Test func `earlier texts do not affect the results of an analyzer`() {
    let texts = ["one two", "עברית 12 and", "ไทยมาก", "a\nb", "👩🏽‍🚀 go", "中（日）", ""]
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    for text in texts + texts.reversed() {
      analyzer.analyze(text.utf8.span, direction: .auto, language: nil, into: &analysis)
      let fresh = analyzed(text)
      #expect(analysis.paragraphs == fresh.paragraphs)
      #expect(analysis.levelRuns == fresh.levelRuns)
      #expect(analysis.scriptRuns == fresh.scriptRuns)
      #expect(analysis.opportunities == fresh.opportunities)
      #expect(analysis.isPlain == fresh.isPlain)
    }
  }

  @Test func `separate analyzers give equal results on different threads`() async {
    let texts = ["ภาษาไทยง่ายนิดเดียว", "עברית (12) and “more”", "日本語のテキスト", "ភាសាខ្មែរ"]
    let expected = texts.map { analyzed($0, language: "ja") }
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<16 {
        group.addTask {
          zip(texts, expected).allSatisfy { text, expected in
            let found = analyzed(text, language: "ja")
            return found.opportunities == expected.opportunities
              && found.levelRuns == expected.levelRuns && found.scriptRuns == expected.scriptRuns
          }
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}

/// Returns the analysis of a text by a new analyzer.
func analyzed(
  _ text: String, direction: BaseDirection = .auto, language: String? = nil
) -> TextAnalysis {
  var analyzer = TextAnalyzer()
  var analysis = TextAnalysis()
  analyzer.analyze(text.utf8.span, direction: direction, language: language, into: &analysis)
  return analysis
}
