import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide, including Hebrew
/// letters.
@Suite struct PlacementTests {
  let engine = TestFonts.engine()

  private func layout(
    _ text: String, _ direction: TextDirection = .auto, width: Double = .infinity,
    family: String = "Galley Box", tabWidth: Double? = nil
  ) -> TextLayout {
    let layout = engine.layout(
      AttributedText(text, style: TestFonts.style(family), direction: direction),
      options: LayoutOptions(width: width, tabWidth: tabWidth))
    #expect(layout.misplaced == [])
    return layout
  }

  @Test func `Hebrew within English is placed from right to left`() {
    #expect(
      layout("ab אבג cd").placed() == [
        .init("ab ", 0...30), .init("אבג", 30...60), .init(" ", 60...70), .init("cd", 70...90),
      ])
    let glyphs = layout("אב").glyphs()
    #expect(glyphs.map(\.x) == [0, 10])
    #expect(glyphs[0].id == glyphs[1].id + 1)  // bet is left of alef
  }

  @Test func `digits keep their order in Hebrew`() {
    #expect(
      layout("אב 12 ג").placed() == [
        .init(" ג", 0...20), .init("12", 20...40), .init("אב ", 40...70),
      ])
    #expect(layout("אב 12 ג").isRightToLeft)
    #expect(layout("אב 12 ג", .leftToRight).placed().map(\.text) == [" ג", "12", "אב "])
  }

  @Test func `brackets are mirrored in right-to-left text`() {
    // ( is glyph 9 and ) glyph 10; right-to-left text exchanges them.
    let text = layout("א(ב)")
    #expect(text.placed() == [.init("א(ב)", 0...40)])
    let ids = text.glyphs().map(\.id)
    #expect(ids[0] == 9 && ids[2] == 10)
    // N0: the brackets take the direction of their contents, which is the paragraph's.
    #expect(
      layout("a(אב)b").placed() == [
        .init("a(", 0...20), .init("אב", 20...40), .init(")", 40...50), .init("b", 50...60),
      ]
        || layout("a(אב)b").placed() == [
          .init("a(", 0...20), .init("אב", 20...40), .init(")b", 40...60),
        ])
  }

  @Test func `nested isolates keep their own directions`() {
    // In a right-to-left paragraph: a left-to-right isolate that contains a right-to-left one.
    let text = layout("א\u{2066}a\u{2067}בג\u{2069}c\u{2069}ד")
    let visible = text.placed().filter { $0.x.lowerBound < $0.x.upperBound }
    #expect(
      visible.map { $0.text.filter { !$0.unicodeScalars.contains { $0.value >= 0x2066 } } } == [
        "ד", "a", "בג", "c", "א",
      ])
    #expect(visible.map(\.x) == [0...10, 10...20, 20...40, 40...50, 50...60])
  }

  @Test func `a right-to-left override reverses letters`() {
    let text = layout("a\u{202E}bc\u{202C}d")
    let glyphs = text.glyphs().filter { $0.id >= 66 && $0.id < 70 }
    #expect(glyphs.map(\.id) == [66, 68, 67, 69])
    #expect(glyphs.map(\.x) == [0, 10, 20, 30])
  }

  @Test func `trailing spaces of a right-to-left line hang on the left`() {
    let text = layout("אב גד   ", width: 50)
    #expect(text.lines.map(\.width) == [50])
    #expect(text.placed().map(\.x) == [0...50])
    let two = layout("אב גד הו", width: 50)
    #expect(two.lineTexts == ["אב גד ", "הו"])
    #expect(two.lines.map(\.width) == [50, 20])
    #expect(two.lines.map(\.x) == [0, 30])
    #expect(two.placed(line: 1) == [.init("הו", 30...50)])
    // The same at the end of left-to-right text in a right-to-left line.
    let mixed = layout("אב cd  \nה", .rightToLeft)
    #expect(mixed.placed() == [.init("cd", 0...20), .init("אב ", 20...50)])
  }

  @Test(arguments: [
    "\u{200F}", "\u{200E}", "\u{200B}", "\u{2060}", "\u{1}", "\u{1}\u{2}", "\u{2069}", "\u{AD}",
    "\u{202C}", "\u{FEFF}", "\u{1C}", "\u{FE0F}", "\u{200D}",
  ])
  func `invisible characters next to spaces are placed within the measured width`(tail: String) {
    for text in ["ab " + tail, "אב " + tail, "אב \(tail) \(tail)", "ab\(tail) ", tail + " ", tail] {
      for direction in [TextDirection.auto, .rightToLeft] {
        for width in [Double.infinity, 25, 15, 0] {
          let result = layout(text, direction, width: width)
          #expect(result.placed().allSatisfy { $0.x.upperBound <= result.size.width + 1e-6 })
        }
      }
    }
  }

  @Test func `tab stops in right-to-left text are measured from the right`() {
    let text = layout("א\tב", tabWidth: 40)
    #expect(text.lines.map(\.width) == [50])
    #expect(text.placed() == [.init("ב", 0...10), .init("\t", 10...40), .init("א", 40...50)])
    #expect(text.rects(of: 2..<3) == [Rect(x: 10, y: 0, width: 30, height: 10)])
  }

  @Test(arguments: [40, 40.1, 33.28, 14.56, 0.1, 0.3, 0.7, 20.8, 27.04])
  func `each consecutive tab advances by one stop`(tabWidth: Double) {
    let count = 300
    let text = layout(String(repeating: "\t", count: count) + "a", tabWidth: tabWidth)
    let edges = text.placed().map(\.x.lowerBound)
    #expect(edges.count == count + 1)
    for (index, edge) in edges.enumerated() {
      #expect(edge == (Double(index) * tabWidth).thousandths)
    }
  }

  @Test(arguments: [0, -5, .nan, .infinity, 1e-300, 1e-307, 1e300])
  func `invalid tab widths produce finite layouts`(tabWidth: Double) {
    for text in ["a\tb", "\t\t\t", "אב\tג"] {
      let result = layout(text, tabWidth: tabWidth)
      #expect(result.size.width.isFinite && result.size.width >= 0)
      #expect(layout(text, width: 15, tabWidth: tabWidth).lines.allSatisfy { $0.width.isFinite })
    }
  }

  @Test func `the default tab width is eight spaces`() {
    #expect(layout("a\tb").placed().map(\.x) == [0...10, 10...80, 80...90])
    // A space of Galley Kern is a quarter of an em.
    #expect(layout("a\tb", family: "Galley Kern").placed().last?.x == 20...25)
  }

  @Test func `each paragraph has its own direction`() {
    let text = layout("ab\nאב\n12\nאa\naא")
    #expect(text.lines.map(\.isRightToLeft) == [false, true, false, true, false])
    #expect(text.lines.map(\.x) == [0, 0, 0, 0, 0])
    #expect(layout("abcd\nאב\n12").lines.map(\.x) == [0, 20, 0])
    let forced = layout("abcd\nאב\n12", .rightToLeft)
    #expect(forced.lines.map(\.isRightToLeft) == [true, true, true])
    #expect(forced.lines.map(\.x) == [0, 20, 20])
  }

  @Test func `bidirectional text is reordered line by line`() {
    let text = layout("ab גד הו cd", width: 50)
    #expect(text.lineTexts == ["ab גד ", "הו cd"])
    #expect(text.placed() == [.init("ab ", 0...30), .init("גד", 30...50)])
    #expect(
      text.placed(line: 1) == [.init("הו", 0...20), .init(" ", 20...30), .init("cd", 30...50)])
  }

  @Test func `a hyphen is placed at the end of its line`() {
    let left = layout("abc\u{AD}def", width: 50)
    #expect(left.lines.map(\.width) == [40, 30])
    #expect(left.glyphs().last?.x == 30)
    // Not Hebrew, which has no break after a hyphen (LB21a).
    let right = layout("\u{202E}abc\u{AD}def", .rightToLeft, width: 50)
    #expect(right.lines.map(\.width) == [40, 30])
    #expect(right.lines.map(\.x) == [0, 10])
    let glyphs = right.glyphs()
    #expect(glyphs.first?.x == 0)
    #expect(glyphs.filter { $0.x == 0 }.count <= 2)
    #expect(glyphs.first?.id == left.glyphs().last?.id)
    #expect(glyphs.map(\.x).max() == 40)  // the override, which has no width
    // Without a break, it is invisible and has no width.
    #expect(layout("abc\u{AD}def").glyphs().filter { $0.id == glyphs[0].id }.isEmpty)
  }

  @Test func `marks above a letter are stacked upward, and those below downward`() {
    func heights(_ string: String) -> [Float] {
      var (scratch, heights) = (PlacementScratch(), [Float]())
      let layout = layout(string, family: "Galley Mark")
      layout.visitGlyphRuns(ofLine: 0, scratch: &scratch) { _, glyphs in
        for index in 0..<glyphs.count { heights.append(glyphs[index].y) }
      }
      return heights
    }
    // Each is two points further from the baseline than the one before; y points downward.
    let above = heights("a\u{301}\u{301}\u{301}")
    #expect(above.count == 4 && above[0] == 0)
    #expect(above[2] == above[1] - 2 && above[3] == above[1] - 4)
    let below = heights("a\u{323}\u{323}")
    #expect(below.count == 3 && below[2] == below[1] + 2)
  }

  @Test func `a mark adds no width to its letter`() {
    let text = layout("e\u{301}x", family: "Galley Mark")
    #expect(text.lines.map(\.width) == [10])
    #expect(text.size.width == 10)
  }
}
