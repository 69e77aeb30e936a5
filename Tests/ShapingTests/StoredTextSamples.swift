import GalleyFonts
import GalleyHarfBuzz

@testable import GalleyShaping

extension ShapingInput {
  /// Creates an input in one font.
  static func plain(_ string: String, size: Double = 10) -> ShapingInput {
    ShapingInput(
      text: UTF8Text(string),
      base: ShapingStyle(font: FontDescription(families: ["Galley Box"], size: size)))
  }

  /// Texts with every encoding of glyphs, several paragraphs, styles, directions and objects.
  static let storedSamples: [ShapingInput] = {
    let style = ShapingStyle(font: FontDescription(families: ["Galley Joining"], size: 12))
    let kern = ShapingStyle(
      font: FontDescription(families: ["Galley Kern"], size: 12), letterSpacing: 1)
    let stacks = "e" + String(repeating: "\u{301}", count: 40)
    return [
      plain("the quick brown fox\tjumps\nover"), plain(""), plain("a"), plain("a", size: 11),
      plain("\u{E9}\u{4E2D}\u{6587} \u{1F600}"), plain(stacks),
      ShapingInput(
        text: UTF8Text("abc \u{633}\u{644}\u{627}\u{645} AVT"), base: style,
        spans: [ShapingSpan(end: 4, style: kern), ShapingSpan(end: 16, style: style)],
        direction: .rightToLeft, language: "ar"),
      ShapingInput(
        text: UTF8Text("x \u{FFFC} y\nz"), base: kern,
        details: ShapingDetails(
          segments: [
            TextSegment(end: 8, direction: .auto), TextSegment(end: 9, direction: .leftToRight),
          ], objects: [ShapingObject(offset: 2, width: 7.5, height: 3)], wordBreak: .breakAll)),
    ]
  }()
}

extension [UInt8] {
  /// Returns the word of four bytes with an index.
  func word(_ index: Int) -> UInt32 {
    var reader = StoredReader(self, from: 4 * index)
    return reader.word() ?? 0
  }

  /// Returns the bytes with another word at an index.
  func replacing(_ index: Int, by word: UInt32) -> [UInt8] {
    var (bytes, number) = (self, StoredBytes())
    number.append(word)
    bytes.replaceSubrange(4 * index..<4 * index + 4, with: number.bytes)
    return bytes
  }
}

/// The contents of a shaped text, for comparison.
struct Contents: Equatable {
  var runs: [String]
  var glyphs: [[Glyph]]
  var breaks: [BreakEntry]
  var paragraphs: [ShapedText.ParagraphSpan]
  var numbers: [Double]

  init(_ text: ShapedText) {
    runs = text.runs.map { "\($0)" }
    glyphs = text.runs.map { text.glyphs(of: $0) }
    breaks = Array(text.breaks)
    paragraphs = text.paragraphs
    numbers = [
      text.naturalWidth, text.inkExtent.above, text.inkExtent.below, text.inkExtent.left,
      text.inkExtent.right, Double(text.firstLevel), Double(text.length),
      text.hasTabs ? 1 : 0, text.hasFarGlyphs ? 1 : 0,
    ]
  }
}
