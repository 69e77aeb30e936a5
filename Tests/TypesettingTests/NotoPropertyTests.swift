import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Properties that hold for every text and width, with the Noto fonts.
@Suite struct NotoPropertyTests {
  let engine = NotoFonts.engine()

  @Test(arguments: seeds(50, long: 250))
  func `lines partition the text, and their widths match the placed glyphs`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomInManyScripts(using: &random)
    let layout = engine.layout(text, options: .random(using: &random))
    let boundaries = text.string.characterBoundaries
    var end = 0
    for line in layout.lines {
      #expect(line.range.lowerBound == end)
      end = line.range.upperBound
      #expect(boundaries.contains(end), "\(text.string.debugDescription)")
    }
    #expect(end == text.length)
    #expect(layout.misplaced == [], "\(text.string.debugDescription)")
  }

  @Test(arguments: seeds(50, long: 250))
  func `a layout at its own width has the same lines`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomInManyScripts(using: &random)
    engine.expectOwnWidth(of: text, .random(using: &random))
  }

  @Test(arguments: seeds(50, long: 250))
  func `relayout equals a fresh layout`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomInManyScripts(using: &random)
    var layout = engine.layout(text, options: .random(using: &random))
    for _ in 0..<4 {
      let options = LayoutOptions.random(using: &random)
      layout = layout.relayout(options)
      let cold = engine.layoutUncached(text, options: options)
      #expect(zip(layout.fingerprint, cold.fingerprint).first { $0 != $1 } == nil)
      #expect(layout.lineCount == cold.lineCount)
    }
  }

  @Test(arguments: seeds(50, long: 250))
  func `lines change exactly at the bounds of validWidths`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let text = AttributedText.randomInManyScripts(using: &random)
    engine.expectValidWidths(of: text, .random(using: &random))
  }
}

extension AttributedText {
  /// Returns a text of up to three scripts, with their difficult sequences, in a few sizes.
  static func randomInManyScripts(using random: inout SplitMix64) -> AttributedText {
    let alphabets: [[String]] = [
      ["the ", "office", "T", "AV", "e\u{301}", "fi", " ", "-", ". ", "x\u{323}\u{308}", "ế"],
      ["سلام ", "لا", "إله", "ب", "ة", "\u{64E}", "\u{651}", " ", "12", "،", "(", ")", "\u{200C}"],
      ["שלום ", "בְּ", "א", "\u{5B0}", " ", "-", "\"", "3", "\u{200F}"],
      ["क", "\u{94D}", "र", "\u{93F}", "\u{93C}", "हिन्दी ", "क्ष", "\u{200D}", "\u{200C}", " "],
      ["বাংলা ", "ক", "\u{9CD}", "\u{9BF}", "\u{9CB}", "র"],
      ["ကျွန်", "မြန်မာ", "\u{1031}", "\u{1039}", "က", "င်", " "],
      ["ខ្មែរ", "\u{17D2}", "ក", "\u{17C1}", "ស្ត្រី", " "],
      ["ไทย", "น้ำ", "ที่", "กำ", " ", "เ"],
      ["བོད་", "སྐད་", "ཀ", "\u{F90}", "\u{F72}", "།", " "],
      ["漢字", "かな", "「", "」", "。", "、", "한국어 ", "ᄀ", "ᅡ", "ー"],
      ["😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "1️⃣", "#", "©", "❤️", "❤", "\u{200D}", "\u{FE0F}"],
      ["\n", "\t", "\u{AD}", "\u{200B}", "\u{A0}", "\u{2060}", "\r\n", "\u{2028}", " ", "\u{1}"],
      ["\u{2067}", "\u{2066}", "\u{2068}", "\u{2069}", "\u{202B}", "\u{202E}", "\u{202C}", "a"],
    ]
    let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      alphabets[Int.random(in: 0..<alphabets.count, using: &random)]
    }
    let string = (0..<Int.random(in: 1...40, using: &random)).map { _ in
      let alphabet = chosen[Int.random(in: 0..<chosen.count, using: &random)]
      return alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
    }.joined()
    let sizes = [9.0, 13, 16]
    func style() -> TextStyle {
      TextStyle(font: FontDescription(size: sizes[Int.random(in: 0..<3, using: &random)]))
    }
    let directions: [TextDirection] = [.auto, .auto, .leftToRight, .rightToLeft]
    var text = AttributedText(
      string, style: style(), direction: directions[Int.random(in: 0..<4, using: &random)])
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      text.setStyle(style(), in: ends[0]..<ends[1])
    }
    return text
  }
}
