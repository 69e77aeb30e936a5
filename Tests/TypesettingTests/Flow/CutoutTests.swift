import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Lines and blocks that move below cutouts.
///
/// Tests in Galley Box at 10 points: letters are 10 points wide, lines 10 points high.
@Suite struct CutoutTests {
  private let engine = TestFonts.engine()

  private func layout(
    _ string: String, width: Double, blocks: [TextBlock] = [],
    _ cutouts: [LayoutOptions.Cutout], _ change: (inout LayoutOptions) -> Void = { _ in }
  ) -> TextLayout {
    var text = AttributedText(string, style: TestFonts.style())
    text.addBlocks(blocks)
    var options = LayoutOptions(width: width)
    options.cutouts = cutouts
    change(&options)
    return engine.layout(text, options: options)
  }

  private let quote = [TextBlock(.quote, in: 0..<2)]

  @Test func `a line that moved below one cutout also moves below the next`() {
    // Below the first cutout, the second still leaves too little room.
    let cutouts = [
      LayoutOptions.Cutout.topLeft(Size(width: 10, height: 15)),
      .topRight(Size(width: 10, height: 30)),
    ]
    #expect(layout("a", width: 15, cutouts).lines.map(\.y) == [30])
    #expect(layout("a", width: 15, cutouts.reversed()).lines.map(\.y) == [30])
    // Beside the second alone, there is room for a letter.
    #expect(layout("a", width: 20, cutouts).lines.map(\.y) == [15])
    #expect(layout("a", width: 30, cutouts).lines.map(\.y) == [0])
    #expect(layout("a", width: 30, cutouts).lines.map(\.x) == [10])
  }

  @Test func `a cutout that begins where a line ends does not move it`() {
    let below = LayoutOptions.Cutout(.left, top: 10, size: Size(width: 20, height: 10))
    #expect(layout("a\na", width: 20, [below]).lines.map(\.y) == [0, 20])
    let before = LayoutOptions.Cutout(.left, top: 9.75, size: Size(width: 20, height: 10))
    #expect(layout("a\na", width: 20, [before]).lines.map(\.y) == [19.75, 29.75])
  }

  @Test func `a cutout one point wide moves lines and blocks without room`() {
    let cutout = LayoutOptions.Cutout.topLeft(Size(width: 1, height: 30))
    let moved = layout("ab", width: 10.75, [cutout])
    #expect(moved.lines.map(\.y) == [30, 40])
    #expect(moved.lines.map(\.x) == [0, 0])
    #expect(moved.validWidths.upperBound == 11)
    let beside = layout("ab", width: 11, [cutout])
    #expect(beside.lines.map(\.y) == [0, 10])
    #expect(beside.lines.map(\.x) == [1, 1])
    #expect(beside.validWidths.lowerBound == 11)
  }

  @Test func `a block needs the width of a line's height beside a cutout`() throws {
    // Nine points of padding on both sides, ten of content, and the cutout.
    let cutout = LayoutOptions.Cutout.topLeft(Size(width: 1, height: 30))
    let moved = layout("ab", width: 28.75, blocks: quote, [cutout])
    #expect(try #require(moved.blocks.first).frame.minX == 0)
    // The block begins two points above its first line.
    #expect(moved.lines.first?.y == 32)
    #expect(moved.validWidths.upperBound == 29)
    let beside = layout("ab", width: 29, blocks: quote, [cutout])
    #expect(try #require(beside.blocks.first).frame.minX == 1)
    #expect(beside.lines.first?.y == 7)
    #expect(beside.validWidths.lowerBound >= 29)
  }

  @Test func `a block without room moves below several cutouts`() {
    let cutouts = [
      LayoutOptions.Cutout.topLeft(Size(width: 30, height: 20)),
      .topRight(Size(width: 30, height: 40)),
    ]
    // Below the first, the second still leaves less than 28 points.
    #expect(layout("ab", width: 57, blocks: quote, cutouts).lines.first?.y == 42)
    #expect(layout("ab", width: 58, blocks: quote, cutouts).lines.first?.y == 22)
  }

  @Test func `a line moves down by ten thousand points at most`() {
    func place(_ height: Double) -> Double? {
      layout("a", width: 15, [.topLeft(Size(width: 10, height: height))]).lines.first?.y
    }
    #expect(place(10_000) == 10_000)
    #expect(place(10_001) == 0)
  }

  @Test func `a cutout without width moves no line`() {
    let cutouts = [
      LayoutOptions.Cutout.topLeft(Size(width: 0, height: 5)),
      .topRight(Size(width: 15, height: 20)),
    ]
    #expect(layout("a", width: 15, cutouts).lines.map(\.y) == [20])
    #expect(layout("a", width: 25, cutouts).lines.map(\.y) == [0])
  }

  @Test func `lines of a block beside a cutout avoid a wider one below`() {
    // The block is beside the first cutout. Its second line avoids what the second takes more.
    let cutouts = [
      LayoutOptions.Cutout.topLeft(Size(width: 30, height: 12)),
      LayoutOptions.Cutout(.left, top: 17, size: Size(width: 50, height: 10)),
      LayoutOptions.Cutout(.right, top: 27, size: Size(width: 20, height: 10)),
    ]
    let layout = layout(
      "ab\ncd\nef\ngh", width: 120, blocks: [TextBlock(.quote, in: 0..<11)], cutouts)
    #expect(layout.blocks.map(\.frame.minX) == [30])
    #expect(layout.lines.map(\.y) == [7, 17, 27, 37])
    #expect(layout.lines.map(\.x) == [39, 59, 39, 39])
  }

  @Test func `lines with a raised letter avoid a cutout that they grow into`() {
    // The line grows up by three points, so that its baseline moves, but begins beside nothing.
    var text = AttributedText("ab\ncd", style: TestFonts.style())
    text.updateStyle(in: 3..<4) { $0.baselineShift = 6 }
    var options = LayoutOptions(width: 100)
    options.cutouts = [LayoutOptions.Cutout(.left, top: 20, size: Size(width: 30, height: 5))]
    // The second line is from 10 to 22.5.
    let layout = engine.layout(text, options: options)
    #expect(layout.lines.map(\.height) == [10, 12.5])
    #expect(layout.lines.map(\.x) == [0, 30])
    options.cutouts[0].top = 22.5
    #expect(engine.layout(text, options: options).lines.map(\.x) == [0, 0])
  }
}
