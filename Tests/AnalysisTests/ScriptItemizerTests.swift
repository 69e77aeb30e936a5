import GalleyHarfBuzz
import Testing
import TestSupport

@testable import GalleyShaping

@Suite struct ScriptItemizerTests {
  @Test(
    arguments: [
      ("no script at all", "123, 456!", ["123, 456!": "Zyyy"]),
      ("commas of a few scripts have none", "12、34", ["12、34": "Zyyy"]),
      ("one script", "Hello, world!", ["Hello, world!": "Latn"]),
      ("what is common goes with what stands before", "ab, где", ["ab, ": "Latn", "где": "Cyrl"]),
      ("or after, at the start", "«где» ab", ["«где» ": "Cyrl", "ab": "Latn"]),
      ("brackets agree", "ab (где) cd", ["ab (": "Latn", "где": "Cyrl", ") cd": "Latn"]),
      (
        "brackets nest", "а[b(в)c]",
        ["а[": "Cyrl", "b(": "Latn", "в": "Cyrl", ")c": "Latn", "]": "Cyrl"]
      ),
      ("brackets at the start", "(где ab)", ["(где ": "Cyrl", "ab": "Latn", ")": "Cyrl"]),
      ("brackets that open nothing", "ab) где", ["ab) ": "Latn", "где": "Cyrl"]),
      ("marks stay with their base", "aé\u{301}где", ["aé\u{301}": "Latn", "где": "Cyrl"]),
      ("ideographic brackets are Han", "ab「中」c", ["ab": "Latn", "「中」": "Hani", "c": "Latn"]),
      ("and their commas", "中、ab", ["中、": "Hani", "ab": "Latn"]),
      ("Arabic commas are Arabic", "ab ،س", ["ab ": "Latn", "،س": "Arab"]),
      ("as is what is before them at the start", "12 ،س", ["12 ،س": "Arab"]),
      ("and so is all punctuation after them", "ab ،؟س", ["ab ": "Latn", "،؟س": "Arab"]),
      ("but not by a later line", "ab ،\nس", ["ab ،\n": "Latn", "س": "Arab"]),
      ("kana and Han part", "日本のアニメ", ["日本": "Hani", "の": "Hira", "アニメ": "Kana"]),
      ("the long mark goes with kana", "あーア", ["あー": "Hira", "ア": "Kana"]),
      ("emoji go with words", "ab 😀 где", ["ab 😀 ": "Latn", "где": "Cyrl"]),
    ] as [(String, String, KeyValuePairs<String, String>)])
  func `text is divided into runs of one script`(
    fact: String, text: String, runs: KeyValuePairs<String, String>
  ) {
    var start = 0
    let found = analyzed(text).scriptRuns.map { run in
      let bytes = Array(text.utf8)[start..<Int(run.end)]
      start = Int(run.end)
      return "\(String(decoding: bytes, as: UTF8.self))=\(run.script)"
    }
    #expect(found == runs.map { "\($0.key)=\($0.value)" }, "\(fact)")
  }

  @Test(arguments: [(31, ["Cyrl", "Latn", "Cyrl"]), (32, ["Cyrl", "Latn"])])
  func `a bracket within more than 31 others stays with what is before it`(
    count: Int, scripts: [String]
  ) {
    let text = "а" + String(repeating: "(", count: count) + "[b]"
    #expect(analyzed(text).scriptRuns.map { "\($0.script)" } == scripts)
  }

  @Test(arguments: 0..<200)
  func `script runs cover the text, and adjacent runs differ`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let scalars: [UInt32] = [
      0x61, 0x433, 0x5D0, 0x627, 0x4E2D, 0x28, 0x29, 0x5B, 0x5D, 0x300C, 0x300D, 0x301, 0x20,
      0x3001, 0x60C, 0x964, 0x31, 0x1F600, 0x30FC,
    ]
    let text = utf8((0..<40).map { _ in random.pick(scalars) })
    var analyzer = TextAnalyzer()
    var analysis = TextAnalysis()
    analyzer.analyze(text.span, direction: .auto, language: nil, into: &analysis)
    #expect(analysis.scriptRuns.last?.end == Int32(text.count))
    for (run, next) in zip(analysis.scriptRuns, analysis.scriptRuns.dropFirst()) {
      #expect(run.end < next.end)
      #expect(run.script != next.script)
      #expect(text[Int(run.end)] & 0xC0 != 0x80)
    }
  }
}
