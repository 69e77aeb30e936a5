import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport

extension AttributedText {
  /// Returns a random text of many scripts, with their difficult sequences, in one or several
  /// styles.
  static func random(using random: inout SplitMix64) -> AttributedText {
    let families = [
      "Galley Box", "Galley Kern", "Galley Kern Letters", "Galley Ligature", "Galley Joining",
      "Galley Mark", "Galley Em 2048", "Galley Variable",
    ]
    let alphabets: [[String]] = [
      ["a", "b", "c ", "the ", "of ", "T", "o", "A", "V", "f", "i", "l", "ffi", "-", ", ", "."],
      ["A ", "V ", "T ", "P ", "A", "V", "y.", "f!", " "],
      ["ب", "ت", "ا", "د", "ه", "سلام ", "لا", "ل", "َ", "ّ", " ", "1", "23", "(", ")"],
      ["e\u{301}", "a\u{308}\u{323}", "o", " ", "\u{300}", "\u{200D}", "\u{FE0F}"],
      ["א", "ב", "שלום ", " ", "12", "\u{2067}", "\u{2069}", "\u{202B}", "\u{202C}", "\u{200F}"],
      ["漢", "字", "、", "。", "ก", "ข", "ไทย", "é", "Ж", "ж "],
      [
        "\n", "\t", "\u{AD}", "\u{200B}", "\u{A0}", "\u{2060}", "\r\n", "\u{2028}", "\u{2029}", " ",
      ],
      ["😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "1️⃣", "#", "©", "❤️", "❤"],
    ]
    let chosen = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      alphabets.randomElement(using: &random) ?? []
    }
    let string = (0..<Int.random(in: 1...60, using: &random)).map { _ in
      chosen.randomElement(using: &random)?.randomElement(using: &random) ?? ""
    }.joined()

    func style() -> TextStyle {
      TestFonts.style(
        families.randomElement(using: &random) ?? "",
        size: [7, 10, 16].randomElement(using: &random) ?? 10
      )
    }
    let directions: [TextDirection] = [.auto, .auto, .leftToRight, .rightToLeft]
    var text = AttributedText(
      string, style: style(), direction: directions.randomElement(using: &random) ?? .auto)
    for _ in 0..<(Bool.random(using: &random) ? 0 : Int.random(in: 1...4, using: &random)) {
      let ends = [0, 1].map { _ in Int.random(in: 0...text.length, using: &random) }.sorted()
      if Bool.random(using: &random) {
        text.setStyle(style(), in: ends[0]..<ends[1])
      } else {
        let color = Color(argb: UInt32.random(in: 0...UInt32.max, using: &random))
        text.updateStyle(in: ends[0]..<ends[1]) { $0.paint.color = .fixed(color) }
      }
    }
    return text
  }
}

extension LayoutOptions {
  /// Returns random options, with widths from zero to more than enough.
  static func random(using random: inout SplitMix64) -> LayoutOptions {
    let widths = [
      Double(Int.random(in: 0...40, using: &random)), Double.random(in: 0...200, using: &random),
      Double(Int.random(in: 0...400, using: &random)), .infinity,
    ]
    let alignments: [TextAlignment] = [.start, .start, .end, .left, .right, .center]
    let heights: [LayoutOptions.LineHeight] = [.uniform, .uniform, .perLine, .absolute(20)]
    return LayoutOptions(
      width: widths.randomElement(using: &random) ?? 100,
      alignment: alignments.randomElement(using: &random) ?? .start,
      lineHeight: heights.randomElement(using: &random) ?? .uniform)
  }
}

extension TextLayout {
  /// An exact description of a layout.
  var fingerprint: [String] {
    var result = ["\(size) \(validWidths) \(hiddenRanges) \(isTruncated)"]
    for token in placedTokens {
      result.append("\(token.frame) \(token.origin)")
      result += token.layout.fingerprint
    }
    var scratch = PlacementScratch()
    for (index, line) in lines.enumerated() {
      result.append("\(line)")
      visitGlyphRuns(ofLine: index, scratch: &scratch) { run, glyphs in
        var description =
          "\(run.font.id >= 0) \(run.size) \(run.origin) \(run.width) \(run.text) \(run.paint)"
        for glyph in 0..<glyphs.count { description += " \(glyphs[glyph])" }
        result.append(description)
      }
    }
    return result
  }
}

extension String {
  /// 0 and the UTF-8 offsets at which graphemes end.
  var characterBoundaries: Set<Int> {
    var (offsets, offset) = (Set([0]), 0)
    for character in self {
      offset += character.utf8.count
      offsets.insert(offset)
    }
    return offsets
  }
}
