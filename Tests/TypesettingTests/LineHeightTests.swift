import GalleyFonts
import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Line heights.
///
/// In units of 1000 per em, Galley Box has 800 above and 200 below the baseline; Galley Emoji 950
/// and 250; Galley Metrics Hhea 900 and 300, with a gap of 50.
@Suite struct LineHeightTests {
  let engine = TestFonts.engine()

  private func lines(_ text: AttributedText, _ height: LayoutOptions.LineHeight) -> [TextLayout
    .Line]
  {
    let layout = engine.layout(text, options: LayoutOptions(lineHeight: height))
    let bottom = layout.lines.last.map { $0.y + $0.height } ?? 0
    #expect(abs(layout.size.height - bottom) < 1e-9)
    return layout.lines
  }

  private func text(_ string: String, _ family: String = "Galley Box") -> AttributedText {
    AttributedText(string, style: TestFonts.style(family))
  }

  @Test func `fallback fonts and emoji do not change uniform line heights`() {
    let plain = lines(text("ab\ncd\nef"), .uniform)
    #expect(plain.map(\.y) == [0, 10, 20])
    #expect(plain.map(\.baseline) == [8, 18, 28])
    #expect(plain.map(\.height) == [10, 10, 10])
    let mixed = lines(text("a😀\nسلام\n😀"), .uniform)
    #expect(mixed.map(\.y) == plain.map(\.y))
    #expect(mixed.map(\.baseline) == plain.map(\.baseline))
  }

  @Test func `lines before a taller one are where they are without it`() {
    let style = TestFonts.style("Galley Mark", size: 16.3)
    let plain = String(repeating: "a\n", count: 300)
    let marked = plain + "a" + String(repeating: "\u{301}", count: 20)
    let (lower, higher) = (
      lines(AttributedText(plain, style: style), .uniform),
      lines(AttributedText(marked, style: style), .uniform)
    )
    #expect(higher[300].height > lower[300].height)
    #expect(higher.prefix(300).map(\.y) == lower.prefix(300).map(\.y))
  }

  @Test func `the largest style determines the uniform line height`() {
    var larger = text("ab\ncd\nef")
    larger.setStyle(TestFonts.style(size: 20), in: 3..<4)
    #expect(lines(larger, .uniform).map(\.y) == [0, 20, 40])
    #expect(lines(larger, .uniform).map(\.baseline) == [16, 36, 56])
    var smaller = text("ab\ncd\nef")
    smaller.setStyle(TestFonts.style(size: 5), in: 3..<4)
    #expect(lines(smaller, .uniform).map(\.y) == [0, 10, 20])
  }

  @Test func `per-line height follows the fonts on each line`() {
    let own = lines(text("ab\na😀\n😀\n\ncd\n"), .perLine)
    #expect(own.map(\.height) == [10, 12, 12, 10, 10, 10])
    #expect(own.map(\.y) == [0, 10, 22, 34, 44, 54])
    #expect(own.map { ($0.baseline - $0.y).thousandths } == [8, 9.5, 9.5, 8, 8, 8])
    var styled = text("ab\ncd ef")
    styled.setStyle(TestFonts.style(size: 30), in: 4..<5)
    styled.setStyle(TestFonts.style(size: 5), in: 0..<3)
    #expect(lines(styled, .perLine).map(\.height) == [5, 30])
    #expect(lines(styled, .perLine).map(\.baseline) == [4, 29])
  }

  @Test func `a run's font affects the heights of only the lines it is on`() {
    var styled = text("ab cd ef gh")
    styled.setStyle(TestFonts.style(size: 20), in: 6..<8)
    let layout = engine.layout(
      styled, options: LayoutOptions(width: 30, lineHeight: .perLine))
    #expect(layout.lineTexts == ["ab ", "cd ", "e", "f ", "gh"])
    #expect(layout.lines.map(\.height) == [10, 10, 20, 20, 10])
  }

  @Test func `leading is split equally above and below a line`() {
    let own = lines(text("ab\ncd", "Galley Metrics Hhea"), .uniform)
    #expect(own.map { $0.height.thousandths } == [12.5, 12.5])
    #expect(own.map { $0.baseline.thousandths } == [9.25, 21.75])
    #expect(
      lines(text("ab\ncd", "Galley Metrics Hhea"), .perLine).map { $0.baseline.thousandths }
        == [9.25, 21.75])
  }

  @Test(arguments: [
    (30.0, 30.0, 18.0), (10, 10, 8), (6, 6, 6), (0, 0, 3), (-4, 0, 3), (-.infinity, 10, 8),
    (.infinity, 10, 8), (.nan, 10, 8),
  ])
  func `an absolute line height centers text vertically`(
    asked: Double, height: Double, baseline: Double
  ) {
    let own = lines(text("ab\n\n😀"), .absolute(asked))
    #expect(own.map(\.height.thousandths) == [height, height, height])
    #expect(
      own.map(\.baseline.thousandths) == [baseline, baseline + height, baseline + 2 * height])
  }

  @Test(arguments: [1.0, 1.25, 1.5, 2, 3])
  func `baselines on a line grid are whole pixels apart`(scale: Double) {
    for insets in [Insets.zero, Insets(top: 1, left: 1, bottom: 1, right: 1)] {
      var options = LayoutOptions()
      options.lineGrid = PixelGrid(scale: scale)
      options.insets = insets
      let lines = engine.layout(text("ab\ncd\nef\ngh", "Galley Metrics Hhea"), options: options)
        .lines
      for (line, next) in zip(lines, lines.dropFirst()) {
        let distance = (next.baseline - line.baseline) * scale
        #expect(abs(distance - distance.rounded()) < 1e-9)
        #expect(abs(distance - 12.5 * scale) <= 0.5 + 1e-9)
      }
    }
  }

  @Test(arguments: [LayoutOptions.LineHeight.uniform, .perLine, .absolute(10)])
  func `empty lines have the same height as others`(height: LayoutOptions.LineHeight) {
    #expect(lines(text("\n\n\n"), height).map(\.y) == [0, 10, 20, 30])
    #expect(lines(text("\n\n\n"), height).map(\.baseline) == [8, 18, 28, 38])
    #expect(lines(text("a\t\n\t\n\u{1}\n"), height).map(\.height) == [10, 10, 10, 10])
    #expect(lines(text(""), height) == [])
  }

  @Test(arguments: [LayoutOptions.LineHeight.uniform, .perLine, .absolute(10)])
  func `ten thousand lines have exact positions`(height: LayoutOptions.LineHeight) {
    let count = 10_000
    let layout = engine.layout(
      text(String(repeating: "a\n", count: count)), options: LayoutOptions(lineHeight: height))
    #expect(layout.lineCount == count + 1)
    #expect(layout.line(at: count).y == 10.0 * Double(count))
    #expect(layout.line(at: 5_000).range == 10_000..<10_002)
    #expect(layout.rects(of: 19_998..<20_000).map(\.minY) == [99_990])
    #expect(layout.size.height == 100_010)
    #expect(layout.size.width == 10)
  }

  @Test(arguments: [
    (Double.nan, 0.0), (-3, 0), (0, 0), (.infinity, 0), (-.infinity, 0), (1e9, 10_000),
    (10_000, 10_000), (1e-300, 1e-300),
  ])
  func `font sizes are clamped to a valid range`(asked: Double, size: Double) {
    for height in [LayoutOptions.LineHeight.uniform, .perLine] {
      let style = TextStyle(font: FontDescription(families: ["Galley Box"], size: asked))
      let layout = engine.layout(
        AttributedText("ab\tcאב 😀\n", style: style), options: LayoutOptions(lineHeight: height))
      #expect(layout.misplaced == [])
      #expect(layout.size.height.isFinite && layout.size.width.isFinite)
      #expect(layout.lines.allSatisfy { $0.frame.minX.isFinite && $0.baseline.isFinite })
      if height == .uniform { #expect(abs(layout.lines[0].height - size) <= 1e-9 * size) }
      let narrow = engine.layout(
        AttributedText("ab cd", style: style), options: LayoutOptions(width: 5))
      #expect(narrow.lines.last?.range.upperBound == 5)
    }
  }

  @Test(arguments: [(0.0, 3.0, 3.0, 12.5), (4, 6, 5, 17.5)])
  func `a lowered letter moves the next line only if a raised one is below it`(
    spacing: Double, lowering: Double, raising: Double, pitch: Double
  ) {
    // Small letters are 5 points high, and baselines 10 apart. The ink of both letters exceeds the
    // distance by one or two points; a parted line moves to the next step of 1.25 points at which
    // 0.625 remain free.
    func distance(_ raised: Int) -> Double {
      var text = text("abc\nabc")
      text.updateStyle(in: 0..<1) { $0.baselineShift = -lowering }
      text.updateStyle(in: raised..<raised + 1) { $0.baselineShift = raising }
      let options = LayoutOptions { $0.lineSpacing = .points(spacing) }
      let lines = engine.layout(text, options: options).lines
      return lines[1].baseline - lines[0].baseline
    }
    #expect(distance(4) == pitch)
    #expect(distance(6) == 10 + spacing)
  }

  @Test func `a text whose base style has no size keeps its ink apart without steps`() {
    var text = AttributedText("abc\nabc", style: TestFonts.style(size: 0))
    text.updateStyle(in: 0..<7) { $0.font.size = 10 }
    text.updateStyle(in: 0..<1) { $0.baselineShift = -3 }
    text.updateStyle(in: 4..<5) { $0.baselineShift = 3 }
    // Three points below the upper baseline, and eight above the lower.
    #expect(lines(text, .uniform).map(\.baseline) == [8, 19])
  }

  @Test func `lines beside a space at the bottom are parted, except in blocks`() {
    // Both letters are in different columns, but the space may move one of the lines.
    var text = text("abc\nabc")
    text.updateStyle(in: 0..<1) { $0.baselineShift = -3 }
    text.updateStyle(in: 6..<7) { $0.baselineShift = 3 }
    var cutout = LayoutOptions.Cutout(.left, size: Size(width: 5, height: 5))
    cutout.isAtBottom = true
    func distance(_ cutouts: [LayoutOptions.Cutout]) -> Double {
      let options = LayoutOptions { $0.cutouts = cutouts }
      let lines = engine.layout(text, options: options).lines
      return lines[1].baseline - lines[0].baseline
    }
    #expect(distance([]) == 10)
    #expect(distance([cutout]) == 12.5)
    text.addBlocks([TextBlock(.quote, in: 0..<7)])
    #expect(distance([cutout]) == 10)
  }
}
