import GalleyGeometry
import GalleyTypesetting
import TestSupport
import Testing

/// Hostile numbers and texts.
@Suite struct HostileFlowTests {
  let engine = TestFonts.engine()

  private func text(_ string: String, blocks: Int = 0) -> AttributedText {
    var text = AttributedText(string, style: TestFonts.style())
    let length = text.length / max(1, blocks)
    text.addBlocks(
      (0..<blocks).map {
        TextBlock(
          $0 % 2 == 0 ? .quote : .code(language: "c"), in: $0 * length..<($0 + 1) * length - 1,
          title: $0 % 3 == 0 ? "C" : nil, isCollapsible: $0 % 2 == 0)
      })
    return text
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, -1, 0, 1e300, -1e300, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
  ])
  func `extreme geometry options produce finite layouts`(number: Double) {
    let size = Size(width: number, height: number)
    for lineHeight in [LayoutOptions.LineHeight.uniform, .perLine, .textNode, .interactiveTextNode]
    {
      for width in [100, number] {
        var options = LayoutOptions(width: width, lineHeight: lineHeight)
        options.insets = Insets(top: number, left: number, bottom: number, right: number)
        options.cutouts = [
          LayoutOptions.Cutout(.left, top: number, size: size), .topRight(size), .bottomRight(size),
        ]
        options.trailingReserve = size
        options.lineSpacing = number > 0 ? .factor(number) : .points(number)
        options.maximumHeight = number
        options.minimumLines = number == 0 ? .min : .max
        var text = text("abc def ghi jkl mno pqr", blocks: 2)
        text.setParagraphStyle(
          ParagraphStyle(
            firstLineIndent: number, indent: number, endIndent: number, spacingBefore: number,
            spacingAfter: number),
          in: 0..<8)
        let layout = engine.layout(text, options: options)
        #expect(layout.size.width.isFinite && layout.size.height.isFinite)
        #expect(layout.size.width >= 0 && layout.size.height >= 0)
        for line in layout.lines {
          #expect(line.x.isFinite && line.y.isFinite && line.baseline.isFinite)
        }
        for block in layout.blocks {
          #expect(block.frame.minX.isFinite && block.frame.maxY.isFinite)
        }
      }
    }
  }

  @Test(arguments: [-3, 0, Int.min, Int.max])
  func `extreme line limits are accepted`(count: Int) {
    var options = LayoutOptions(width: 30)
    options.maximumLines = count
    options.minimumLines = count
    options.expandedBlocks = [count]
    let layout = engine.layout(text("abc def ghi"), options: options)
    #expect(layout.lineCount == (count == .max ? 3 : 1))
    #expect(layout.size.height.isFinite)
  }

  @Test func `layout time is linear in the number of blocks and lines`() {
    expectGrowth(from: 40, to: 400, below: 24) { count in
      var text = text(String(repeating: "abc def\nghi jkl mno ", count: count), blocks: count)
      text.setParagraphStyle(ParagraphStyle(indent: 5, spacingBefore: 2), in: 0..<text.length)
      var options = LayoutOptions(width: 90, lineHeight: .interactiveTextNode)
      options.trailingReserve = Size(width: 30, height: 10)
      options.cutouts = [.topLeft(Size(width: 20, height: 1e6))]
      let shaped = engine.shape(text)
      return processorTime {
        let layout = engine.layout(text, options: options)
        #expect(layout.text.length == Int(text.length) && shaped === layout.shaped)
      }
    }
  }
}
