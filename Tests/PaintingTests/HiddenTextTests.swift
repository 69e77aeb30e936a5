import GalleyPainting
import GalleyPixels
import GalleyMessages
import GalleyRichMessages
import GalleyRichTypesetting
import GalleyTypesetting
import TestSupport
import Testing

/// Pictures of texts whose spoilers hide different words of equal width.
@Suite struct HiddenTextTests {
  private func layout(hiding word: String) throws -> TextLayout {
    var text = AttributedText("see \(word) now", style: TestFonts.style())
    text.annotate(4..<10, as: .link(type: "text_link", url: "https://\(word).example"))
    text.annotate(4..<10, as: .spoiler)
    return TestFonts.engine().layout(text)
  }

  @Test func `documents with different hidden words of equal width are identical`() throws {
    let (one, other) = (try layout(hiding: "secret"), try layout(hiding: "public"))
    #expect(try one.svgData() == other.svgData())
    #expect(try one.pdfData() == other.pdfData())
    var painter = TextPainter()
    painter.showsStructure = true
    #expect(try one.svgData(painter: painter) == other.svgData(painter: painter))
    // Checks that the comparison can fail.
    painter.revealed = .all
    #expect(try one.svgData(painter: painter) != other.svgData(painter: painter))
    #expect(try one.pdfData(painter: painter) != other.pdfData(painter: painter))
  }

  private func richLayout(hiding word: String) -> RichLayout {
    func spoiler(_ word: String) -> RichText { .styled(.spoiler, .plain(word)) }
    let row = [RichBlock.Table.Cell("a"), RichBlock.Table.Cell(spoiler(word))]
    let message = RichMessage([
      .paragraph(["the ", spoiler(word)]), .table(RichBlock.Table([row])),
      .code(spoiler(word), language: nil),
    ])
    let theme = RichTheme(message: MessageTheme(text: TestFonts.style(size: 20)))
    return RichDocument(message, theme: theme, engine: TestFonts.engine()).layout(width: 300)
  }

  @Test func `documents of rich messages with different hidden words are identical`() throws {
    let (one, other) = (richLayout(hiding: "secret"), richLayout(hiding: "public"))
    #expect(try one.svgData() == other.svgData())
    #expect(try one.pdfData() == other.pdfData())
    #expect(try RenderedImage(one).bitmap == RenderedImage(other).bitmap)
    // Checks that the comparison can fail, and that indices count through the message.
    for index in 0..<3 {
      var painter = TextPainter()
      painter.revealed = RevealedSpoilers([index])
      #expect(try one.svgData(painter: painter) != other.svgData(painter: painter))
      #expect(try one.pdfData(painter: painter) != other.pdfData(painter: painter))
    }
  }
}
