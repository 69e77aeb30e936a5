import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Texts that crash HarfBuzz 6 or FriBidi 1.0.8, or take quadratic time in these or in ICU 72.
///
/// No text may trap at any width, and work must be linear in the length of the text.
@Suite(.serialized) struct HostileLayoutTests {
  let engine = NotoFonts.engine()

  @Test(arguments: hostileTexts)
  func `pathological text does not crash, and lines partition it`(flood: TextFlood) {
    let long = AttributedText(flood.text(ofLength: flood.length))
    expectWhole(engine.layout(long))
    expectWhole(engine.layout(long, options: LayoutOptions(width: 280)))
    // With one character per line, fewer suffice.
    let short = AttributedText(flood.text(ofLength: max(400, flood.length / 50)))
    expectWhole(engine.layout(short, options: LayoutOptions(width: 10)))
    expectWhole(engine.layout(short, options: LayoutOptions(width: 0)))
  }

  @Test(.disabled(if: isSanitized, "sanitizers change what work costs"), arguments: hostileTexts)
  func `layout time of pathological text grows linearly`(flood: TextFlood) {
    for width in [Double.infinity, 100] {
      let length = width.isFinite ? 300 : 500
      expectGrowth(from: length, to: 10 * length, below: 30, floor: 0.004) { length in
        let text = AttributedText(flood.text(ofLength: length))
        return processorTime {
          let layout = engine.layoutUncached(text, options: LayoutOptions(width: width))
          #expect(layout.lines.last?.range.upperBound == text.length)
        }
      }
    }
  }

  @Test(.disabled(if: isSanitized, "sanitizers change what work costs"))
  func `a text of many runs without opportunities is broken in linear time`() {
    expectGrowth(from: 8_000, to: 80_000, below: 20, floor: 0.004) { length in
      let text = AttributedText(String(repeating: "م1٢,", count: length / 4))
      return processorTime {
        let layout = engine.layoutUncached(text, options: LayoutOptions(width: 280))
        #expect(layout.lines.last?.range.upperBound == text.length)
      }
    }
  }

  /// Letters whose only advance is at the end of the line, where it does not fit behind the others.
  @Test(arguments: [(30, 60), (40, 53), (90, 55)])
  func `in a flood, the places at which a line may end are tried one by one, then in steps`(
    count: Int, end: Int
  ) {
    let string = String(repeating: "x", count: 60) + String(repeating: "a", count: count)
    let text = AttributedText(string, style: TestFonts.style("Galley Context"))
    let engine = TestFonts.engine()
    let layout = engine.layout(text, options: LayoutOptions(width: 302))
    #expect(layout.lines.map(\.range.upperBound) == [end, text.length])
    #expect(layout.lines.map(\.width) == [5 * Double(end), 5 * Double(61 - end)])
    for other in [301.5, 302.5, 302.nextDown, 302.nextUp] {
      let options = LayoutOptions(width: other)
      #expect(
        layout.relayout(options).lines == engine.layoutUncached(text, options: options).lines)
    }
  }

  @Test func `lines that begin or end within a flood get no dotted circles`() {
    let text = AttributedText("ក" + String(repeating: "\u{17C6}\u{17D2}ក", count: 3_333))
    let lines = engine.layout(text, options: LayoutOptions(width: 300)).lines
    // HarfBuzz gives one to each syllable of the first 256 characters; the other pieces of as many
    // have at most one letter with an advance.
    #expect(lines.map(\.range.upperBound) == [252, 504, 1_539, 30_000])
  }

  @Test(arguments: [65_535, 65_536, 65_537])
  func `a letter with about 65,536 marks stays on one line`(count: Int) {
    for (base, mark) in [("a", "\u{301}"), ("א", "\u{5B0}"), ("ب", "\u{651}")] {
      let text = AttributedText(base + String(repeating: mark, count: count))
      for width in [280, Double.infinity] {
        let layout = engine.layout(text, options: LayoutOptions(width: width))
        expectWhole(layout)
        #expect(layout.lineCount == 1)
      }
    }
  }

  /// Checks that lines partition the text, split no character, and have finite positions.
  private func expectWhole(_ layout: TextLayout) {
    let boundaries = layout.text.string.characterEnds
    var end = 0
    var isWhole = true
    for line in layout.lines {
      isWhole = isWhole && line.range.lowerBound == end && line.width.isFinite && line.x.isFinite
      end = line.range.upperBound
      isWhole = isWhole && boundaries[end]
    }
    #expect(isWhole)
    #expect(end == layout.text.length)
    #expect(layout.size.width.isFinite && layout.size.height.isFinite)
    guard layout.lineCount < 100 else { return }
    #expect(layout.misplaced == [])
  }
}

/// A text that repeats a part.
struct TextFlood: Sendable, CustomTestStringConvertible {
  var name: String
  var opening: String
  var unit: String
  var closing: String
  var length: Int

  init(
    _ name: String, _ unit: String, after opening: String = "", before closing: String = "",
    length: Int = 5_000
  ) {
    self.name = name
    self.unit = unit
    self.opening = opening
    self.closing = closing
    self.length = length
  }

  var testDescription: String { name }

  /// Returns a flood of about `length` scalars.
  func text(ofLength length: Int) -> String {
    opening + String(repeating: unit, count: max(1, length / unit.unicodeScalars.count)) + closing
  }
}

extension String {
  /// Whether a grapheme ends at each UTF-8 offset; `true` for 0.
  fileprivate var characterEnds: [Bool] {
    var ends = Array(repeating: false, count: utf8.count + 1)
    ends[0] = true
    var offset = 0
    for character in self {
      offset += character.utf8.count
      ends[offset] = true
    }
    return ends
  }
}

private let hostileTexts = [
  // P0-1, P0-2: nested embeddings and isolates.
  TextFlood("embeddings", "\u{202B}", after: "a"),
  TextFlood("embeddings that end", "\u{202A}\u{202B}\u{202C}\u{202C}א"),
  TextFlood("overrides with letters", "\u{202E}a\u{202D}א"),
  TextFlood("isolates in each other", "\u{2067}a\u{2066}א"),
  TextFlood("closers", "\u{202C}\u{2069}", after: "א"),
  TextFlood(
    "all controls in turn",
    "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200F}"),
  // P0-3: brackets.
  TextFlood("brackets", "()", after: "א"),
  TextFlood("brackets that open", "([{", after: "א"),
  TextFlood("brackets around letters", "(א[a"),
  // P0-4, P0-5: marks and syllables.
  TextFlood("marks on a Latin letter", "\u{301}", after: "a", length: 70_000),
  TextFlood("marks on a Hebrew letter", "\u{5B0}", after: "א", length: 70_000),
  TextFlood("marks on an Arabic letter", "\u{651}", after: "ب", length: 70_000),
  TextFlood("marks of descending classes", "\u{302}\u{323}\u{315}\u{327}", after: "a"),
  TextFlood("marks that Arabic reorders", "\u{654}\u{655}\u{64E}\u{651}", after: "ب"),
  TextFlood("marks without a base", "\u{301}"),
  TextFlood("letters with twenty marks", "e" + String(repeating: "\u{301}", count: 20)),
  TextFlood("Khmer vowels before letters", "\u{17C1}", after: "ក"),
  TextFlood("Khmer coeng", "ក\u{17D2}"),
  TextFlood("Myanmar vowels before letters", "\u{1031}", after: "က"),
  TextFlood("Myanmar stacks", "က\u{1039}"),
  TextFlood("viramas", "क\u{94D}"),
  TextFlood("viramas alone", "\u{94D}"),
  TextFlood("vowel signs before letters", "\u{93F}", after: "क"),
  TextFlood("Balinese", "\u{1B13}\u{1B44}\u{1B3E}"),
  TextFlood("Tibetan stacks", "\u{F90}\u{F72}", after: "ཀ"),
  TextFlood("Thai vowels", "\u{E33}", after: "ก"),
  TextFlood("Hangul letters", "\u{1100}\u{1161}\u{11A8}"),
  // Joiners, selectors and pictures.
  TextFlood("joiners", "\u{200D}"),
  TextFlood("non-joiners", "\u{200C}", after: "ب"),
  TextFlood("selectors", "\u{FE0F}", after: "❤"),
  TextFlood("tags", "\u{E0067}", after: "🏴", before: "\u{E007F}"),
  TextFlood("flag halves", "🇩"),
  TextFlood("skin tones", "\u{1F3FD}", after: "👍"),
  TextFlood("a family without end", "👩\u{200D}"),
  TextFlood("pictures", "😀"),
  // P0-6: first-strong isolates.
  TextFlood("first-strong isolates", "\u{2068}"),
  TextFlood("first-strong isolates with letters", "\u{2068}א\u{2069}a"),
  // Lines.
  TextFlood("soft hyphens", "\u{AD}"),
  TextFlood("letters and soft hyphens", "a\u{AD}"),
  TextFlood("tabs", "\t"),
  TextFlood("tabs and letters from right to left", "א\t"),
  TextFlood("controls", "\u{1}", after: "a", length: 200_000),
  TextFlood("controls between letters", "\u{1}a"),
  TextFlood("line ends", "\r\n"),
  TextFlood("line separators", "\u{2028}", after: "א"),
  TextFlood("spaces", " "),
  TextFlood("no-break spaces", "a\u{A0}"),
  TextFlood("word joiners", "a\u{2060}"),
  TextFlood("zero width spaces", "\u{200B}"),
  TextFlood("an unbroken Latin word", "abcdefghij", length: 100_000),
  TextFlood("an unbroken Arabic word", "بتثلا", length: 100_000),
  TextFlood("unbroken mixed letters", "aא"),
  TextFlood("scripts in turn", "aжαא漢ก"),
  TextFlood("number signs before letters", "\u{600}漢"),
  TextFlood("Malayalam dots before letters", "\u{D4E}ക"),
]
