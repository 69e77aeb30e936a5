import GalleyGeometry
import GalleyMessages
import GalleyRichMessages
import GalleyTypesetting
import TestSupport
import Testing

@testable import GalleyRichTypesetting

/// Messages that are narrower than the room, because their blocks are.
@Suite struct ShrinkingTests {
  private let metrics = RichMetrics(size: RichSample.size)

  @Test func `a nested list is indented in a message narrower than eight ems`() {
    let sample = RichSample([.unordered([[.paragraph("a"), .unordered([[.paragraph("b")]])]])])
    let indent = metrics.markerColumn + metrics.markerGap
    #expect(sample.texts.map(\.minX) == [indent, 2 * indent])
    #expect(sample.layout.size.width == 2 * indent + 10)
  }

  @Test func `a portrait is as high in its own width as in the room`() {
    let file = RichBlock.Media.File(id: "p", width: 500, height: 1000)
    let sample = RichSample([.media(RichBlock.Media(.photo, files: [file]))], width: 200)
    #expect(sample.pictures == [Rect(x: 0, y: 0, width: 120, height: 240)])
    #expect(sample.layout.size.width == 120)
  }

  @Test(arguments: [10.0, 13, 16.3, 17, 19.9, 20, 33.3])
  func `text that fits its room is not broken in the message's own width`(size: Double) {
    var theme = RichTheme()
    theme.message.text = TestFonts.style(size: size)
    let quotation = RichBlock.Quotation([.paragraph("abc")], credit: "Anon.")
    let blocks: [RichBlock] = [
      .unordered([[.quotation(quotation), .unordered([[.paragraph("abcdefg.")]])]])
    ]
    let document = RichDocument(RichMessage(blocks), theme: theme, engine: TestFonts.engine())
    let layout = document.layout(width: 2000)
    #expect(layout.texts.allSatisfy { $0.layout.lineCount == 1 })
  }

  @Test(arguments: [10.0, 13, 16.3, 17, 19.9, 20, 33.3])
  func `a table that fits its room does not scroll in the message's own width`(size: Double) {
    var theme = RichTheme()
    theme.message.text = TestFonts.style(size: size)
    let table = RichBlock.table(RichBlock.Table([[.init("abc"), .init("abcdefg")]]))
    let document = RichDocument(
      RichMessage([.quotation(RichBlock.Quotation([.unordered([[table]])]))]), theme: theme,
      engine: TestFonts.engine())
    #expect(document.layout(width: 2000).scrollAreas.isEmpty)
  }

  @Test func `blocks without height do not separate others`() {
    let plain = RichSample([.paragraph("a"), .paragraph("b")]).texts
    let sample = RichSample([
      .paragraph("a"), .collage(RichBlock.Gallery([])), .paragraph("b"),
    ])
    #expect(sample.texts == plain)
    #expect(sample.layout.size.width == 10)
  }

  @Test func `a list of tasks and bullets has one column for both`() {
    var box = RichBlock.List.Item([.paragraph("a")])
    box.checkbox = .unchecked
    let sample = RichSample([.list(RichBlock.List([box, RichBlock.List.Item([.paragraph("b")])]))])
    #expect(sample.texts.map(\.minX) == [19, 19])
  }

  @Test func `a line grows with a formula that is higher than it`() throws {
    let high: RichText = ["a ", .formula(#"\frac{\frac12}{\frac34}"#)]
    let sample = RichSample([.paragraph(high), .paragraph("b")])
    let low = RichSample([.paragraph(["a ", .formula("x")]), .paragraph("b")])
    let frame = try #require(sample.layout.texts[0].layout.placedAttachments().first?.frame)
    #expect(frame.minY >= 0 && frame.maxY <= sample.texts[1].minY)
    #expect(low.texts[0].size.height == 10)
  }

  @Test func `the parts of a formula are in left-to-right order in right-to-left text`() {
    let sample = RichSample(
      [.paragraph(["א ", .formula("aaaaaa<bbbbbb=c"), " א"])], isRightToLeft: true)
    let text = sample.layout.texts[0]
    let parts = text.layout.placedAttachments().sorted { $0.range.lowerBound < $1.range.lowerBound }
    #expect(parts.count == 3)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.frame.maxX <= $1.frame.minX + 1e-6 })
  }

  @Test func `the label of an inline button is on the baseline of its line`() throws {
    let button = RichText.Button("bb", action: .callback(data: "x"))
    let sample = RichSample([.paragraph(["a ", .button(button)])])
    let text = sample.layout.texts[0]
    let frame = try #require(text.layout.placedAttachments().first?.frame)
    guard case .button(let composed)? = text.composed.objects.values.first else {
      Issue.record("no button")
      return
    }
    let baseline =
      frame.minY + metrics.inlineButtonPadding.y + composed.label.line(at: 0).baseline
    #expect(abs(baseline - text.layout.line(at: 0).baseline) < 1e-9)
  }

  @Test func `a cell has borders beside slots without a cell`() {
    let table = RichBlock.Table([[.init("a"), .init("b")], [.init("c")]], isBordered: true)
    let sample = RichSample([.table(table)])
    // Below a and b, and at the right of a and c; lines that continue each other are one.
    #expect(
      sample.fills == [
        Rect(x: 0, y: 21.5, width: 52, height: 1), Rect(x: 25.5, y: 0, width: 1, height: 44),
      ])
  }
}
