import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Metrics of flows in Galley Metrics Phone.
///
/// The font has the proportions of the system font of phones: at 17 points an ascent of 16.19 and a
/// descent of 4.10, at 14 points a height of 16.707.
@Suite struct FlowMetricsTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, size: Double, _ height: LayoutOptions.LineHeight,
    spacing: LayoutOptions.LineSpacing = .factor(0.12),
    blocks: [TextBlock] = [], width: Double = .infinity, minimumLines: Int = 0
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style("Galley Metrics Phone", size: size))
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width, lineHeight: height)
    options.lineSpacing = spacing
    options.minimumLines = minimumLines
    return engine.layout(text, options: options)
  }

  private func lines(_ count: Int) -> String {
    Array(repeating: "ab", count: count).joined(separator: "\n")
  }

  @Test(arguments: [(20, 1), (43.9, 1), (44, 2), (63.9, 2), (64, 3), (65.9, 3), (85.9, 3), (86, 4)])
  func `TextNode metrics truncate where two more lines exceed maximumHeight`(
    limit: Double, count: Int
  ) {
    // Lines of 20 and spacings of 2: a line is the last if two lines with spacing do not fit below
    // its top.
    let style = TestFonts.style("Galley Metrics Phone", size: 17)
    var options = LayoutOptions(lineHeight: .textNode)
    options.lineSpacing = .factor(0.12)
    options.maximumHeight = limit
    let layout = engine.layout(AttributedText(lines(9), style: style), options: options)
    #expect(layout.lineCount == count)
    #expect(layout.size.height == Double(22 * count))
    #expect(layout.isTruncated)
  }

  @Test(arguments: 1...40)
  func `TextNode lines at 17 points have a pitch of 22 points`(count: Int) {
    let layout = layout(lines(count), size: 17, .textNode)
    #expect(layout.size.height == 22 * Double(count))
    #expect(layout.lines.map(\.y) == (0..<count).map { 22 * Double($0) })
    #expect(layout.lines.allSatisfy { $0.height == 20 })
    #expect(layout.lines.allSatisfy { ($0.baseline - $0.y).thousandths == 16.187 })
    #expect(layout.size.width == 17)
  }

  @Test(arguments: [(17.0, 20.0, 2.0), (15, 17, 2), (14, 16, 1), (13, 15, 1)])
  func `TextNode line heights and spacings are whole points`(
    size: Double, height: Double, spacing: Double
  ) {
    let layout = layout("ab\ncd", size: size, .textNode)
    #expect(layout.lines[0].height == height)
    #expect(layout.lines[1].y == height + spacing)
    #expect(layout.size.height == 2 * (height + spacing))
    #expect(self.layout("ab\ncd", size: size, .textNode, spacing: .none).size.height == 2 * height)
  }

  @Test func `the first character's font determines TextNode line heights`() {
    var text = AttributedText("ab\ncd", style: TestFonts.style("Galley Metrics Phone", size: 17))
    text.setStyle(TestFonts.style("Galley Box", size: 30), in: 0..<1)
    var options = LayoutOptions(lineHeight: .textNode)
    options.lineSpacing = .factor(0.12)
    let layout = engine.layout(text, options: options)
    #expect(layout.lines.map(\.height) == [30, 30])
    #expect(layout.lines.map(\.y) == [0, 33])
    #expect(layout.lines.map(\.baseline) == [24, 57])
    let other = engine.layout(AttributedText("", style: text.baseStyle), options: options)
    #expect(other.size == .zero)
  }

  @Test(arguments: 1...40)
  func `InteractiveTextNode lines have a pitch of 22.72 points and a rounded-up total height`(
    count: Int
  ) {
    let layout = layout(lines(count), size: 17, .interactiveTextNode)
    let pitch = 17 * (1950 + 494) / 2048 * 1.12
    #expect(pitch.thousandths == 22.722)
    #expect(layout.size.height == (pitch * Double(count)).rounded(.up))
    for (index, line) in layout.lines.enumerated() {
      #expect(abs(line.y - pitch * Double(index)) < 1e-9)
      #expect(line.height.thousandths == 20.287)
      #expect((line.y + line.height - line.baseline).thousandths == 4.101)
    }
    if count == 5 { #expect(layout.size.height == 114) }
  }

  @Test func `a quotation of two lines is 51 points high`() throws {
    let layout = layout(
      "abcd abc", size: 14, .interactiveTextNode, blocks: [TextBlock(.quote, in: 0..<8)], width: 55)
    #expect(layout.lineTexts == ["abcd ", "abc"])
    #expect(layout.size.height == 51)
    let block = try #require(layout.blocks.first)
    #expect(block.frame.minY == 4)
    #expect(block.frame.maxY == 47)
    #expect((layout.lines[0].baseline - 20.33).magnitude < 0.005)
    #expect(layout.lines.map(\.x) == [9, 9])
    // The first line is the widest, including the icon: 28 and 7.
    let width: Double = 9 + 28 + 9 + 7
    #expect(block.frame.size.width == width)
    let second = self.layout(
      "abc abcdef", size: 14, .interactiveTextNode, blocks: [TextBlock(.quote, in: 0..<10)],
      width: 61)
    #expect(second.lineTexts == ["abc ", "abcdef"])
    let widths: [Double] = [9 + 42 + 9]
    #expect(second.blocks.map(\.frame.size.width) == widths)
  }

  @Test func `each section between blocks rounds its height up to whole points`() {
    let layout = layout(
      "ab\ncd\nef\ngh", size: 17, .interactiveTextNode, blocks: [TextBlock(.quote, in: 3..<8)])
    // 23, a gap of 6, two lines of 45.44, a gap of 8, one line.
    let tops: [Double] = [0, 29, 51.722, 29 + 46 + 8]
    #expect(layout.lines.map(\.y.thousandths) == tops)
    let height: Double = 29 + 46 + 8 + 23
    #expect(layout.size.height == height)
  }

  @Test func `InteractiveTextNode line heights follow the fonts on each line`() {
    var text = AttributedText("ab\ncd\n😀", style: TestFonts.style("Galley Box", size: 10))
    text.setStyle(TestFonts.style("Galley Metrics Hhea", size: 20), in: 3..<5)
    let layout = engine.layout(text, options: LayoutOptions(lineHeight: .interactiveTextNode))
    // Without the line gaps of the fonts.
    #expect(layout.lines.map(\.height) == [10, 24, 12])
    #expect(layout.lines.map(\.y) == [0, 10, 34])
  }

  @Test(arguments: [
    (LayoutOptions.LineSpacing.none, [0.0, 10, 20], 30.0), (.factor(0.12), [0, 11.2, 22.4], 32.4),
    (.points(3), [0, 13, 26], 36), (.points(-4), [0, 6, 12], 22), (.points(-40), [0, 0, 0], 10),
    (.factor(.nan), [0, 10, 20], 30), (.points(.nan), [0, 10, 20], 30),
  ])
  func `line spacing determines the distance between lines`(
    spacing: LayoutOptions.LineSpacing, tops: [Double], height: Double
  ) {
    let text = AttributedText("ab\ncd\nef", style: TestFonts.style())
    for lineHeight in [LayoutOptions.LineHeight.uniform, .perLine, .absolute(10)] {
      var options = LayoutOptions(lineHeight: lineHeight)
      options.lineSpacing = spacing
      let layout = engine.layout(text, options: options)
      #expect(layout.lines.map(\.y.thousandths) == tops)
      #expect(layout.lines.map(\.height) == [10, 10, 10])
      #expect(layout.size.height.thousandths == height)
    }
  }

  @Test func `line heights in a block follow the size of its text`() {
    var text = AttributedText("ab\ncd\nef\ngh", style: TestFonts.style(size: 10))
    text.addBlocks([TextBlock(.quote, in: 3..<5), TextBlock(.quote, in: 6..<8)])
    text.setStyle(TestFonts.style(size: 5), in: 3..<5)
    text.setStyle(TestFonts.style(size: 20), in: 6..<7)
    let layout = engine.layout(text, options: LayoutOptions())
    // The line end after the first block has the base style and is part of the block.
    #expect(layout.lines.map(\.height) == [10, 10, 20, 10])
    text.setStyle(TestFonts.style(size: 5), in: 3..<6)
    #expect(engine.layout(text, options: LayoutOptions()).lines.map(\.height) == [10, 5, 20, 10])
  }

  @Test func `minimumLines reserves height for missing lines`() {
    #expect(layout("ab", size: 17, .textNode, minimumLines: 3).size.height == 66)
    #expect(layout("", size: 17, .textNode, minimumLines: 3).size.height == 64)
    #expect(layout(lines(4), size: 17, .textNode, minimumLines: 3).size.height == 88)
    #expect(layout("ab", size: 17, .textNode, minimumLines: 3).lineCount == 1)
    var options = LayoutOptions()
    options.minimumLines = 3
    #expect(
      engine.layout(AttributedText("ab", style: TestFonts.style()), options: options).size
        == Size(width: 20, height: 30))
    options.minimumLines = .max
    let hostile = engine.layout(AttributedText("ab", style: TestFonts.style()), options: options)
    #expect(hostile.size.height.isFinite)
  }

  @Test(arguments: [LayoutOptions.LineHeight.perLine, .interactiveTextNode, .uniform])
  func `a baseline's offset in its line follows the ascent, not the descent`(
    height: LayoutOptions.LineHeight
  ) {
    // Galley Box has an ascent of 800 and a descent of 200, Galley Metrics Hhea of 900 and 300, per
    // 1000.
    for (family, ascent) in [("Galley Box", 8.0), ("Galley Metrics Hhea", 9.0)] {
      var text = AttributedText("ab\nab\nab", style: TestFonts.style("Galley Box", size: 10))
      text.setStyle(TestFonts.style(family, size: 10), in: 3..<4)
      var options = LayoutOptions(lineHeight: height)
      options.lineSpacing = .points(0)
      let layout = engine.layout(text, options: options)
      let own = layout.lines.map { ($0.baseline - $0.y).thousandths }
      let leading = height == .perLine && ascent == 9 ? 0.25 : 0
      #expect(own == (height == .uniform ? [8, 8, 8] : [8, ascent + leading, 8]))
    }
  }
}
