import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Tests in Galley Box at 10 points, in which every character is 10 points wide.
@Suite struct TabStopTests {
  let engine = TestFonts.engine()

  private func layout(
    _ text: String, _ stops: [ParagraphStyle.TabStop], width: Double = .infinity,
    indent: Double = 0, firstLineIndent: Double = 0
  ) -> TextLayout {
    var source = AttributedText(text, style: TestFonts.style())
    source.setParagraphStyle(
      ParagraphStyle(firstLineIndent: firstLineIndent, indent: indent, tabStops: stops),
      in: 0..<source.length)
    let layout = engine.layout(source, options: LayoutOptions(width: width))
    #expect(layout.misplaced == [])
    return layout
  }

  /// Returns the position of the text after the last tab of a line, in points.
  private func start(_ text: String, _ stops: [ParagraphStyle.TabStop], width: Double = .infinity)
    -> Double?
  {
    layout(text, stops, width: width).placed().last?.x.lowerBound
  }

  @Test(arguments: [
    (alignment: ParagraphStyle.TabStop.Alignment.start, x: 100.0), (.center, 85), (.end, 70),
    (.decimal, 70),
  ])
  func `a tab stop aligns the text after the tab`(
    alignment: ParagraphStyle.TabStop.Alignment, x: Double
  ) {
    #expect(start("a\tbcd", [ParagraphStyle.TabStop(100, alignment)]) == x)
    // White space at the end does not count.
    #expect(start("a\tbcd  \n", [ParagraphStyle.TabStop(100, alignment)]) == x)
  }

  @Test func `tabs advance to the next stop, then to the default stops`() {
    let text = layout("a\tb\tc\td", [ParagraphStyle.TabStop(50), ParagraphStyle.TabStop(90)])
    #expect(text.glyphs().map(\.x) == [0, 50, 90, 160])
    // Stops may be unordered, duplicated or invalid.
    let same = layout(
      "a\tb\tc\td",
      [
        ParagraphStyle.TabStop(.nan), ParagraphStyle.TabStop(90), ParagraphStyle.TabStop(50),
        ParagraphStyle.TabStop(90), ParagraphStyle.TabStop(-.infinity),
      ])
    #expect(same.glyphs().map(\.x) == [0, 50, 90, 160])
    #expect(
      layout("a\tb", [ParagraphStyle.TabStop(-20), ParagraphStyle.TabStop(10)]).glyphs().map(\.x)
        == [0, 80])
  }

  @Test func `a tab field ends at the next tab`() {
    let text = layout(
      "a\tbcd\te", [ParagraphStyle.TabStop(60, .end), ParagraphStyle.TabStop(100, .center)])
    #expect(text.glyphs().map(\.x) == [0, 30, 40, 50, 95])
  }

  @Test func `a field too wide for its stop begins directly after the text`() {
    #expect(start("abcd\tefgh", [ParagraphStyle.TabStop(60, .end)]) == 40)
    #expect(start("abcd\tefgh", [ParagraphStyle.TabStop(50, .center)]) == 40)
  }

  @Test(arguments: [
    (field: "12.5", x: 80.0), ("1", 90), ("123.45 kg", 70), ("-7.25", 80), ("1,234.50", 50),
    ("1.234,50", 50), ("1,5", 90), ("1,234", 50), ("12,345,678", 0), ("0,125", 90),
    ("about 1.5", 30), ("none", 60), ("3. then", 90), ("1\u{A0}234,5", 50),
    ("123,456", 30), ("1234,567", 60),
  ])
  func `decimal stops align numbers at their decimal separators`(field: String, x: Double) {
    let text = layout("\t" + field + "\n\tx", [ParagraphStyle.TabStop(100, .decimal)])
    #expect(text.rects(of: 0..<1).first?.maxX ?? 0 == x)
  }

  @Test func `decimal stops recognize Arabic digits and separators`() {
    // A digit of Galley Joining is 5.2 points wide.
    var source = AttributedText("\t١٢٫٥", style: TestFonts.style("Galley Joining"))
    source.setParagraphStyle(
      ParagraphStyle(tabStops: [ParagraphStyle.TabStop(100, .decimal)]), in: 0..<source.length)
    let layout = engine.layout(source)
    #expect(layout.rects(of: 0..<1).map { $0.maxX.thousandths } == [89.6])
  }

  @Test func `tab stops in right-to-left text are measured from the right`() {
    let text = layout("א\tבגד", [ParagraphStyle.TabStop(100, .end)])
    // The line is 100 points wide: alef is at its right end, and the end of the field at its left.
    #expect(text.lines[0].width == 100)
    #expect(text.placed().map(\.x) == [0...30, 30...90, 90...100])
    // The digits left of the separator are after it in reading order.
    let number = layout("א\t12.5", [ParagraphStyle.TabStop(100, .decimal)])
    #expect(number.lines[0].width == 120)
    #expect(number.rects(of: 2..<3) == [Rect(x: 40, y: 0, width: 70, height: 10)])
    // The fraction and what precedes the number are on the leading side.
    let decimal = [ParagraphStyle.TabStop(100, .decimal)]
    #expect(layout("א\t1.25 ב", decimal).lines[0].width == 70 + 60)
    #expect(layout("א\tבג 1.25", decimal).lines[0].width == 40 + 70)
    #expect(layout("א\t125", decimal).lines[0].width == 100 + 30)
  }

  @Test func `tab stops are measured from the start of the line`() {
    let text = layout(
      "ab\tc", [ParagraphStyle.TabStop(20), ParagraphStyle.TabStop(50)], indent: 30,
      firstLineIndent: -10)
    #expect(text.lines[0].x == 20)
    #expect(text.glyphs().map(\.x) == [20, 30, 70])
  }

  @Test func `line breaking accounts for tab stops`() {
    let text = layout("ab\tcd ef", [ParagraphStyle.TabStop(60)], width: 90)
    #expect(text.lineTexts == ["ab\tcd ", "ef"])
    #expect(text.lines.map(\.width) == [80, 20])
    let end = layout("ab\tcd ef", [ParagraphStyle.TabStop(90, .end)], width: 90)
    #expect(end.lineTexts == ["ab\tcd ef"])
    #expect(end.lines.map(\.width) == [90])
    #expect(
      layout("ab\tcd\tef", [ParagraphStyle.TabStop(60)], width: 70).lineTexts == [
        "ab\t", "cd\t", "ef",
      ])
  }

  @Test func `each paragraph uses its own tab stops`() {
    var source = AttributedText("a\tb\nc\td\ne\tf", style: TestFonts.style())
    source.setParagraphStyle(ParagraphStyle(tabStops: [ParagraphStyle.TabStop(30)]), in: 0..<4)
    source.setParagraphStyle(ParagraphStyle(tabStops: [ParagraphStyle.TabStop(50)]), in: 4..<8)
    let layout = engine.layout(source)
    #expect((0..<3).map { layout.glyphs(line: $0).last?.x } == [30, 50, 80])
  }

  @Test func `a tab at the start of a paragraph goes to the stops of that paragraph`() {
    var source = AttributedText("a\tb\n\tc\n\td", style: TestFonts.style())
    source.setParagraphStyle(ParagraphStyle(tabStops: [ParagraphStyle.TabStop(30)]), in: 0..<4)
    source.setParagraphStyle(ParagraphStyle(tabStops: [ParagraphStyle.TabStop(50)]), in: 4..<7)
    source.setParagraphStyle(ParagraphStyle(tabStops: [ParagraphStyle.TabStop(70)]), in: 7..<9)
    let layout = engine.layout(source)
    #expect((0..<3).map { layout.glyphs(line: $0).last?.x } == [30, 50, 70])
  }

  @Test func `a field of several sizes is aligned as a whole`() {
    // The tab, then 1 and 2 of 10 points each, the separator and 5 of five points each.
    func start(_ alignment: ParagraphStyle.TabStop.Alignment) -> Double? {
      var source = AttributedText("\t12.5 \tx", style: TestFonts.style())
      source.setStyle(TestFonts.style(size: 5), in: 3..<6)
      source.setParagraphStyle(
        ParagraphStyle(tabStops: [ParagraphStyle.TabStop(100, alignment)]), in: 0..<8)
      return engine.layout(source).rects(of: 0..<1).first?.maxX
    }
    #expect(start(.start) == 100)
    #expect(start(.end) == 70)
    #expect(start(.center) == 85)
    #expect(start(.decimal) == 80)
  }

  @Test func `the default tab width in a code block is four spaces`() {
    var source = AttributedText("a\tb\n\tc\td\ne\tf", style: TestFonts.style())
    source.setStyle(TestFonts.style("Galley Kern", size: 20), in: 4..<8)
    source.addBlocks([TextBlock(.code(language: nil), in: 4..<8)])
    let layout = engine.layout(source)
    #expect(layout.misplaced == [])
    // A space of Galley Kern is a quarter of an em: 5 points.
    let block = layout.glyphs(line: 1).map(\.x)
    let stops: [Double] = [9 + 20, 9 + 40]
    #expect(block == stops)
    #expect(layout.glyphs(line: 0).last?.x == 80)
    #expect(layout.glyphs(line: 2).last?.x == 80)
    var options = LayoutOptions(tabWidth: 35)
    let wide: [Double] = [9 + 35, 9 + 70]
    #expect(layout.relayout(options).glyphs(line: 1).map(\.x) == wide)
    options.tabWidth = nil
    #expect(layout.relayout(options).glyphs(line: 1).map(\.x) == block)
  }

  @Test(arguments: 0..<200)
  func `relayout of text with tab stops equals a fresh layout`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var text = AttributedText.random(using: &random)
    let alignments: [ParagraphStyle.TabStop.Alignment] = [.start, .center, .end, .decimal]
    text.setParagraphStyle(
      ParagraphStyle(
        indent: Double(Int.random(in: 0...2, using: &random) * 5),
        tabStops: (0..<Int.random(in: 0...4, using: &random)).map { _ in
          ParagraphStyle.TabStop(
            .random(in: -20...200, using: &random),
            alignments.randomElement(using: &random) ?? .start)
        }), in: 0..<text.length)
    let layout = engine.layout(text, options: .randomWrapping(using: &random))
    #expect(layout.misplaced == [])
    #expect(layout.lines.last?.range.upperBound ?? text.length == text.length)
    let options = LayoutOptions.randomWrapping(using: &random)
    let other = layout.relayout(options)
    #expect(other.misplaced == [])
    let difference = zip(
      other.fingerprint, engine.layout(text, options: options).fingerprint
    ).first { $0 != $1 }
    #expect(difference == nil)
  }
}
