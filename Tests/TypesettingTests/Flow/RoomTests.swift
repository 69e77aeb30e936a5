import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Cutouts, and the label at the end of a text.
///
/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct RoomTests {
  let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double, blocks: [TextBlock] = [], reserve: Size? = nil,
    cutouts: [LayoutOptions.Cutout] = [], _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width)
    options.trailingReserve = reserve
    options.cutouts = cutouts
    change(&options)
    return engine.layout(text, options: options)
  }

  // MARK: Cutouts

  @Test func `lines wrap around a top-left cutout`() {
    let layout = layout("ab cd ef gh", width: 60, cutouts: [.topLeft(Size(width: 30, height: 15))])
    #expect(layout.lineTexts == ["ab ", "cd ", "ef gh"])
    #expect(layout.lines.map(\.x) == [30, 30, 0])
    #expect(layout.size == Size(width: 50, height: 30))
  }

  @Test func `lines wrap around a top-right cutout`() {
    let cutout = LayoutOptions.Cutout.topRight(Size(width: 30, height: 10))
    let left = layout("ab cd ef gh", width: 60, cutouts: [cutout])
    #expect(left.lineTexts == ["ab ", "cd ef ", "gh"])
    #expect(left.lines.map(\.x) == [0, 0, 0])
    let right = layout("אב גד הו זח", width: 60, cutouts: [cutout])
    #expect(right.lines.map(\.frame.maxX) == [20, 50, 50])
  }

  @Test func `lines wrap around several cutouts on both sides`() {
    let cutouts = [
      LayoutOptions.Cutout(.left, top: 10, size: Size(width: 20, height: 10)),
      LayoutOptions.Cutout(.right, top: 15, size: Size(width: 20, height: 10)),
      LayoutOptions.Cutout(.left, top: 12, size: Size(width: 30, height: 3)),
    ]
    let layout = layout("abcdef abcdef abcdef", width: 60, cutouts: cutouts)
    #expect(layout.lineTexts == ["abcdef ", "a", "bcde", "f ", "abcdef"])
    #expect(layout.lines.map(\.x) == [0, 30, 0, 0, 0])
  }

  @Test func `a line moves below a cutout if no character fits beside it`() {
    let cutouts = [
      LayoutOptions.Cutout.topLeft(Size(width: 25, height: 15)),
      .topRight(Size(width: 10, height: 18)),
    ]
    let below = layout("abcd ab", width: 34.9, cutouts: cutouts)
    #expect(below.lineTexts == ["ab", "cd ", "ab"])
    #expect(below.lines.map(\.y) == [15, 25, 35])
    #expect(below.size.height == 45)
    // From 40 points, a third letter fits on the first line.
    #expect(below.validWidths.upperBound == 40)
    let beside = layout("abcd ab", width: 45, cutouts: cutouts)
    #expect(beside.lineTexts == ["a", "b", "cd ", "ab"])
    #expect(beside.lines.map(\.x) == [25, 25, 0, 0])
    #expect(beside.validWidths.lowerBound == 45)
  }

  @Test func `a block moves below a cutout if it does not fit beside it`() throws {
    let cutouts = [LayoutOptions.Cutout.topLeft(Size(width: 40, height: 30))]
    let quote = [TextBlock(.quote, in: 0..<2)]
    let below = layout("ab cd", width: 67.9, blocks: quote, cutouts: cutouts)
    #expect(try #require(below.blocks.first).frame.minX == 0)
    // The text after the block starts two points above its first line.
    #expect(below.lines.first?.y == 32)
    #expect(below.validWidths.upperBound == 68)
    let beside = layout("ab", width: 85, blocks: quote, cutouts: cutouts)
    #expect(try #require(beside.blocks.first).frame.minX == 40)
  }

  @Test func `cutouts that touch no line have no effect`() {
    let cutout = LayoutOptions.Cutout(.left, top: 20, size: Size(width: 50, height: 10))
    #expect(layout("ab cd ef", width: 50, cutouts: [cutout]).lineTexts == ["ab cd ", "ef"])
    for size in [Size(width: .nan, height: 10), Size(width: 10, height: -5), .zero] {
      let none = layout("ab cd ef", width: 50, cutouts: [.topLeft(size)])
      #expect(none.lines.map(\.x) == [0, 0])
    }
    let infinite = layout(
      "ab", width: 50, cutouts: [.topLeft(Size(width: .infinity, height: .infinity))])
    #expect(infinite.lineTexts == ["a", "b"])
  }

  @Test(arguments: [(16.1, 1), (16.2, 2), (38.1, 2), (38.2, 3), (60.1, 3), (60.2, 4)])
  func `TextNode lines avoid a cutout depending on their baselines`(height: Double, count: Int) {
    // A line avoids the cutout if its baseline is above the cutout's bottom plus 22 points.
    var options = LayoutOptions(width: 300, lineHeight: .textNode)
    options.lineSpacing = .factor(0.12)
    options.cutouts = [.topLeft(Size(width: 100, height: height))]
    let style = TestFonts.style("Galley Metrics Phone", size: 17)
    let layout = engine.layout(AttributedText("a\nb\nc\nd\ne", style: style), options: options)
    let expected = (0..<5).filter { 22 * Double($0) + 17 * 1950 / 2048 - 20 < height + 2 }.count
    #expect(layout.lines.filter { $0.x == 100 }.count == expected)
    #expect(expected == count)
  }

  @Test func `a block beside a cutout moves as a whole`() {
    let layout = layout(
      "ab cd ef", width: 80, blocks: [TextBlock(.quote, in: 0..<8)],
      cutouts: [.topLeft(Size(width: 30, height: 12))])
    #expect(layout.blocks.map(\.frame.minX) == [30])
    #expect(layout.lines.map(\.x) == [39, 39, 39])
  }

  @Test(arguments: [(14.0, 30.0), (16.9, 30), (17, 0)])
  func `a block avoids a cutout that begins beside its first line`(top: Double, x: Double) {
    // The first line is from 7 to 17.
    let cutout = LayoutOptions.Cutout(.left, top: top, size: Size(width: 30, height: 5))
    let layout = layout(
      "ab", width: 100, blocks: [TextBlock(.quote, in: 0..<2)], cutouts: [cutout])
    #expect(layout.blocks.map(\.frame.minX) == [x])
    #expect(layout.lines.map(\.y) == [7])
  }

  @Test func `a bottom-right cutout is beside the last line if both fit`() {
    let cutout = LayoutOptions.Cutout.bottomRight(Size(width: 20, height: 8))
    let beside = layout("abcdef ab", width: 60, cutouts: [cutout])
    #expect(beside.size == Size(width: 60, height: 20))
    let below = layout("abcdef abcde", width: 60, cutouts: [cutout])
    #expect(below.size == Size(width: 60, height: 28))
    let right = layout("אבגדהו אב", width: 60, cutouts: [cutout])
    #expect(right.lines.map(\.frame.maxX) == [60, 40])
  }

  // MARK: The label at the end

  @Test(arguments: [(50.0, true), (49.9, false), (50.1, true), (49.999, false)])
  func `a trailing label is beside the last line if both fit the measure`(
    width: Double, fits: Bool
  ) {
    let layout = layout("abc", width: width, reserve: Size(width: 20, height: 8))
    let size = fits ? Size(width: 50, height: 10) : Size(width: 30, height: 18)
    #expect(layout.size == size)
    let place =
      fits ? Rect(x: 30, y: 2, width: 20, height: 8) : Rect(x: 10, y: 10, width: 20, height: 8)
    #expect(layout.trailingFrame == place)
  }

  @Test func `a trailing label is at the right edge of the layout`() {
    let layout = layout("abcdef ab", width: 60, reserve: Size(width: 20, height: 8))
    #expect(layout.trailingFrame == Rect(x: 40, y: 12, width: 20, height: 8))
    #expect(layout.size == Size(width: 60, height: 20))
  }

  @Test func `trailing white space takes no space from the label`() {
    let layout = layout("abc  ", width: 50, reserve: Size(width: 20, height: 8))
    #expect(layout.size.height == 10)
  }

  @Test func `right-to-left text has the trailing label on the left`() {
    let layout = layout("אבגדהו אב", width: 60, reserve: Size(width: 20, height: 8))
    #expect(layout.lines.map(\.frame.maxX) == [60, 60])
    #expect(layout.trailingFrame == Rect(x: 0, y: 12, width: 20, height: 8))
    let below = self.layout("אבגדה", width: 60, reserve: Size(width: 20, height: 8))
    #expect(below.trailingFrame == Rect(x: 0, y: 10, width: 20, height: 8))
    #expect(self.layout("אבגד", width: 60, reserve: Size(width: 20, height: 8)).size.height == 10)
    #expect(self.layout("אבגד", width: 59.9, reserve: Size(width: 20, height: 8)).size.height == 18)
  }

  @Test func `a label taller than the last line also avoids the lines above`() {
    let beside = layout("ab cd", width: 45, reserve: Size(width: 20, height: 15))
    #expect(beside.size == Size(width: 40, height: 20))
    #expect(beside.trailingFrame == Rect(x: 20, y: 5, width: 20, height: 15))
    let partly = layout("abcd cd", width: 45, reserve: Size(width: 20, height: 15))
    #expect(partly.size == Size(width: 40, height: 25))
    #expect(partly.trailingFrame == Rect(x: 20, y: 10, width: 20, height: 15))
    let single = layout("ab", width: 45, reserve: Size(width: 20, height: 15))
    #expect(single.size == Size(width: 40, height: 15))
  }

  @Test func `a label wider than the text widens the layout`() {
    let layout = layout("ab", width: 25, reserve: Size(width: 24, height: 8))
    #expect(layout.size == Size(width: 24, height: 18))
    let none = self.layout("", width: 25, reserve: Size(width: 24, height: 8))
    #expect(none.size == Size(width: 24, height: 8))
    #expect(none.trailingFrame == Rect(x: 0, y: 0, width: 24, height: 8))
  }

  @Test func `a trailing label is placed beside a block, not inside it`() {
    // The block is 45 wide and 23 high.
    let quote = [TextBlock(.quote, in: 0..<2)]
    let beside = layout("ab", width: 65, blocks: quote, reserve: Size(width: 20, height: 8))
    #expect(beside.size == Size(width: 65, height: 23))
    #expect(beside.trailingFrame?.minX == 45)
    let below = layout("ab", width: 64.9, blocks: quote, reserve: Size(width: 20, height: 8))
    // The block's frame ends five points above the layout's end.
    #expect(below.size == Size(width: 45, height: 26))
    #expect(below.trailingFrame == Rect(x: 25, y: 18, width: 20, height: 8))
  }

  @Test func `a trailing label leaves the room of a cutout at the right of a block`() {
    // The block is 45 wide, and the cutout beside it 10.
    let quote = [TextBlock(.quote, in: 0..<2)]
    let cutouts = [LayoutOptions.Cutout.topRight(Size(width: 10, height: 8))]
    let reserve = Size(width: 20, height: 8)
    let beside = layout("ab", width: 75, blocks: quote, reserve: reserve, cutouts: cutouts)
    #expect(beside.size == Size(width: 75, height: 23))
    #expect(beside.trailingFrame?.minX == 55)
    let below = layout("ab", width: 74.9, blocks: quote, reserve: reserve, cutouts: cutouts)
    #expect(below.size == Size(width: 55, height: 26))
  }

  @Test func `centered and right-aligned lines move aside for the label`() {
    let centered = layout("abcdef ab", width: 60, reserve: Size(width: 20, height: 8)) {
      $0.alignment = .center
    }
    #expect(centered.lines.map(\.x) == [0, 10])
    let right = layout("abcdef ab", width: 60, reserve: Size(width: 20, height: 8)) {
      $0.alignment = .right
      $0.insets = Insets(top: 1, left: 2, bottom: 3, right: 4)
    }
    #expect(right.lines.map(\.frame.maxX) == [62, 42])
    #expect(right.trailingFrame == Rect(x: 42, y: 13, width: 20, height: 8))
  }

  @Test func `a trailing label fits beside the visible part of shortened text`() {
    // The visible lines of a collapsed block count, and so does the token of a truncated line.
    let quote = [TextBlock(.quote, in: 0..<21, isCollapsible: true)]
    let block = layout(
      "ab\nab\nab\nabcdefghijk", width: 68, blocks: quote, reserve: Size(width: 20, height: 8))
    #expect(block.lineCount == 3)
    // Two letters and the token: the hidden line would fill the measure.
    #expect(block.blocks.map(\.frame.size.width) == [48])
    #expect(block.trailingFrame?.minX == 48)
    #expect(block.size == Size(width: 68, height: 43))
    for (width, fits) in [(60.0, true), (59, false)] {
      let cut = layout("abcdefgh\nx", width: width, reserve: Size(width: 20, height: 8)) {
        $0.maximumLines = 1
      }
      #expect(cut.isTruncated)
      #expect(cut.lines[0].width == (fits ? 60 : 50))
    }
    let short = layout("abc\nx", width: 60, reserve: Size(width: 20, height: 8)) {
      $0.maximumLines = 1
    }
    // Three letters, the token and the label.
    #expect(short.size == Size(width: 60, height: 10))
    #expect(short.trailingFrame?.minX == 40)
  }
}
