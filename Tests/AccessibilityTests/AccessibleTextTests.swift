import GalleyAccessibility
import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// The text that screen readers navigate by code points.
@Suite struct AccessibleTextTests {
  let engine = TestFonts.engine()

  private func plain(_ string: String) -> AttributedText {
    AttributedText(string, style: TestFonts.style())
  }

  private func text(
    _ text: AttributedText, width: Double = .infinity, revealed: RevealedSpoilers = .none,
    at origin: Point = .zero
  ) -> Accessible.Text {
    Accessible.Text(
      engine.layout(text, options: LayoutOptions(width: width)), revealed: revealed, at: origin)
  }

  @Test(arguments: [
    "plain text", "", "e\u{301}clair", "👩‍👩‍👧 and 🇫🇷", "مرحبا بالعالم", "नमस्ते ab\ncd", "a\u{FFFD}b",
    "\u{1F600}",
  ])
  func `offsets count code points`(string: String) {
    let text = text(plain(string))
    let scalars = Array(string.unicodeScalars)
    #expect(text.string == string)
    #expect(text.count == scalars.count)
    for index in scalars.indices {
      #expect(text.scalar(at: index) == scalars[index])
      #expect(text.string(in: 0..<index).unicodeScalars.count == index)
      // The bytes of a code point in the layout, and back.
      let source = text.sourceRange(of: index..<index + 1)
      #expect(source.count == scalars[index].utf8.count)
      #expect(text.range(ofSource: source) == index..<index + 1)
    }
    #expect(text.scalar(at: -1) == nil)
    #expect(text.scalar(at: scalars.count) == nil)
  }

  @Test(arguments: [Int.min..<Int.max, -5..<3, 2..<1_000_000, 900..<1_000, 3..<3])
  func `ranges beyond the text are clamped`(range: Range<Int>) {
    let text = text(plain("αβγδ"))
    let clamped = range.clamped(to: 0..<4)
    #expect(
      text.string(in: range) == String("αβγδ".dropFirst(clamped.lowerBound).prefix(clamped.count)))
    #expect(text.sourceRange(of: range).upperBound <= 8)
    _ = text.frames(of: range)
    for unit in Accessible.Text.Unit.allCases {
      _ = text.range(of: unit, at: range.lowerBound)
      _ = text.range(of: unit, at: range.upperBound)
    }
    _ = text.attributes(at: range.lowerBound)
  }

  @Test func `a hidden spoiler is read as words, and selected as a whole`() {
    var source = plain("It was the gardener, he")
    source.annotate(7..<19, as: .spoiler)
    let hidden = text(source)
    #expect(hidden.string == "It was hidden text, he")
    #expect(hidden.sourceRange(of: 9..<11) == 7..<19)
    #expect(hidden.sourceRange(of: 0..<8) == 0..<19)
    #expect(hidden.range(ofSource: 8..<9) == 7..<18)
    #expect(hidden.sourceRange(of: 18..<22) == 19..<23)
    #expect(text(source, revealed: .all).string == "It was the gardener, he")
  }

  @Test func `every part of the words for a spoiler has the place of the spoiler`() {
    var source = plain("ab secret cd")
    source.annotate(3..<9, as: .spoiler)
    let text = text(source)
    let whole = [Rect(x: 30, y: 0, width: 60, height: 10)]
    for index in 3..<14 { #expect(text.frames(of: index..<index + 1) == whole) }
    #expect(text.index(at: Point(x: 65, y: 5)) == 3)
    #expect(text.frames(of: 15..<16) == [Rect(x: 100, y: 0, width: 10, height: 10)])
  }

  @Test func `an attachment is read as its text`() {
    let picture = TextAttachment(id: "1", size: Size(width: 10, height: 10), text: "🙂!")
    let source = AttributedText(
      "a XX b", replacing: [(2..<4, picture)], style: TestFonts.style())
    let text = text(source)
    #expect(text.string == "a 🙂! b")
    #expect(text.sourceRange(of: 3..<4) == 2..<5)
    #expect(text.range(ofSource: 5..<7) == 4..<6)
  }

  @Test func `text of a collapsed block is not part of it`() {
    var source = plain("one\ntwo\nthree\nfour\nfive\nend")
    source.addBlocks([TextBlock(.quote, in: 0..<23, isCollapsible: true)])
    let collapsed = text(source, width: 200)
    #expect(collapsed.string == "one\ntwo\nthree\nend")
    let last = collapsed.range(ofSource: 24..<27)
    #expect(collapsed.string(in: last) == "end")
    #expect(collapsed.sourceRange(of: last) == 24..<27)
    // A position in hidden text is the end of what is visible before it.
    #expect(collapsed.range(ofSource: 16..<16).lowerBound == 14)
  }

  // MARK: Units

  private func units(_ unit: Accessible.Text.Unit, of text: Accessible.Text) -> [String] {
    var units: [String] = []
    var index = 0
    while index < text.count {
      let range = text.range(of: unit, at: index)
      #expect(range.contains(index))
      units.append(text.string(in: range))
      index = max(range.upperBound, index + 1)
    }
    return units
  }

  @Test func `units partition the text`() {
    let text = text(plain("Hello, big world. Next one!\ne\u{301}👩‍👩‍👧 z"), width: 100)
    #expect(
      units(.word, of: text) == [
        "Hello, ", "big ", "world. ", "Next ", "one!\n", "e\u{301}👩‍👩‍👧 ", "z",
      ])
    #expect(units(.sentence, of: text) == ["Hello, big world. ", "Next one!\n", "e\u{301}👩‍👩‍👧 z"])
    #expect(units(.paragraph, of: text) == ["Hello, big world. Next one!\n", "e\u{301}👩‍👩‍👧 z"])
    #expect(units(.line, of: text).joined() == text.string)
    #expect(units(.line, of: text).count > 3)
    #expect(units(.character, of: text).suffix(4) == ["e\u{301}", "👩‍👩‍👧", " ", "z"])
  }

  @Test func `a unit is found from any code point within it, and none at the end`() {
    let text = text(plain("مرحبا بالعالم"))
    for index in 0..<6 { #expect(text.range(of: .word, at: index) == 0..<6) }
    for index in 6..<13 { #expect(text.range(of: .word, at: index) == 6..<13) }
    #expect(text.range(of: .word, at: 13) == 13..<13)
    #expect(text.range(of: .line, at: 99) == 13..<13)
  }

  // MARK: Places and attributes

  @Test func `frames and points are relative to the origin`() {
    let text = text(plain("abcd efgh"), width: 50, at: Point(x: 100, y: 200))
    #expect(text.frames(of: 0..<2) == [Rect(x: 100, y: 200, width: 20, height: 10)])
    #expect(text.frames(of: 5..<6) == [Rect(x: 100, y: 210, width: 10, height: 10)])
    #expect(text.index(at: Point(x: 115, y: 205)) == 1)
    #expect(text.index(at: Point(x: 115, y: 215)) == 6)
    #expect(text.index(at: Point(x: 15, y: 5)) == nil)
  }

  @Test func `attributes are those that differ from the defaults`() {
    var source = plain("ab cd ef")
    source.updateStyle(in: 3..<5) { style in
      style.font.weight = 700
      style.paint.strikethrough = .init()
    }
    let text = text(source)
    #expect(text.defaultAttributes["weight"] == "400")
    #expect(text.defaultAttributes["size"] == "10.0pt")
    #expect(text.attributes(at: 0).attributes == [:])
    #expect(text.attributes(at: 0).range == 0..<3)
    #expect(text.attributes(at: 4).attributes == ["weight": "700", "strikethrough": "true"])
    #expect(text.attributes(at: 4).range == 3..<5)
    #expect(text.attributes(at: 7).range == 5..<8)
  }

  @Test func `selection and caret are converted to code points`() {
    var text = text(plain("é🙂 ab"))
    text.selection = 2..<7
    text.caret = 7
    #expect(text.selectedRange == 1..<3)
    #expect(text.caretIndex == 3)
    text.selection = 2..<2
    #expect(text.selectedRange == nil)
  }
}
