import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide; in Galley Joining,
/// a tatweel is 2 points wide.
@Suite struct JustificationTests {
  let engine = TestFonts.engine()

  private func layout(
    _ text: String, width: Double, room: Double? = nil, family: String = "Galley Box",
    direction: TextDirection = .auto, tabWidth: Double? = nil
  ) -> TextLayout {
    let layout = engine.layout(
      AttributedText(text, style: TestFonts.style(family), direction: direction),
      options: LayoutOptions(
        width: width, alignment: .justified, tabWidth: tabWidth, alignmentWidth: room ?? width))
    #expect(layout.misplaced == [])
    return layout
  }

  private func edges(_ layout: TextLayout, line: Int = 0) -> [Double] {
    layout.glyphs(line: line).map(\.x)
  }

  @Test func `justification expands spaces equally and leaves the last line unchanged`() {
    let text = layout("ab cd e fghi", width: 90, room: 100)
    #expect(text.lineTexts == ["ab cd e ", "fghi"])
    #expect(text.lines.map(\.width) == [100, 40])
    #expect(edges(text) == [0, 10, 20, 45, 55, 65, 90])
    #expect(edges(text, line: 1) == [0, 10, 20, 30])
  }

  @Test func `justification without an alignment width fills the longest line's width`() {
    let text = engine.layout(
      AttributedText("ab c defgh ij kl", style: TestFonts.style()),
      options: LayoutOptions(width: 69, alignment: .justified))
    #expect(text.lineTexts == ["ab c ", "defgh ", "ij kl"])
    #expect(text.lines.map(\.width) == [50, 50, 50])
    #expect(edges(text) == [0, 10, 20, 40])
    #expect(text.size.width == 50)
  }

  @Test func `the last line of each paragraph is not justified`() {
    let text = layout("ab cd ef\nab cd\n", width: 60)
    #expect(text.lineTexts == ["ab cd ", "ef\n", "ab cd\n", ""])
    #expect(text.lines.map(\.width) == [60, 20, 50, 0])
  }

  @Test func `right-to-left text is justified, with its last line at the right`() {
    let text = layout("אב גד ה וזחט", width: 90, room: 100)
    #expect(text.lines.map(\.width) == [100, 40])
    #expect(text.lines.map(\.x) == [0, 60])
    #expect(edges(text) == [0, 25, 35, 45, 70, 80, 90])
    #expect(text.placed() == [.init("ה", 0...10), .init("גד ", 10...55), .init("אב ", 55...100)])
  }

  @Test func `mixed text is justified in visual order`() {
    let text = layout("ab גד הו cdefgh", width: 90, room: 110)
    #expect(text.lineTexts == ["ab גד הו ", "cdefgh"])
    // 30 points for two spaces: one inside the Hebrew, one before it.
    #expect(text.placed() == [.init("ab ", 0...45), .init("הו", 45...65), .init("גד ", 65...110)])
    #expect(edges(text) == [0, 10, 20, 45, 55, 80, 90, 100])
  }

  @Test func `Han text is justified between characters`() {
    let text = layout("漢字漢字漢字漢字", width: 60, room: 65)
    #expect(text.lines.map(\.width) == [65, 20])
    #expect(edges(text) == [0, 11, 22, 33, 44, 55])
  }

  @Test func `justification keeps punctuation attached to its characters`() {
    let text = layout("「漢字」、漢字", width: 60, room: 66)
    #expect(text.lineTexts == ["「漢字」、漢", "字"])
    // Expansion opportunities: after the first Han character, and after the comma.
    #expect(edges(text) == [0, 10, 23, 33, 43, 56])
  }

  @Test func `spaces and Han-Latin boundaries expand equally`() {
    let text = layout("漢ab 字漢漢漢漢漢", width: 70, room: 80)
    #expect(text.lineTexts == ["漢ab 字漢漢", "漢漢漢"])
    #expect(edges(text) == [0, 12.5, 22.5, 32.5, 45, 57.5, 70])
  }

  @Test func `text before a tab and lines without expansion opportunities are not stretched`() {
    let tab = layout("a b\tc d efghi", width: 90, room: 100, tabWidth: 50)
    #expect(tab.lineTexts == ["a b\tc d ", "efghi"])
    #expect(edges(tab) == [0, 10, 20, 50, 60, 90])
    let word = layout("abc defg", width: 60, room: 60)
    #expect(word.lines.map(\.width) == [30, 40])
    #expect(edges(word) == [0, 10, 20])
  }

  @Test func `justification expands no-break spaces but not leading spaces`() {
    let text = layout("  a\u{A0}b cde", width: 60)
    #expect(text.lineTexts == ["  a\u{A0}b ", "cde"])
    #expect(edges(text) == [0, 10, 20, 30, 50])
  }

  @Test func `an attachment on a justified line keeps its place between the letters`() {
    let icon = TextAttachment(id: "i", size: Size(width: 10, height: 10))
    let text = AttributedText(
      "a *b cc ddd", replacing: [(2..<3, icon)], style: TestFonts.style())
    let layout = engine.layout(
      text, options: LayoutOptions(width: 80, alignment: .justified, alignmentWidth: 80))
    #expect(layout.misplaced == [])
    #expect(layout.lines.map(\.width) == [80, 30])
    // Each space takes five of the ten points.
    #expect(layout.placedAttachments().map(\.frame.minX) == [25])
    #expect(layout.rects(of: 5..<6) == [Rect(x: 35, y: 0, width: 10, height: 10)])
    #expect(layout.rects(of: 7..<9) == [Rect(x: 60, y: 0, width: 20, height: 10)])
  }

  @Test func `the hyphen of a justified line is at the edge`() {
    let text = layout("ab cd\u{AD}efg", width: 69, room: 70)
    #expect(text.lineTexts == ["ab cd\u{AD}", "efg"])
    #expect(text.lines.map(\.width) == [70, 30])
    #expect(text.glyphs().last?.x == 60)
  }

  @Test func `the rectangle of a space includes its expansion`() {
    let text = layout("ab cd efg", width: 60)
    #expect(text.rects(of: 0..<2) == [Rect(x: 0, y: 0, width: 20, height: 10)])
    #expect(text.rects(of: 2..<3) == [Rect(x: 20, y: 0, width: 20, height: 10)])
    #expect(text.rects(of: 3..<5) == [Rect(x: 40, y: 0, width: 20, height: 10)])
    #expect(text.rects(of: 0..<5) == [Rect(x: 0, y: 0, width: 60, height: 10)])
    let right = layout("אב גד הוז", width: 60)
    #expect(right.rects(of: 0..<4) == [Rect(x: 40, y: 0, width: 20, height: 10)])
    #expect(right.rects(of: 4..<5) == [Rect(x: 20, y: 0, width: 20, height: 10)])
  }

  @Test func `a glyph run includes the expansion of its trailing space`() {
    var source = AttributedText("ab cd efg", style: TestFonts.style())
    source.updateStyle(in: 1..<3) { $0.paint.color = .fixed(Color(argb: 0xFFFF_0000)) }
    let text = engine.layout(
      source, options: LayoutOptions(width: 60, alignment: .justified, alignmentWidth: 60))
    #expect(text.misplaced == [])
    #expect(text.placed() == [.init("a", 0...10), .init("b ", 10...40), .init("cd", 40...60)])
  }

  @Test(arguments: [Double.infinity, .nan, -5, 0, 1e300])
  func `an invalid alignment width does not stretch lines`(room: Double) {
    let text = layout("ab cd efg", width: 60, room: room)
    #expect(text.lines.map(\.width) == [50, 30])
  }

  @Test func `relayout applies a changed alignment width and alignment`() {
    let source = AttributedText("ab cd efg", style: TestFonts.style())
    var options = LayoutOptions(width: 60, alignment: .justified, alignmentWidth: 60)
    let text = engine.layout(source, options: options)
    options.alignmentWidth = 70
    #expect(text.relayout(options).lines.map(\.width) == [70, 30])
    options.alignment = .start
    #expect(text.relayout(options).lines.map(\.width) == [50, 30])
    #expect(text.relayout(options).glyphs().map(\.x) == [0, 10, 20, 30, 40])
  }
}

/// Justification of Arabic in Galley Joining at 10 points.
///
/// Initial forms are 4 points wide plus a tenth of the letter's index in the alphabet; medial forms
/// 3, final 5, isolated 6; a space is 2.5 and a tatweel 2 points wide.
@Suite struct KashidaTests {
  let engine = TestFonts.engine()

  private func layout(_ text: String, width: Double, room: Double) -> TextLayout {
    let layout = engine.layout(
      AttributedText(text, style: TestFonts.style("Galley Joining")),
      options: LayoutOptions(width: width, alignment: .justified, alignmentWidth: room))
    #expect(layout.misplaced == [])
    return layout
  }

  /// Returns the number of tatweel glyphs of a line by cluster.
  private func tatweels(_ layout: TextLayout) -> [Int32: Int] {
    let tatweel = engine.layout(AttributedText("ـ", style: TestFonts.style("Galley Joining")))
      .glyphs()[0].id
    var scratch = PlacementScratch()
    var counts: [Int32: Int] = [:]
    layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { _, glyphs in
      for index in 0..<glyphs.count where glyphs[index].id == tatweel {
        counts[glyphs[index].cluster, default: 0] += 1
      }
    }
    return counts
  }

  @Test func `kashidas grow by whole tatweels, and spaces take the remainder`() {
    let natural = layout("به به هههههههههه", width: 30, room: 30).lines[0]
    #expect(natural.width == 30)
    let text = layout("به به هههههههههه", width: 24, room: 30)
    #expect(text.lineTexts[0] == "به به ")
    #expect(text.lines[0].width == 30)
    // beh 4.1 and heh 5.8: twice 9.9 plus the space of 2.5 is 22.3; the missing 7.7 are three
    // tatweels and 1.7.
    #expect(tatweels(text) == [0: 1, 5: 2])
    let spaces = text.rects(of: 4..<5)
    #expect(spaces.map { ($0.maxX - $0.minX).thousandths } == [4.2])
  }

  @Test func `a kashida is at most three tatweels long`() {
    let text = layout("به به هههههههههه", width: 24, room: 60)
    #expect(text.lines[0].width == 60)
    #expect(tatweels(text) == [0: 3, 5: 3])
  }

  @Test func `no tatweel is inserted between lam and alef`() {
    let text = layout("لا لا هههههههههه", width: 20, room: 30)
    #expect(tatweels(text).isEmpty)
    #expect(text.lines[0].width == 30)
  }

  @Test func `kashidas after the Arabic letter sin have priority`() {
    let text = layout("سبه سبه هههههههههه", width: 40, room: 42)
    #expect(text.lineTexts[0] == "سبه سبه ")
    #expect(tatweels(text).keys.allSatisfy { $0 == 0 || $0 == 7 })
    #expect(!tatweels(text).isEmpty)
  }

  @Test func `letters that do not join get no tatweel`() {
    let text = layout("دا را هههههههههه", width: 30, room: 40)
    #expect(tatweels(text).isEmpty)
  }

  @Test func `spaces take all expansion in a font without tatweel`() throws {
    // Galley Box has no Arabic, and its fallback does not join.
    let text = engine.layout(
      AttributedText("به به ههههههه", style: TestFonts.style()),
      options: LayoutOptions(width: 50, alignment: .justified, alignmentWidth: 70))
    #expect(text.misplaced == [])
    #expect(text.lines[0].width == 70)
  }
}
