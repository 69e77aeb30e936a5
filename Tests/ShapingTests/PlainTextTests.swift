import GalleyBasics
import GalleyFonts
import GalleyHarfBuzz
import TestSupport
import Testing

@testable import GalleyShaping

/// Texts of plain words that a shaper knows are shaped in one pass, with the result of all steps.
@Suite struct PlainTextTests {
  let fonts: FontCollection

  init() throws { fonts = try TestFonts.collection() }

  /// Compares what a shaper makes of a text that it knows with what a new one does.
  private func expectSame(
    _ text: String, by workshop: Workshop, language: String? = nil,
    direction: BaseDirection = .auto
  ) {
    let known = workshop.shape(text, "Galley Box", direction: direction, language: language)
    let new = Workshop(fonts).shape(
      text, "Galley Box", direction: direction, language: language)
    #expect(known.words == new.words, "\(text.debugDescription)")
    #expect(known.runs.map(\.summary) == new.runs.map(\.summary), "\(text.debugDescription)")
    #expect(known.paragraphs == new.paragraphs)
    #expect(known.naturalWidth == new.naturalWidth && known.inkExtent == new.inkExtent)
    #expect(known.glyphWordCount == new.glyphWordCount && known.firstLevel == new.firstLevel)
    #expect(known.length == new.length && known.fonts.elementsEqual(new.fonts, by: ===))
  }

  @Test(arguments: seeds(40, long: 2_000))
  func `a known text is shaped as by a new shaper`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters = Array("abcdefghijklmnopqrstuvwxyzäöüéñABCXYZ0123456789")
    let others = Array(
      "\u{301}\u{AD}\u{A0}\u{200D}\t\n-–—/|.,:;!?'\"()[]{}%$#@&*+=<>~^«»“”’…אبнже字。あ🙂ﬁ€")
    // The share of other characters, of a hundred.
    let share = [0, 1, 5, 40].randomElement(using: &random) ?? 0
    func word() -> String {
      let count = [1, 2, 3, 5, 8, 13, 17, 33, 40].randomElement(using: &random) ?? 1
      return String(
        (0..<count).map { _ in
          let isOther = Int.random(in: 0..<100, using: &random) < share
          return (isOther ? others : letters).randomElement(using: &random) ?? "a"
        })
    }
    let words = (0..<30).map { _ in word() } + ["don't", "Yes,", "(no)", "\"well\"", "-", "3.5"]
    let workshop = Workshop(fonts)
    for word in words { _ = workshop.shape(word, "Galley Box") }
    for _ in 0..<40 {
      let count = Int.random(in: 1...9, using: &random)
      var text = ""
      for _ in 0..<count {
        text += words.randomElement(using: &random) ?? ""
        text += String(
          repeating: " ", count: [0, 1, 1, 1, 2, 3].randomElement(using: &random) ?? 1)
      }
      _ = workshop.shape(text, "Galley Box")
      expectSame(
        text, by: workshop, language: [nil, "en", "ja", "zh"].randomElement(using: &random) ?? nil,
        direction: [.auto, .leftToRight, .rightToLeft].randomElement(using: &random) ?? .auto)
    }
  }

  @Test(arguments: [
    "Hello, world", "It is 3 o'clock.", "The \"end\" of (it)!", "ends in spaces   ",
    "two  spaces   between words", "Zwölf große Äpfel", "a - b", "#tag @user 50% of $30",
    "no\u{A0}break …", "half-finished",
    "and/or this", "https://example.org/a-b?c=d&e=f#g",
  ])
  func `a text of known words is plain`(text: String) throws {
    let plain = pack(text, knowing: [text])
    #expect(plain?.glyphCount == text.unicodeScalars.count)
    #expect(plain?.hasClusters == (text.utf8.count != text.unicodeScalars.count))
  }

  @Test(arguments: [
    "a\u{301}b", "a \u{301}b", "a\u{2003} b", "Да yes", "line\nend",
    "tab\tulator", "\"quoted\" (after)", "end( of", "so )", "why ?", "a字b", "🙂", "אב",
    "soft\u{AD}hyphen", "\u{7F}", "a\u{200D}b",
  ])
  func `a text that needs analysis is not plain`(text: String) {
    #expect(pack(text, knowing: [text]) == nil)
  }

  @Test func `words of a text that another shaper analyzed are examined`() throws {
    var analyzer = TextAnalyzer()
    let font = Workshop(fonts).shape("a", "Galley Box").baseFont
    for word in ["Ωμέγα", "字", "ab"] {
      var breaks: [Int] = []
      let plainness = analyzer.plainness(
        of: word.utf8.span, 0..<word.utf8.count, script: .latin,
        coverage: font.typeface.plainCoverage, breaks: &breaks)
      #expect(plainness.isPlain == (word == "ab"))
    }
  }

  @Test func `a text with an unknown word is not plain`() {
    #expect(pack("one two three", knowing: ["one three"]) == nil)
    #expect(pack("one two three", knowing: ["one three", "two"]) != nil)
  }

  @Test func `words and spaces that fit narrow entries are plain`() {
    for count in [15, 16, 17, 31, 32, 33, 34, 80] {
      let word = String(repeating: "ä", count: count / 2) + String(repeating: "b", count: count % 2)
      #expect(pack("\(word) \(word)", knowing: [word]) != nil)
      let workshop = Workshop(fonts)
      _ = workshop.shape(word, "Galley Box")
      expectSame("\(word)  \(word) \(word)", by: workshop)
    }
    let workshop = Workshop(fonts)
    for count in [120, 255, 256, 512, 513] {
      let word = String(repeating: "b", count: count)
      _ = workshop.shape(word, "Galley Box")
      expectSame("\(word) \(word)", by: workshop)
    }
    for count in [100, 131, 132, 511, 512, 4_096] {
      let text = "a" + String(repeating: " ", count: count) + "b"
      _ = workshop.shape(text, "Galley Box")
      expectSame(text, by: workshop)
    }
  }

  @Test(arguments: ["well-to-do", "and/or/not", "a-b-c-d-e", "äö-üß-é", "x-y-z w-v-u 1/2"])
  func `words that lines may end within are shaped as by a new shaper`(text: String) {
    let workshop = Workshop(fonts)
    _ = workshop.shape(text, "Galley Box")
    expectSame("\(text) \(text)  \(text)", by: workshop)
    #expect(pack("\(text) \(text)", knowing: [text]) != nil)
  }

  /// Packs a text by a shaper that has shaped some texts.
  private func pack(_ text: String, knowing texts: [String]) -> PlainText? {
    let workshop = Workshop(fonts)
    let shaped = texts.map { workshop.shape($0, "Galley Box") }
    guard let font = shaped.first?.baseFont else { return nil }
    return workshop.pool.withShaper { shaper in
      shaper.withRunShaper { runShaper, analyzer, _, _ in
        guard let script = analyzer.plainScript(of: text.utf8.span) else { return nil }
        let setting = RunShaper.Setting(
          font: font,
          properties: SegmentProperties(
            script: script, language: .undetermined, isRightToLeft: false),
          style: ShapingStyle(font: FontDescription(size: 10)))
        var packing = TextPacking()
        return runShaper.pack(plain: text.utf8.span, setting: setting, into: &packing)
      }
    }
  }
}
