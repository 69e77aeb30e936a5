import GalleyFonts
import GalleyGeometry
import TestSupport
import Testing

@testable import GalleyTypesetting

/// Truncation tokens among letters that are right-to-left, join, or have several code points.
@Suite struct TruncationInScriptsTests {
  let engine = TestFonts.engine()

  private func layout(
    _ text: String, width: Double, _ truncation: LayoutOptions.Truncation = .end,
    family: String = "Galley Box", token: AttributedText? = nil, direction: TextDirection = .auto
  ) -> TextLayout {
    var options = LayoutOptions(width: width)
    options.maximumLines = 1
    options.truncation = truncation
    options.truncationToken = token.map { LayoutOptions.TruncationToken($0) }
    return engine.layout(
      AttributedText(text, style: TestFonts.style(family), direction: direction), options: options)
  }

  /// Returns the text of a line from left to right, the token included.
  private func placed(_ layout: TextLayout) -> [PlacedRun] {
    let tokens = layout.placedTokens.map {
      PlacedRun($0.layout.text.string, $0.frame.minX...$0.frame.maxX)
    }
    return (layout.placed() + tokens).sorted { $0.x.lowerBound < $1.x.lowerBound }
  }

  @Test func `an end token is on the side where its paragraph's lines end`() {
    let hebrew = layout("אבגדהוז", width: 50)
    #expect(placed(hebrew) == [PlacedRun("…", 0...10), PlacedRun("אבגד", 10...50)])
    #expect(hebrew.lines[0].isRightToLeft)
    // A Latin word at the cut of a right-to-left paragraph.
    #expect(
      placed(layout("אב cdef", width: 60))
        == [PlacedRun("…", 0...10), PlacedRun("cd", 10...30), PlacedRun("אב ", 30...60)])
    // A Hebrew word at the cut of a left-to-right paragraph.
    #expect(
      placed(layout("ab גדהו", width: 60))
        == [PlacedRun("ab ", 0...30), PlacedRun("גד", 30...50), PlacedRun("…", 50...60)])
  }

  @Test func `a start token is on the side where its paragraph's lines begin`() {
    #expect(
      placed(layout("אבגדהוז", width: 50, .start))
        == [PlacedRun("דהוז", 0...40), PlacedRun("…", 40...50)])
    // The shown text is in a paragraph with its own direction.
    let mixed = layout("abc\nאבג", width: 100, .start)
    #expect(placed(mixed) == [PlacedRun("אבג", 0...30), PlacedRun("…", 30...40)])
    #expect(mixed.lines[0].isRightToLeft)
  }

  /// - SeeAlso: UAX #9, N1 and N2.
  @Test func `a middle token is placed by its surrounding text's direction`() {
    #expect(
      placed(layout("אבגדהוז", width: 50, .middle, direction: .leftToRight))
        == [PlacedRun("וז", 0...20), PlacedRun("…", 20...30), PlacedRun("אב", 30...50)])
    #expect(
      placed(layout("abcאבגד", width: 50, .middle))
        == [PlacedRun("ab", 0...20), PlacedRun("…", 20...30), PlacedRun("גד", 30...50)])
  }

  @Test func `a token is laid out in its paragraph's direction`() {
    let token = AttributedText("… +", style: TestFonts.style())
    let hebrew = layout("אבגדהוז", width: 50, token: token)
    #expect(hebrew.seen == ["אב… +"])
    #expect(hebrew.placedTokens.first?.layout.isRightToLeft == true)
    // White space at the end of a token takes room if text follows.
    let start = layout(
      "אבגדהוז", width: 50, .start, token: AttributedText("… ", style: TestFonts.style()))
    #expect(start.seen == ["… הוז"])
    #expect(start.placedTokens.map(\.frame) == [Rect(x: 30, y: 0, width: 20, height: 10)])
    #expect(start.placedTokens.map(\.origin) == [Point(x: 40, y: 0)])
  }

  @Test func `letters at the cut are shaped as at a word boundary`() {
    // Beh: isolated 610, initial 410, medial 310, final 510 of 1000 units; the ellipsis comes from
    // another font and is 10 points wide.
    let one = layout("بببببببب", width: 17, family: "Galley Joining")
    #expect(one.seen == ["ب…"])
    #expect(one.size.width.thousandths == 16.1)
    let two = layout("بببببببب", width: 20, family: "Galley Joining")
    #expect(two.seen == ["بب…"])
    #expect(two.size.width.thousandths == 19.2)
    // In its initial form, it would fit.
    #expect(layout("بببببببب", width: 15, family: "Galley Joining").seen == ["…"])
    let last = layout("بببببببب", width: 17, .start, family: "Galley Joining")
    #expect(last.seen == ["…ب"])
    #expect(last.size.width.thousandths == 16.1)
    let both = layout("بببببببب", width: 23, .middle, family: "Galley Joining")
    #expect(both.seen == ["ب…ب"])
    #expect(both.size.width.thousandths == 22.2)
  }

  @Test func `letters at a cut between two sizes are shaped as at a word boundary`() {
    // Beh: isolated 610, initial 410, medial 310, final 510 of 1000 units; an ellipsis takes the
    // size of the letter beside it.
    func line(
      _ small: Range<Int>, width: Double, _ truncation: LayoutOptions.Truncation
    ) -> TextLayout {
      var text = AttributedText("بببببببب", style: TestFonts.style("Galley Joining", size: 20))
      text.setStyle(TestFonts.style("Galley Joining", size: 10), in: small)
      let options = LayoutOptions(width: width) {
        $0.maximumLines = 1
        $0.truncation = truncation
      }
      let layout = engine.layout(text, options: options)
      #expect(layout.misplaced == [])
      return layout
    }
    // At the cut, the second letter is final, not medial, or the first initial.
    #expect(line(0..<4, width: 19.3, .end).seen == ["بب…"])
    #expect(line(0..<4, width: 19.3, .end).size.width.thousandths == 19.2)
    #expect(line(0..<4, width: 19.1, .end).seen == ["ب…"])
    #expect(line(0..<4, width: 19.1, .end).size.width.thousandths == 16.1)
    #expect(line(12..<16, width: 19.3, .start).seen == ["…بب"])
    #expect(line(12..<16, width: 19.3, .start).size.width.thousandths == 19.2)
    #expect(line(12..<16, width: 19.1, .start).seen == ["…ب"])
  }

  @Test func `letters that do not join are not reshaped at the cut`() {
    var text = AttributedText("abcdefgh", style: TestFonts.style(size: 20))
    text.setStyle(TestFonts.style(), in: 0..<2)
    text.setStyle(TestFonts.style(), in: 6..<8)
    var options = LayoutOptions(width: 30) { $0.maximumLines = 1 }
    let end = engine.layout(text, options: options)
    #expect(end.seen == ["ab…"])
    #expect(end.breaks.patches.isEmpty)
    options.truncation = .start
    let start = engine.layout(text, options: options)
    #expect(start.seen == ["…gh"])
    #expect(start.breaks.patches.isEmpty)
    // Nor are joined letters between words.
    let words = layout("بب بببببب", width: 21, family: "Galley Joining")
    #expect(words.seen == ["بب…"])
    #expect(words.breaks.patches.isEmpty)
    let joined = layout("بببببب", width: 21, family: "Galley Joining")
    #expect(joined.seen == ["بب…"])
    #expect(joined.breaks.patches.map(\.range) == [0..<4])
  }

  @Test func `a ligature at the cut is split`() {
    // f i 500 as a ligature; 300 and 250 apart.
    #expect(layout("fifififi", width: 13, family: "Galley Ligature").size.width == 13)
    #expect(layout("fifififi", width: 13, family: "Galley Ligature").seen == ["f…"])
    #expect(layout("fifififi", width: 12.6, .start, family: "Galley Ligature").seen == ["…i"])
  }

  @Test(arguments: [
    (text: "😀👨‍👩‍👧🇩🇪👍🏽", seen: ["😀…", "😀👨‍👩‍👧…", "😀👨‍👩‍👧🇩🇪…"]),
    (text: "e\u{301}e\u{301}e\u{301}e\u{301}", seen: ["e\u{301}…", "e\u{301}e\u{301}…"]),
    (text: "กำน้ำที่ก", seen: ["กำ…", "กำน้ำ…"]),
  ])
  func `truncation never splits a character`(text: String, seen: [String]) {
    var all: Set<String> = []
    for width in 10...100 {
      let layout = layout(text, width: Double(width))
      let line = layout.seen[0]
      all.insert(line)
      let shown = line.hasSuffix("…") ? String(line.dropLast()) : line
      #expect(text.hasPrefix(shown) && Array(text).starts(with: Array(shown)), "\(width): \(line)")
    }
    #expect(all.isSuperset(of: seen), "\(all)")
  }

  @Test func `an ellipsis has the font and color of the preceding character`() {
    let (red, green) = (Color(argb: 0xFFCC_0000), Color(argb: 0xFF00_CC00))
    var text = AttributedText("abcdefgh", style: TestFonts.style())
    text.updateStyle(in: 0..<3) {
      $0.paint.color = .fixed(red)
      $0.paint.underline = .solid
      $0.font.size = 20
    }
    text.updateStyle(in: 3..<8) { $0.paint.color = .fixed(green) }
    func token(_ width: Double) -> TextStyle? {
      let options = LayoutOptions(width: width) { $0.maximumLines = 1 }
      return engine.layout(text, options: options).placedTokens.first?.layout.text.baseStyle
    }
    // Three letters of 20 points and an ellipsis of 20 points; one more letter of 10 with an
    // ellipsis of 10.
    #expect(token(79)?.paint == TextPaint(color: .fixed(red)))
    #expect(token(79)?.font.size == 20)
    #expect(token(80)?.paint.color == .fixed(green))
    #expect(token(80)?.font.size == 10)
  }
}
