import GalleyGeometry
import GalleyShaping
import TestSupport
import Testing

@testable import GalleyTypesetting

/// The memory sizes of layouts, which caches count.
@Suite struct LayoutMemoryTests {
  private let engine = TestFonts.engine()

  /// Returns the memory that each line of a text takes.
  private func bytesPerLine(_ height: LayoutOptions.LineHeight) -> Int {
    func byteCount(_ lines: Int) -> Int {
      let text = AttributedText(String(repeating: "a\n", count: lines), style: TestFonts.style())
      return engine.layout(text, options: LayoutOptions(lineHeight: height)).byteCount
    }
    let growth = byteCount(30) - byteCount(20)
    #expect(growth % 10 == 0)
    return growth / 10
  }

  @Test func `a line takes its span, and its metrics and upper edge if they are its own`() {
    let span = MemoryLayout<LineSpan>.stride
    #expect(bytesPerLine(.uniform) == span)
    #expect(bytesPerLine(.absolute(20)) == span)
    let own = MemoryLayout<LineMetrics>.stride + MemoryLayout<Double>.stride
    #expect(bytesPerLine(.perLine) == span + own)
  }

  @Test func `a flowed line takes its span, its properties and its slot`() {
    let flowed = MemoryLayout<FlowLine>.stride + MemoryLayout<FlowPlacement.Slot>.stride
    #expect(bytesPerLine(.interactiveTextNode) == MemoryLayout<LineSpan>.stride + flowed)
  }

  @Test func `the size of a placement includes its blocks, hidden ranges and tokens`() {
    func byteCount(_ change: (inout FlowedText) -> Void) -> Int {
      var flow = FlowedText()
      change(&flow)
      return FlowPlacement(
        flow, slots: [], blocks: [], placedTokens: [], trailingFrame: nil, size: .zero,
        topInset: 0
      ).byteCount
    }
    let empty = byteCount { _ in }
    #expect(empty > 0)
    let ranges = byteCount { $0.hiddenRanges = [0..<1, 2..<3] }
    #expect(ranges - empty == 2 * MemoryLayout<Range<Int>>.stride)
    let block = FlowBlock(
      index: 0, parent: -1, isRightToLeft: false, padding: 0, hasIcon: false, lines: 0..<0)
    let blocks = byteCount { $0.blocks = [block, block, block] }
    #expect(blocks - empty == 3 * MemoryLayout<FlowBlock>.stride)
    var truncation = LineTruncation(line: 0, hidden: 0..<1, suffixRun: 0, level: 0)
    let hidden = byteCount { $0.truncations = [truncation] }
    #expect(hidden - empty == MemoryLayout<LineTruncation>.stride)
    let token = engine.layout(AttributedText("…", style: TestFonts.style()))
    truncation.token = LaidOutToken(layout: token, width: 10)
    let replaced = byteCount { $0.truncations = [truncation] }
    #expect(replaced - hidden == token.byteCount)
  }

  @Test func `the size of a placement includes its blocks' titles`() throws {
    var text = AttributedText("ab", style: TestFonts.style())
    text.addBlocks([TextBlock(.quote, in: 0..<2, title: "Title")])
    let titled = try #require(engine.layout(text).blocks.first)
    var bare = titled
    bare.title = nil
    func byteCount(_ blocks: [TextLayout.Block]) -> Int {
      FlowPlacement(
        FlowedText(), slots: [], blocks: blocks, placedTokens: [], trailingFrame: nil,
        size: .zero, topInset: 0
      ).byteCount
    }
    #expect(byteCount([bare]) - byteCount([]) == MemoryLayout<TextLayout.Block>.stride)
    #expect(byteCount([titled]) - byteCount([bare]) == titled.title?.byteCount)
  }
}
