import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// The extent of what is painted.
///
/// Tests in Galley Box at 10 points: letters are 10 points wide, lines have 8 points above and 2
/// below the baseline, and small letters are 5 points high.
@Suite struct InkBoundsTests {
  private let engine = TestFonts.engine()

  private func layout(
    _ string: String, _ options: LayoutOptions = LayoutOptions(),
    paint: (inout TextPaint) -> Void = { _ in }
  ) -> TextLayout {
    var style = TestFonts.style()
    paint(&style.paint)
    return engine.layout(AttributedText(string, style: style), options: options)
  }

  // MARK: Bounds

  @Test func `ink within the lines is bounded by the size`() {
    #expect(layout("ab\na").inkBounds == Rect(x: 0, y: 0, width: 20, height: 20))
    #expect(layout("").inkBounds == Rect(x: 0, y: 0, width: 0, height: 0))
    let right = layout("ab\na", LayoutOptions(alignment: .right))
    #expect(right.inkBounds == Rect(x: 0, y: 0, width: 20, height: 20))
  }

  @Test func `a shadow extends ink by its offset and twice its blur`() {
    let shadow = TextPaint.Shadow(.black, offset: Point(x: 3, y: 4), blur: 2)
    // One point to the left, seven to the right, and eight below the baseline.
    let base = layout("ab") { $0.shadow = shadow }
    #expect(base.inkBounds == Rect(x: -1, y: 0, width: 28, height: 16))
    let raised = layout("ab") {
      $0.shadow = TextPaint.Shadow(.black, offset: Point(x: 0, y: -5), blur: 0)
    }
    // Five points above the letters, which begin at 3.
    #expect(raised.inkBounds == Rect(x: 0, y: -2, width: 20, height: 12))
    var text = AttributedText("ab", style: TestFonts.style())
    text.updateStyle(in: 0..<1) { $0.paint.shadow = shadow }
    #expect(engine.layout(text).inkBounds == base.inkBounds)
  }

  @Test func `a stroke extends ink to all sides by half its width`() {
    let layout = layout("ab", LayoutOptions(lineHeight: .absolute(10))) {
      $0.stroke = TextPaint.Stroke(.black, width: 30)
    }
    // 20 points above the baseline at 8, and 15 below.
    #expect(layout.size == Size(width: 20, height: 10))
    #expect(layout.inkBounds == Rect(x: -15, y: -12, width: 50, height: 35))
  }

  @Test(arguments: [(2.0, 2.0), (0, 0), (-2, 0), (.infinity, 0), (.nan, 0)])
  func `a highlight extends ink to both sides by its outset`(outset: Double, distance: Double) {
    let layout = layout("ab") { $0.highlight = TextPaint.Highlight(.black, outset: outset) }
    #expect(layout.inkBounds == Rect(x: -distance, y: 0, width: 20 + 2 * distance, height: 10))
  }

  @Test func `the farthest of several effects counts on each side`() {
    var text = AttributedText("abcd", style: TestFonts.style())
    text.updateStyle(in: 0..<1) {
      $0.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: -6, y: 9), blur: 0)
      $0.paint.highlight = TextPaint.Highlight(.black, outset: 2)
    }
    text.updateStyle(in: 1..<2) { $0.paint.highlight = TextPaint.Highlight(.black, outset: 4) }
    text.updateStyle(in: 2..<3) {
      $0.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: 3, y: -7), blur: 0)
    }
    // 6 to the left and 4 to the right; the letters end at 3 and 8.
    #expect(
      engine.layout(text).inkBounds == Rect(x: -6, y: -4, width: 50, height: 21))
  }

  @Test func `raised and lowered letters extend the bounds, but empty lines do not`() {
    var text = AttributedText("ab\ncd", style: TestFonts.style())
    text.updateStyle(in: 0..<1) { $0.baselineShift = 20 }
    text.updateStyle(in: 3..<4) { $0.baselineShift = -20 }
    let options = LayoutOptions(lineHeight: .absolute(10))
    // 25 points above the baseline at 8, and 20 below that at 18.
    #expect(
      engine.layout(text, options: options).inkBounds
        == Rect(x: 0, y: -17, width: 20, height: 55))
    let empty = layout("\n") { $0.shadow = TextPaint.Shadow(.black, blur: 9) }
    #expect(empty.inkBounds == Rect(x: 0, y: 0, width: 0, height: 20))
  }

  @Test func `the frames of blocks extend the bounds`() {
    var text = AttributedText("ab", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<2)])
    // The block begins 5 points below the upper edge without insets.
    let options = LayoutOptions { $0.insets = Insets(top: -10, left: 0, bottom: 0, right: 0) }
    let layout = engine.layout(text, options: options)
    #expect(layout.blocks.map(\.frame.minY) == [-5])
    #expect(layout.inkBounds == Rect(x: 0, y: -5, width: 45, height: 18))
  }

  @Test func `the ink of a token extends the bounds`() {
    var style = TestFonts.style()
    style.paint.shadow = TextPaint.Shadow(.black, offset: Point(x: 30, y: 0))
    let options = LayoutOptions(width: 40) {
      $0.maximumLines = 1
      $0.truncationToken = LayoutOptions.TruncationToken(AttributedText("…", style: style))
    }
    let layout = layout("abcdef", options)
    #expect(layout.placedTokens.map(\.frame.minX) == [30])
    #expect(layout.inkBounds == Rect(x: 0, y: 0, width: 70, height: 10))
  }

  // MARK: Reach

  @Test func `ink is within eight ems of its line at a thousand units to the em`() {
    // Four ems for the glyph's origin, and four for its ink.
    #expect(layout("ab").inkReach([]) == 80)
    var text = AttributedText("abcd", style: TestFonts.style())
    text.updateStyle(in: 0..<1) { $0.baselineShift = -3 }
    #expect(engine.layout(text).inkReach([]) == 83)
    text.updateStyle(in: 2..<3) { $0.font.size = 20 }
    #expect(engine.layout(text).inkReach([]) == 160)
    var base = TestFonts.style()
    base.baselineShift = 7
    #expect(engine.layout(AttributedText("", style: base)).inkReach([]) == 87)
  }

  @Test func `the reach counts the font with the fewest units to the em`() {
    let own = TestFonts.style("Galley Em 2048")
    let em = engine.layout(AttributedText("ab", style: own))
    #expect(em.inkReach([]) == (4_000.0 / 2_048 + 4) * 10)
    var mixed = AttributedText("ab", style: own)
    mixed.setStyle(TestFonts.style(), in: 1..<2)
    #expect(engine.layout(mixed).inkReach([]) == 80)
  }

  @Test func `marks in stacks of dozens have an unbounded reach`() {
    func reach(_ count: Int) -> Double {
      let marks = String(repeating: "\u{301}", count: count)
      return engine.layout(AttributedText("a" + marks, style: TestFonts.style("Galley Mark")))
        .inkReach([])
    }
    // Each mark is 200 units higher than the one below.
    #expect(reach(5) == 80)
    #expect(reach(40) == .infinity)
  }

  @Test func `shadows and strokes add to the reach if they are painted`() {
    let shadow = TextPaint.Shadow(.black, offset: Point(x: 50, y: -4), blur: 3)
    let layout = layout("ab") {
      $0.shadow = shadow
      $0.stroke = TextPaint.Stroke(.black, width: 6)
    }
    #expect(layout.inkReach([.shadows]) == 80 + 4 + 2 * 3 + 6)
    #expect(layout.inkReach([.strokes, .backgrounds]) == 96)
    #expect(layout.inkReach([.backgrounds, .highlights]) == 80)
    var text = AttributedText("ab", style: TestFonts.style())
    text.updateStyle(in: 0..<1) { $0.paint.stroke = TextPaint.Stroke(.black, width: 9) }
    text.updateStyle(in: 1..<2) { $0.paint.shadow = shadow }
    #expect(engine.layout(text).inkReach([.shadows, .strokes]) == 90)
    let invalid = self.layout("ab") {
      $0.shadow = TextPaint.Shadow(.black, offset: Point(x: 0, y: .nan), blur: .nan)
      $0.stroke = TextPaint.Stroke(.black, width: .nan)
    }
    #expect(invalid.inkReach([.shadows]) == 80)
  }

  // MARK: Contents

  @Test func `built-in fonts are known, and those of the user are not`() {
    let builtIn = TextEngine(fonts: .empty).layout(AttributedText("ab"))
    #expect(!builtIn.usesUnknownFonts)
    #expect(layout("ab").usesUnknownFonts)
    // The base style's font counts even if no letter has it.
    #expect(layout("").usesUnknownFonts)
  }

  @Test func `a layout tells its contents`() {
    let plain = layout("é1")
    #expect(!plain.isFlowed && !plain.hasAttachments && !plain.hasAnnotations)
    #expect(plain.textLength == 3)
    var quote = AttributedText("ab", style: TestFonts.style())
    quote.addBlocks([TextBlock(.quote, in: 0..<2)])
    #expect(engine.layout(quote).isFlowed && !engine.layout(quote).hasAttachments)
    let icon = TextAttachment(id: "i", size: Size(width: 5, height: 5))
    var text = AttributedText("*", replacing: [(0..<1, icon)], style: TestFonts.style())
    text.annotate(0..<3, as: .spoiler)
    let layout = engine.layout(text)
    #expect(layout.hasAttachments && layout.hasAnnotations && !layout.isFlowed)
  }

  @Test func `a stand-in has the largest size that fits a box`() {
    let paint = TextPaint(color: .white)
    func standIn(_ string: String, _ width: Double, _ height: Double) -> TextLayout {
      layout("xyz").standIn(string, paint: paint, fitting: Size(width: width, height: height))
    }
    #expect(standIn("ab", 100, 20).size == Size(width: 40, height: 20))
    #expect(standIn("ab", 20, 20).size == Size(width: 20, height: 10))
    #expect(standIn("ab", 40, 20).size == Size(width: 40, height: 20))
    #expect(standIn("ab", 20, 20).text.baseStyle.paint == paint)
    #expect(standIn("", 20, 20).size == Size(width: 0, height: 0))
  }
}
