import GalleyFonts
import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

@Suite struct HyphenationTests {
  let engine = TestFonts.engine()

  private func text(
    _ string: String, language: String? = "en",
    _ rules: AttributedText.LineBreakRules = .init(hyphenates: true)
  ) -> AttributedText {
    var text = AttributedText(string, style: TestFonts.style(), language: language)
    text.lineBreakRules = rules
    return text
  }

  private func lines(_ text: AttributedText, letters: Int) -> [String] {
    let layout = engine.layout(text, options: LayoutOptions(width: Double(letters * 10)))
    #expect(layout.misplaced.isEmpty)
    // A line that ends in a hyphen has one more glyph than letters.
    return layout.lineTexts.enumerated().map { index, line in
      let count = layout.glyphs(line: index).count
      return line + (count > line.trimmingSpaces.unicodeScalars.count ? "-" : "")
    }
  }

  @Test(arguments: [
    (11, ["hyphenation"]), (10, ["hyphen-", "ation"]), (7, ["hyphen-", "ation"]),
    (6, ["hy-", "phen-", "ation"]), (4, ["hy-", "phe", "n-", "atio", "n"]),
  ])
  func `a word is hyphenated where the part and its hyphen fit`(letters: Int, expected: [String]) {
    #expect(lines(text("hyphenation"), letters: letters) == expected)
  }

  @Test func `words are hyphenated only if enabled and in a supported language`() {
    let whole = ["an ", "hyphena", "tion"]
    #expect(lines(text("an hyphenation"), letters: 7) == ["an hy-", "phen-", "ation"])
    #expect(lines(text("an hyphenation", .init()), letters: 7) == whole)
    #expect(lines(text("an hyphenation", language: nil), letters: 7) == whole)
    #expect(lines(text("an hyphenation", language: "tlh"), letters: 7) == whole)
  }

  @Test func `each word is hyphenated by the rules of its language`() {
    var text = text("program program", language: nil)
    text.updateStyle(in: 8..<15) { $0.language = "de" }
    #expect(lines(text, letters: 5) == ["progr", "am ", "pro-", "gram"])
    text.updateStyle(in: 0..<8) { $0.language = "en" }
    #expect(lines(text, letters: 5) == ["pro-", "gram ", "pro-", "gram"])
  }

  @Test(arguments: [
    "example@hyphenation", "https://hyphenation", "hyphenation.org", "#hyphenation",
    "hyphenation2", "_hyphenation",
  ])
  func `addresses, tags and names with digits are not hyphenated`(token: String) {
    let layout = engine.layout(text(token), options: LayoutOptions(width: 85))
    let plain = engine.layout(text(token, .init()), options: LayoutOptions(width: 85))
    #expect(layout.lineTexts == plain.lineTexts)
    #expect(layout.fingerprint == plain.fingerprint)
  }

  @Test func `punctuation around a word does not affect its hyphenation`() {
    #expect(
      lines(text("“hyphenation”..."), letters: 8) == ["“hyphen-", "ation”..."].prefix(1) + [
        "ation”.."
      ] + ["."])
    #expect(
      lines(text("Hyphenation, HYPHENATION"), letters: 7).prefix(2) == ["Hyphen-", "ation, "])
  }

  @Test func `a soft hyphen overrides automatic hyphenation of its word`() {
    #expect(lines(text("hyphena\u{AD}tion"), letters: 9).count == 2)
    let layout = engine.layout(text("hyphena\u{AD}tion"), options: LayoutOptions(width: 90))
    #expect(layout.lineTexts == ["hyphena\u{AD}", "tion"])
    // A line that is too narrow for the part before the soft hyphen ends within it.
    #expect(
      lines(text("hyphena\u{AD}tion"), letters: 5)
        == lines(text("hyphena\u{AD}tion", .init()), letters: 5))
  }

  @Test func `words in code blocks are not hyphenated`() {
    var text = text("hyphenation hyphenation")
    text.addBlocks([TextBlock(.code(language: nil), in: 12..<23)])
    let layout = engine.layout(text, options: LayoutOptions(width: 90))
    #expect(layout.lineTexts == ["hyphen", "ation ", "hyphena", "tion"])
  }

  @Test func `the first word of several blocks is hyphenated as a whole`() {
    var text = text("table hyphenation")
    #expect(lines(text, letters: 3).prefix(2) == ["ta-", "ble "])
    text.addBlocks([TextBlock(.code(language: nil), in: 6..<17)])
    #expect(lines(text, letters: 3).prefix(2) == ["ta-", "ble "])
  }

  @Test(arguments: [64, 65, 66, 100])
  func `words of more than 64 letters are not hyphenated`(count: Int) {
    let word = String(String(repeating: "hyphenation", count: 10).prefix(count))
    #expect(lines(text(word), letters: 12).contains { $0.hasSuffix("-") } == (count == 64))
  }

  @Test func `an automatic hyphen shares the cluster of the letter before it`() {
    let layout = engine.layout(text("größenverhältnis", language: "de"), options: .init(width: 70))
    var scratch = PlacementScratch()
    var clusters: [Int32] = []
    layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { _, glyphs in
      for index in 0..<glyphs.count { clusters.append(glyphs[index].cluster) }
    }
    #expect(layout.lineTexts[0] == "größen")
    #expect(clusters == [0, 1, 2, 4, 6, 7, 7])
    #expect(layout.lines[0].width == 70)
  }

  @Test func `the hyphen of a soft hyphen is in its cluster`() {
    let layout = engine.layout(text("abc\u{AD}def", .init()), options: .init(width: 50))
    #expect(layout.lineTexts == ["abc\u{AD}", "def"])
    var scratch = PlacementScratch()
    var last: Int32?
    layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { _, glyphs in
      if !glyphs.isEmpty { last = glyphs[glyphs.count - 1].cluster }
    }
    #expect(last == 3)
  }

  @Test func `hyphenation, word breaking and language affect the shaping input`() {
    let texts = [
      text("hyphenation"), text("hyphenation", .init()), text("hyphenation", language: "de"),
      text("hyphenation", .init(hyphenates: true, wordBreak: .breakAll)),
    ].map(\.shapingInput)
    for first in texts.indices {
      for second in texts.indices where first != second { #expect(texts[first] != texts[second]) }
    }
  }

  @Test(arguments: 0..<200)
  func `relayout of hyphenated text equals a fresh layout`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomRich(using: &random)
    var layout = engine.layout(text, options: .random(using: &random))
    for _ in 0..<4 {
      let options = LayoutOptions.random(using: &random)
      layout = layout.relayout(options)
      let cold = engine.layoutUncached(text, options: options)
      #expect(layout.fingerprint == cold.fingerprint)
      #expect(layout.placedAttachments() == cold.placedAttachments())
      #expect(layout.misplaced.isEmpty)
    }
    let ends = Set(layout.lines.map(\.range.upperBound))
    #expect(ends.isSubset(of: text.string.characterBoundaries))
    let widths = layout.validWidths
    var options = layout.options
    options.width = widths.lowerBound
    #expect(engine.layout(text, options: options).lineTexts == layout.lineTexts)
    if widths.upperBound.isFinite {
      options.width = widths.upperBound
      #expect(engine.layout(text, options: options).lineTexts != layout.lineTexts)
    }
  }

  @Test func `a very long word is broken without hyphens at little extra cost`() {
    // From no hyphenation to hyphenation.
    expectGrowth(from: 0, to: 1, below: 2) { hyphenates in
      let (count, rules) = (9_000, AttributedText.LineBreakRules(hyphenates: hyphenates == 1))
      let text = text(String(repeating: "hyphenation", count: count), rules)
      return processorTime {
        let layout = engine.layoutUncached(text, options: LayoutOptions(width: 200))
        #expect(layout.lineCount == (count * 11 + 19) / 20)
      }
    }
  }
}

extension String {
  /// The text without trailing spaces.
  fileprivate var trimmingSpaces: Substring {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return text
  }
}

extension AttributedText {
  /// Returns a text of words in several languages with boxes, letter spacing, raised letters,
  /// blocks, and line break rules.
  static func randomRich(using random: inout SplitMix64) -> AttributedText {
    let words = [
      "hyphenation", "algorithm", "internationalization", "Silbentrennung", "größtmöglich",
      "développement", "программирование", "a", "of", "漢字", "ไทยง่ายนิดเดียว", "שלום", "سلام",
      "e\u{301}", "soft\u{AD}hyphen", "3.14", "👨‍👩‍👧", ".", "-", "\n", "\t", "*", "*", "**",
    ]
    var string = ""
    for _ in 0..<Int.random(in: 1...14, using: &random) {
      string += words.randomElement(using: &random) ?? ""
      if Bool.random(using: &random) { string += " " }
    }
    let stars = string.utf8.enumerated().filter { $0.element == 0x2A }.map(\.offset)
    let families = ["Galley Box", "Galley Kern", "Galley Ligature", "Galley Joining"]
    let style = TestFonts.style(families.randomElement(using: &random) ?? "")
    let language = [nil, "en", "de", "ru", "fr"].randomElement(using: &random) ?? nil
    var attachments: [(range: Range<Int>, attachment: TextAttachment)] = []
    for star in stars {
      let size = Size(
        width: Double.random(in: 0...60, using: &random),
        height: Double.random(in: 0...60, using: &random))
      attachments.append((star..<star + 1, TextAttachment(id: "", size: size)))
    }
    var text = AttributedText(string, replacing: attachments, style: style, language: language)
    let breaks: [AttributedText.LineBreakRules.WordBreak] = [.normal, .normal, .breakAll, .keepAll]
    text.lineBreakRules = AttributedText.LineBreakRules(
      hyphenates: Bool.random(using: &random),
      wordBreak: breaks.randomElement(using: &random) ?? .normal)
    for change in 0..<Int.random(in: 0...4, using: &random) {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      let amount = Double.random(in: -3...6, using: &random)
      switch change {
      case 0: text.updateStyle(in: ends[0]..<ends[1]) { $0.letterSpacing = amount }
      case 1: text.updateStyle(in: ends[0]..<ends[1]) { $0.baselineShift = amount }
      case 2: text.updateStyle(in: ends[0]..<ends[1]) { $0.language = "de" }
      default: text.addBlocks([TextBlock(.quote, in: ends[0]..<ends[1])])
      }
    }
    return text
  }
}
